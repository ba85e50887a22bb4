import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withSlashes } from '../../../../src/pipeline/files/with-slashes.js';
import { mergeParts } from '../../../../src/pipeline/runs/merge/merge-parts.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { temporaryFolder } from '../../../support/temporary.js';

const SHAPE = { count: 40, width: 5, height: 5, brokenEvery: 8 };
const RESUME = { mode: { kind: 'resume', given: [] } } as const;
/** Of a file of 40 entries and two copies of it. */
const ALL = { entries: 120, results: 35, rejects: 5, copied: 80, holds: true };

/** A corpus of three files with the same bytes. */
function withCopies(folder: string): string[] {
  const first = writeCsv(folder, 'a', SHAPE);
  return [
    first,
    ...['b', 'c'].map((name) => {
      copyFileSync(first, join(folder, `${name}.csv`));
      return join(folder, `${name}.csv`);
    }),
  ];
}

test('copies of a file are solved once, and their entries are in the account of every run', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = withCopies(folder);
  const db = join(folder, 'r.sqlite');
  const stop = new StopRequest();
  const observer = new Recorder();
  observer.onStart = () => stop.request('signal');
  await doRun(requestFor(corpora, db), controls(observer, stop));
  assert.equal(observer.starts[0].sources.length, 3);
  const resumed = await doRun(requestFor([], db, RESUME), controls());
  assert.deepEqual([resumed.kind, resumed.proof], ['resumed', ALL]);
  const untouched = await doRun(requestFor(corpora, db, RESUME), controls());
  assert.deepEqual([untouched.kind, untouched.proof], ['untouched', ALL]);
  const mode = { kind: 'retry', statuses: ['unique'], given: [] } as const;
  const retried = await doRun(requestFor([], db, { mode }), controls());
  assert.deepEqual([retried.kind, retried.proof], ['retried', ALL]);
});

test('a merged run accounts for the entries of copies, too', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = withCopies(folder);
  const parts = [1, 2].map((part) => ({
    db: join(folder, `${part}.sqlite`),
    shard: { part, of: 2 },
  }));
  let entries = 0;
  for (const { db, shard } of parts) {
    const { proof } = await doRun(requestFor(corpora, db, { shard }), controls());
    entries += proof.entries!;
  }
  // Each part has its share of the puzzles, and all rejects, of three files.
  assert.equal(entries, ALL.entries + 3 * ALL.rejects);
  const { proof } = await mergeParts(
    { parts: parts.map(({ db }) => db), db: join(folder, 'all.sqlite'), partial: false },
    { stop: new StopRequest(), warn: () => undefined },
  );
  assert.deepEqual(proof, ALL);
});

test('a file that is named twice is one file, and that is said', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'a', SHAPE);
  const observer = new Recorder();
  const request = requestFor([corpus, join(folder, '.', 'a.csv')], join(folder, 'r.sqlite'));
  const { proof } = await doRun(request, controls(observer));
  assert.deepEqual(proof, { entries: 40, results: 35, rejects: 5, copied: 0, holds: true });
  const named = withSlashes(corpus);
  assert.deepEqual(observer.warnings, [`named more than once, and read once: ${named}`]);
});
