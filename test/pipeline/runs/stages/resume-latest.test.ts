import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { findRun } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';

const SHAPE = { count: 600, width: 6, height: 6, brokenEvery: 50 };
const OWN = { limits: { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 3000, guessDepth: 2 }, limit: 500 };
const RESUME = { mode: { kind: 'resume', given: [] } } as const;

/** A run with options of its own that was stopped before its first puzzle. */
async function interrupted(
  t: TestContext,
): Promise<{ corpus: string; db: string; request: RunRequest }> {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'one', SHAPE);
  const db = join(folder, 'a.sqlite');
  const request = requestFor([corpus], db, OWN);
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onStart = () => stop.request('signal');
  assert.equal((await doRun(request, controls(observer, stop))).state, 'interrupted');
  return { corpus, db, request };
}

test('without corpora the latest unfinished run goes on under its own options', async (t) => {
  const { db, request } = await interrupted(t);
  const outcome = await doRun(requestFor([], db, RESUME), controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.state, 'complete');
  assert.equal(outcome.proof.entries, 500);
  const undisturbed = `${db}-2`;
  await doRun({ ...request, db: undisturbed }, controls());
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  assert.equal(findRun(store).options.timeoutMs, 3000);
});

test('with corpora too, options that are not given are those of the run', async (t) => {
  const { corpus, db } = await interrupted(t);
  const outcome = await doRun(requestFor([corpus], db, RESUME), controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.proof.entries, 500);
});

test('an option that is given must be that of the run', async (t) => {
  const { db } = await interrupted(t);
  const mode = { kind: 'resume', given: ['timeoutMs'] } as const;
  await assert.rejects(
    doRun(requestFor([], db, { mode }), controls()),
    /Run 1 was begun with other options: --timeout was 3000ms, now 10000ms\./,
  );
});

test('a complete run is left as it is, and other options are refused as for any run', async (t) => {
  const { corpus, db } = await interrupted(t);
  await doRun(requestFor([], db, RESUME), controls());
  const observer = new Recorder();
  assert.equal((await doRun(requestFor([], db, RESUME), controls(observer))).kind, 'untouched');
  assert.deepEqual(observer.warnings, ['Run 1 is complete: there is no run to go on with.']);
  const mode = { kind: 'resume', given: ['count', 'timeoutMs'] } as const;
  const others = /Run 1 was begun with other options: --timeout was 3000ms, now 10000ms\./;
  for (const corpora of [[corpus], []]) {
    await assert.rejects(doRun(requestFor(corpora, db, { mode }), controls()), others);
  }
});

test('a corpus that has changed since then is refused, and so is an empty database', async (t) => {
  const { corpus, db } = await interrupted(t);
  appendFileSync(corpus, 'another,1,1,"1","1"\n');
  await assert.rejects(doRun(requestFor([], db, RESUME), controls()), /one\.csv: changed since/);
  await assert.rejects(
    doRun(requestFor([], `${db}-3`, RESUME), controls()),
    /There is no database/,
  );
});
