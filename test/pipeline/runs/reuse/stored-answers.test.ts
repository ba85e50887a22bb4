import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test, type TestContext } from 'node:test';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { evaluateGates } from '../../../../src/pipeline/store/gates/evaluate.js';
import { runById } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { RowBlocks } from '../../../../src/pipeline/runs/reuse/row-blocks.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { solveHere } from '../../../support/runs/solve-here.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** Rows that cannot be true, each of a puzzle that lines do not solve, or with two answers. */
const UNTRUE = {
  'lines that guess': `technique = 'line' WHERE technique = 'probe'`,
  'a search with sweeps': `sweeps = 2 WHERE technique = 'probe'`,
  'two least depths': `guess_depth_min = 1 WHERE guess_depth = 0`,
  'an easy puzzle with a high score': 'difficulty = 12 WHERE stars = 1',
  'easy stars for an assumption': `stars = 1 WHERE needs = 'assumption'`,
  'several solutions, exactly one': `solutions = '1', solutions_exact = 1 WHERE status = 'multiple'`,
};

/** A run that takes results over one by one: it has less time than those before it. */
const REUSE: Partial<RunRequest> = {
  reuse: { from: null },
  limits: { ...requestFor([], '').limits, timeoutMs: 1000 },
};

const FOUND = `SELECT name, status, technique, guess_depth, guess_depth_min, solutions, solutions_exact,
  sweeps, difficulty, stars, needs FROM results JOIN puzzles USING (puzzle_id)`;

test('a row that cannot be true answers nothing: its puzzle is solved again', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'some', { count: 300, width: 5, height: 5 });
  const sound = join(folder, 'sound.sqlite');
  await doRun(requestFor([corpus], sound), controls());
  const expected = rowsOf(sound, `${FOUND} WHERE run_id = 1 ORDER BY puzzle_id`);
  for (const technique of ['line', 'probe']) {
    const rows = expected.filter((row) => (row as { technique: string }).technique === technique);
    assert.notEqual(rows.length, 0, `no puzzle is solved by ${technique}`);
  }
  for (const [i, [what, sql]] of Object.entries(UNTRUE).entries()) {
    const db = join(folder, `${i}.sqlite`);
    await doRun(requestFor([corpus], db), controls());
    change(db, `UPDATE result_rows SET ${sql}`);
    await doRun(requestFor([corpus], db, REUSE), controls());
    assert.deepEqual(rowsOf(db, `${FOUND} WHERE run_id = 2 ORDER BY puzzle_id`), expected, what);
  }
});

test('the gates of a run do not hold for a row that cannot be true', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  writeFileSync(corpus, '{"rows":[[2],[1]],"columns":[[2],[1]]}\n'.repeat(3));
  const db = join(folder, 'book.sqlite');
  await doRun(
    requestFor([corpus], db, { gates: { strict: false, require: ['unique', 'line'] } }),
    controls(),
  );
  const verdicts = (): unknown[] => {
    const store = openStore(db, { readonly: true });
    const { verdicts: found } = evaluateGates(store, runById(store, 1)!);
    store.close();
    return found.map(({ name, holds, misfits }) => [name, holds, misfits]);
  };
  assert.deepEqual(verdicts(), [
    ['unique', true, 0],
    ['line', true, 0],
  ]);
  change(db, 'UPDATE result_rows SET stars = 4 WHERE puzzle_id % 3 = 0');
  change(db, 'UPDATE result_rows SET guess_depth = 1 WHERE puzzle_id % 3 = 1');
  assert.deepEqual(verdicts(), [
    ['unique', false, 2],
    ['line', false, 2],
  ]);
});

/** How many rows are read to take over results for so many equal puzzles. */
async function rowsRead(t: TestContext, count: number, sql: string): Promise<number> {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'equal.ndjson');
  writeFileSync(corpus, '{"rows":[[1],[1],[]],"columns":[[1],[1],[]]}\n'.repeat(count));
  const db = join(folder, 'equal.sqlite');
  await doRun(requestFor([corpus], db), controls());
  change(
    db,
    `UPDATE result_rows SET status = 'timeout', stopped_by = 'timeout', technique = NULL,
    solutions_exact = 0, second_solution = NULL, limit_ms = 1, solutions = '1' WHERE ${sql}`,
  );
  const { mock: reads } = mock.method(RowBlocks.prototype, 'at');
  await doRun(requestFor([corpus], db, REUSE), controls());
  const calls = reads.callCount();
  reads.restore();
  return calls;
}

test('equal puzzles cost rows in proportion to their number, whichever of them answers', async (t) => {
  solveHere(t);
  for (const sql of ['true', 'puzzle_id % 2048 > 0']) {
    const [few, many] = [await rowsRead(t, 100, sql), await rowsRead(t, 400, sql)];
    assert.ok(
      few > 0 && many <= 5 * few && many < 4 * 400,
      `${few} rows for 100, ${many} for 400: ${sql}`,
    );
  }
});
