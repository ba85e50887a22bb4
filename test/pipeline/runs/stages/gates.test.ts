import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mergeParts } from '../../../../src/pipeline/runs/merge/merge-parts.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { gatesOf, type RunGates } from '../../../../src/pipeline/record/outcome.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { findRun } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { temporaryFolder } from '../../../support/temporary.js';

const SHAPE = { count: 40, width: 5, height: 5, brokenEvery: 9 };
const STRICT_LINE: RunGates = { strict: true, require: ['line'] };
const UNIQUE: RunGates = { strict: false, require: ['unique'] };
const RESUME = { mode: { kind: 'resume', given: [] } } as const;

function gatesIn(db: string): RunGates {
  const store = openStore(db, { readonly: true });
  try {
    return gatesOf(findRun(store).options);
  } finally {
    store.close();
  }
}

test('gates are kept with the run: they hold when it goes on, is done, and is tried again', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', SHAPE);
  const db = join(folder, 'a.sqlite');
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onStart = () => stop.request('signal');
  await doRun(requestFor([corpus], db, { gates: STRICT_LINE }), controls(observer, stop));
  assert.deepEqual(gatesIn(db), STRICT_LINE);
  assert.equal((await doRun(requestFor([], db, RESUME), controls())).kind, 'resumed');
  assert.equal((await doRun(requestFor([corpus], db, RESUME), controls())).kind, 'untouched');
  const retry = { mode: { kind: 'retry', statuses: ['unique'], given: [] } } as const;
  assert.equal((await doRun(requestFor([], db, retry), controls())).kind, 'retried');
  assert.deepEqual(gatesIn(db), STRICT_LINE);
});

test('gates that are given take the place of those of the run, which is said', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', SHAPE);
  const db = join(folder, 'a.sqlite');
  await doRun(requestFor([corpus], db, { gates: STRICT_LINE }), controls());
  const observer = new Recorder();
  await doRun(requestFor([corpus], db, { ...RESUME, gates: UNIQUE }), controls(observer));
  assert.deepEqual(gatesIn(db), UNIQUE);
  assert.deepEqual(observer.warnings, [
    'Run 1 had other gates: --strict --require line, now --require unique.',
  ]);
});

test('a run that a resume starts, as its file has changed, has the gates of the one before', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  const db = join(folder, 'a.sqlite');
  writeFileSync(corpus, '{"rows":[[2],[1]],"columns":[[2],[1]]}\n');
  await doRun(requestFor([corpus], db, { gates: UNIQUE }), controls());
  writeFileSync(corpus, '{"rows":[[2],[2]],"columns":[[2],[1]]}\n');
  const observer = new Recorder();
  const outcome = await doRun(requestFor([corpus], db, RESUME), controls(observer));
  assert.equal(outcome.kind, 'started');
  assert.deepEqual(gatesIn(db), UNIQUE);
  assert.match(observer.warnings[0], /The gates of run 1 hold for it: --require unique\.$/);
  const others = { ...RESUME, newGates: { strict: true, require: [] } };
  writeFileSync(corpus, '{"rows":[[2],[2]],"columns":[[2],[2]]}\n');
  await doRun(requestFor([corpus], db, others), controls());
  assert.deepEqual(gatesIn(db), others.newGates);
  const other = writeCsv(folder, 'other', SHAPE);
  await doRun(requestFor([other], db, RESUME), controls());
  assert.deepEqual(gatesIn(db), { strict: false, require: [] }, 'another corpus');
});

test('a merged run has all gates of its parts, unless others are given', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', SHAPE);
  const parts = [STRICT_LINE, UNIQUE].map((gates, i) => ({
    gates,
    db: join(folder, `p${i}.sqlite`),
  }));
  for (const [i, { gates, db }] of parts.entries()) {
    await doRun(requestFor([corpus], db, { gates, shard: { part: i + 1, of: 2 } }), controls());
  }
  const merge = async (db: string, gates?: RunGates): Promise<RunGates> => {
    const request = {
      parts: parts.map((part) => part.db),
      db,
      partial: false,
      ...(gates && { gates }),
    };
    await mergeParts(request, {
      stop: new StopRequest(),
      warn: () => undefined,
    });
    return gatesIn(db);
  };
  const all = join(folder, 'all.sqlite');
  assert.deepEqual(await merge(all), { strict: true, require: ['unique', 'line'] });
  assert.deepEqual(await merge(all, UNIQUE), UNIQUE, 'given again, for a run that is complete');
  assert.deepEqual(await merge(join(folder, 'other.sqlite'), UNIQUE), UNIQUE);
});
