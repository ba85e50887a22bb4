import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  UNKNOWN,
  block,
  everyGrid,
  randomPuzzles,
  readPuzzles,
  solve,
  steps,
  writePuzzle,
} from '../../../../src/index.js';
import { SOLVED_COLUMNS } from '../../../../src/solver/core/result/result-columns.js';
import { assertEach, UNTIMED } from '../../../support/tests.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { holds } from '../../../support/property.js';

const DIAGONALS = { rows: [[1], [1]], columns: [[1], [1]] };

test('solve says what the solver finds, under the names of the columns', () => {
  const result = solve(DIAGONALS);
  const found = SOLVED_COLUMNS.filter(({ from }) => from !== 'thread');
  const fields = [...found.map(({ field }) => field), 'solveMs'];
  assert.deepEqual(Object.keys(result).sort(), fields.sort());
  assert.equal(result.status, 'multiple');
  assert.equal(result.solutions, '2');
  assert.deepEqual([result.solution, result.secondSolution].sort(), ['#./.#', '.#/#.']);
});

test('coloured puzzles are made of blocks that have a colour', () => {
  const rows = [[block(1, 1), block(1, 2)]];
  const columns = [[block(1, 1)], [block(1, 2)]];
  const palette = ['#ffffff', '#ff0000', '#0000ff'];
  assert.equal(solve({ rows, columns, palette }).solution, '12');
});

test('a start position counts, and a puzzle that was read is solved as it was read', () => {
  const start = Uint8Array.of(1, UNKNOWN, UNKNOWN, UNKNOWN);
  assert.equal(solve({ ...DIAGONALS, start }).solution, '#./.#');
  const [{ puzzle }] = readPuzzles('{"rows":[[1],[1]],"columns":[[1],[1]]}').puzzles;
  assert.equal(solve(puzzle).solutions, '2');
});

test('the options of solve are the limits of the solver', () => {
  const [{ puzzle }] = randomPuzzles({ width: 25, height: 25, density: 0.4, seed: 3 });
  assert.equal(solve(puzzle, { maxSteps: 1 }).stoppedBy !== null, true);
  const expected = solvePuzzle(puzzle, { ...UNTIMED, count: 5 });
  assert.equal(solve(puzzle, { count: 5 }).solutions, String(expected.solutions));
  assert.equal(solve(DIAGONALS, { count: 'exact', timeoutMs: undefined }).solutionsExact, true);
});

test('what is written is read back the same', () => {
  holds(50, [fc.integer({ min: 1, max: 1e6 })], (seed) => {
    const picture = randomPicture(randomNumbers(seed), 30, 0.5);
    const puzzle = puzzleOfPicture(picture, 6, 5);
    for (const format of ['json', 'non', 'csv', 'ndjson']) {
      const text = writePuzzle(puzzle, format, { name: 'one', title: 'One' });
      const read = readPuzzles(text, { format });
      assert.deepEqual(read.rejects, []);
      assert.deepEqual(read.puzzles[0].puzzle.rows, puzzle.rows);
    }
  });
});

test('the steps of a solving end in its solution', () => {
  for (const [i, { puzzle }] of [...everyGrid({ width: 3, height: 3 })].entries()) {
    const { solution, status } = solve(puzzle);
    if (status !== 'unique') continue;
    const { steps: told, cut } = steps(puzzle);
    assert.equal(cut, false);
    const cells = new Array<number>(9).fill(UNKNOWN);
    for (const { changes } of told) {
      for (const { row, column, from, to } of changes) {
        const at = (row - 1) * 3 + column - 1;
        assert.equal(cells[at], from);
        cells[at] = to;
      }
    }
    const text = [0, 3, 6].map((at) =>
      cells
        .slice(at, at + 3)
        .map((cell) => (cell === 1 ? '#' : '.'))
        .join(''),
    );
    assert.equal(text.join('/'), solution, `grid ${i}`);
    assert.ok(told.every(({ words }) => words.length > 0));
  }
});

test('generated puzzles are those of the command: the same seed, the same puzzles', () => {
  const names: string[] = [];
  for (const { name, goal } of randomPuzzles({ width: 5, height: 5, seed: 9, only: 'line' })) {
    assert.equal(goal.length, 25);
    names.push(name);
    if (names.length === 3) break;
  }
  const again = randomPuzzles({ width: 5, height: 5, seed: 9, only: 'line' });
  assertEach(names, () => (again.next().value as { name: string }).name, names);
  assert.equal([...everyGrid({ width: 2, height: 2 })].length, 16);
});
