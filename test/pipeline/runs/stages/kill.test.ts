// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { contentsOf, finishTimes } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { rowsOf } from '../../../support/runs/solve-parts.js';
import { ONLY_DEEP, depth } from '../../../support/depth.js';
import { killedAt, type Moment } from '../../../support/killed.js';
import { nonomill } from '../../../support/nonomill.js';

/** A run of `corpora` that goes on with what is there, and may be killed. */
function resuming(corpora: readonly string[], db: string, ...more: readonly string[]): string[] {
  return [
    'run',
    ...corpora,
    '--db',
    db,
    '--threads',
    '2',
    '--resume',
    '--json',
    '--quiet',
    ...more,
  ];
}

/** Runs to the end, and returns the number of puzzles in its summary. */
async function runToEnd(words: readonly string[]): Promise<number> {
  const { code, stdout, stderr } = await nonomill(words);
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { puzzles: number }).puzzles;
}

test('after every kill -9 --resume finishes exactly what is missing', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'small', { count: depth(6000, 14_000), width: 6, height: 6, brokenEvery: 40 }),
    writeCsv(folder, 'large', { count: depth(100, 500), width: 22, height: 22, brokenEvery: 7 }),
  ];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);

  const db = join(folder, 'killed.sqlite');
  const words = resuming(corpora, db, '--no-report');
  const moments: readonly Moment[] = [
    ...(['transaction:1:end', 'results:1:end', 'results:1:after', 'transaction:1:begin'] as const),
    'results:1:after',
    ...depth<Moment[]>([], ['transaction:2:end', 'results:2:end', 'results:3:after']),
  ];
  let kept = new Map<number, string>();
  for (const moment of moments) {
    assert.ok(await killedAt(moment, words), `it ended before ${moment}`);
    const now = hasRuns(db) ? finishTimes(db) : new Map<number, string>();
    for (const [id, time] of kept) assert.equal(now.get(id), time, 'a result was lost or redone');
    if (/^results.*after$/.test(moment)) assert.ok(now.size > kept.size, 'a commit was lost');
    kept = now;
  }
  assert.equal(await runToEnd(words), expected.results.length);
  assert.deepEqual(contentsOf(db), expected);
});

test('a run that takes over results is killed, and finishes with all of them and each once', async (t) => {
  const folder = temporaryFolder(t);
  const shape = { count: 600, width: 10, height: 10 };
  const [before, more] = [1, 2].map((seed) => writeCsv(folder, `${seed}`, { ...shape, seed }));
  const db = join(folder, 'killed.sqlite');
  await doRun(requestFor([before], db), controls());
  const words = resuming([more, before], db, '--no-report', '--reuse');
  for (const moment of ['transaction:1:after', 'results:1:end'] as const) {
    assert.ok(await killedAt(moment, words), `it ended before ${moment}`);
  }
  assert.equal(await runToEnd(words), 1200);
  assert.deepEqual(
    rowsOf(
      db,
      'SELECT reused_run AS run, count(*) AS puzzles FROM results WHERE run_id = 2 GROUP BY 1',
    ),
    [
      { run: null, puzzles: 600 },
      { run: 1, puzzles: 600 },
    ],
  );
});

test('a kill while the database is created does no harm', { skip: ONLY_DEEP }, async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6, brokenEvery: 40 })];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);
  for (const nth of [1, 2, 3]) {
    for (const when of ['begin', 'end', 'after'] as const) {
      const db = join(folder, `killed-${nth}-${when}.sqlite`);
      const words = resuming(corpora, db, '--no-report');
      assert.ok(await killedAt(`transaction:${nth}:${when}`, words));
      assert.equal(await runToEnd(words), expected.results.length);
      assert.deepEqual(contentsOf(db), expected);
    }
  }
});

test(
  'a kill while the report is written leaves a run to be reported again',
  { skip: ONLY_DEEP },
  async (t) => {
    const folder = temporaryFolder(t);
    const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6 })];
    for (const nth of [1, 2, 3]) {
      const db = join(folder, `killed-${nth}.sqlite`);
      const words = resuming(corpora, db, '--report', join(folder, `report-${nth}`));
      assert.ok(await killedAt(`rename:${nth}`, words), 'it was not killed');
      assert.equal(contentsOf(db).state, 'complete');
      assert.equal(await runToEnd(words), 200);
    }
  },
);

/** Whether the file is a database by now, with its tables. */
function hasRuns(db: string): boolean {
  try {
    finishTimes(db);
    return true;
  } catch {
    return false;
  }
}
