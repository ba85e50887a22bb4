import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../../support/temporary.js';
import { nonomill } from '../../../support/nonomill.js';

/** One cell in each row and column: n! solutions. */
const permutations = (n: number): string => {
  const ones = Array.from({ length: n }, () => [1]);
  return JSON.stringify({ id: `p${n}`, rows: ones, columns: ones });
};

const folder = folderWith({ 'p.ndjson': `${permutations(5)}\n${permutations(14)}\n` });
const db = ['--db', join(folder, 'x.sqlite')];

test('a run estimates what its steps cannot count, stores that apart from counts, and shows it as an estimate', async () => {
  const limits = ['--count', 'estimate', '--max-steps', '1000000', '--timeout', '1h'];
  const run = await nonomill([
    ...['run', join(folder, 'p.ndjson'), ...db, ...limits],
    ...['--no-report', '--quiet'],
  ]);
  assert.equal(run.code, 0, run.stderr);
  const { stdout } = await nonomill(['export', '--to', 'ndjson', ...db]);
  const [counted, estimated] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    [counted.solutions, counted.solutions_exact, counted.count_estimate],
    ['120', 1, null],
  );
  assert.deepEqual(
    [estimated.status, estimated.stopped_by, estimated.solutions_exact],
    ['multiple', 'steps', 0],
  );
  const { count_estimate: log10, count_estimate_error: error } = estimated;
  assert.ok(typeof log10 === 'number' && typeof error === 'number');
  // 14! is 10^10.94.
  assert.ok(Math.abs(log10 - 10.94) <= 3 * error, `${log10} with an error of ${error}`);

  const shown = await nonomill(['show', 'p14', ...db]);
  assert.match(shown.stdout, /their number is estimated at \d\.\d × 10\^\d+ \(between /);
});
