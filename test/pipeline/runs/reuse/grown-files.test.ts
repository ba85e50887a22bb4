import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { RunOutcome } from '../../../../src/pipeline/runs/request/run-observer.js';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { withSlashes } from '../../../../src/pipeline/files/with-slashes.js';
import { grownFiles } from '../../../../src/pipeline/runs/reuse/grown-files.js';
import { reuseWish } from '../../../../src/pipeline/runs/stages/prepare-reuse.js';
import { describeSource } from '../../../../src/pipeline/corpus/sources/sources.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { knownSources } from '../../../../src/pipeline/store/write/run-sources.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { temporaryFolder } from '../../../support/temporary.js';

const SHAPE = { width: 6, height: 6, brokenEvery: 5 };

/** A file of twelve entries, of which two are broken, and lines to add to it. */
function growing(t: TestContext): { file: string; db: string; more: readonly string[] } {
  const folder = temporaryFolder(t);
  const file = writeCsv(folder, 'a', { ...SHAPE, count: 12 });
  const others = writeCsv(folder, 'b', { ...SHAPE, count: 6, seed: 2 });
  const [, ...more] = readFileSync(others, 'utf8').trim().split('\n');
  return { file, db: join(folder, 'nights.sqlite'), more };
}

function night(file: string, db: string, changes: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const asked = { name: 'nightly', reuse: { from: null }, ...changes };
  return doRun(requestFor([file], db, asked), controls(new Recorder()));
}

function append(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${readFileSync(file, 'utf8')}${lines.join('\n')}\n`);
}

/** Whether a file is taken for one that only grew since a run of the database read it. */
async function hasGrown(file: string, db: string): Promise<boolean> {
  const store = openStore(db, { readonly: false });
  try {
    const wish = reuseWish(requestFor([file], db, { reuse: { from: null } }), 0)!;
    const described = await describeSource({ path: file, format: null });
    const source = { ...described, path: withSlashes(file), reading: '', sourceId: 99 };
    assert.equal(knownSources(store)(source), null);
    return (await grownFiles(store, wish, [source], [99])).grown.length === 1;
  } finally {
    store.close();
  }
}

test('of a file that only grew, the rest is read, and what it begins with is there as it was', async (t) => {
  const { file, db, more } = growing(t);
  await night(file, db);
  append(file, more);
  assert.equal(await hasGrown(file, db), true);
  const { state, solved, reused, proof } = await night(file, db);
  assert.deepEqual([state, solved, reused], ['complete', 15, 10]);
  assert.deepEqual([proof.entries, proof.results, proof.rejects], [18, 15, 3]);
  const of = (run: number, columns: string): unknown[] =>
    rowsOf(
      db,
      `SELECT ${columns} FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ${run} AND ordinal < 12 ORDER BY ordinal`,
    );
  const said =
    'ordinal, name, clues, fingerprint, status, difficulty, solution, solve_ms, finished_at';
  assert.deepEqual(of(2, said), of(1, said));
  assert.deepEqual(rowsOf(db, 'SELECT DISTINCT reused_run FROM results WHERE run_id = 2'), [
    { reused_run: 1 },
    { reused_run: null },
  ]);
  const rejects = (run: number): unknown[] =>
    rowsOf(
      db,
      `SELECT ordinal, line, name, reason FROM rejects WHERE run_id = ${run} AND ordinal < 12`,
    );
  assert.deepEqual(rejects(2), rejects(1));
  // It is a file like any other from then on.
  append(file, ['last,1,1,"1","1"']);
  assert.deepEqual([(await night(file, db)).reused, (await night(file, db)).reused], [15, 16]);
});

for (const [what, edit] of [
  ['was edited, too', (text: string) => text.replace('a-3', 'a-three')],
  ['became shorter', (text: string) => text.split('\n').slice(0, 5).join('\n')],
  ['had no end of its last line', (text: string) => text],
] as const) {
  test(`a file that ${what} is read as a whole`, async (t) => {
    const { file, db, more } = growing(t);
    if (what.startsWith('had')) writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    await night(file, db);
    writeFileSync(file, edit(readFileSync(file, 'utf8')));
    if (what !== 'became shorter') append(file, more);
    assert.equal(await hasGrown(file, db), false);
    const { state, proof } = await night(file, db);
    assert.deepEqual([state, proof.holds], ['complete', true]);
  });
}

test('what somebody has changed of its beginning is not copied', async (t) => {
  const { file, db, more } = growing(t);
  await night(file, db);
  append(file, more);
  change(db, 'UPDATE result_rows SET solve_ms = solve_ms + 1');
  assert.equal(await hasGrown(file, db), false);
  // Nor is any of it taken over puzzle by puzzle.
  const { reused, solvedWhy } = await night(file, db);
  assert.deepEqual([reused, solvedWhy?.damaged], [0, 10]);
});

test('puzzles without names keep being called after their file and place', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.ndjson');
  writeFileSync(file, '{"rows":[[1]],"columns":[[1]]}\n{"rows":[[2]],"columns":[[1],[1]]}\n');
  const db = join(folder, 'nights.sqlite');
  await night(file, db);
  append(file, ['{"rows":[[3]],"columns":[[1],[1],[1]]}']);
  assert.equal(await hasGrown(file, db), true);
  assert.deepEqual([(await night(file, db)).reused], [2]);
  assert.deepEqual(
    rowsOf(db, 'SELECT name FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = 2'),
    [0, 1, 2].map((place) => ({ name: `${withSlashes(file)}#${place}` })),
  );
});
