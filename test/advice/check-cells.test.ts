import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkCells } from '../../src/advice/mistake.js';
import { UNKNOWN } from '../../src/puzzle/types.js';
import { solutionsOf } from '../support/naive/brute-force.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../support/random-puzzle.js';

void describe('checkCells', () => {
  void test('accepts every solution, and no other picture', () => {
    const random = randomNumbers(1);
    for (let i = 0; i < 40; i++) {
      const puzzle = puzzleOfPicture(randomPicture(random, 16, 0.5), 4, 4);
      const solutions = solutionsOf(puzzle);
      for (const solution of solutions) {
        assert.equal(checkCells(puzzle, solution).kind, 'solution');
      }
      const other = randomPicture(random, 16, 0.5);
      const isSolution = solutions.some((solution) => solution.join() === other.join());
      assert.equal(checkCells(puzzle, other).kind, isSolution ? 'solution' : 'wrong');
    }
  });

  void test('a partial grid is on the way if and only if a solution has its cells', () => {
    const random = randomNumbers(2);
    const kinds = new Set<string>();
    for (let i = 0; i < 300; i++) {
      const puzzle = puzzleOfPicture(randomPicture(random, 20, 0.5), 5, 4);
      const solutions = solutionsOf(puzzle);
      const cells = randomPicture(random, 20, 0.5).map((v) => (random() < 0.7 ? UNKNOWN : v));
      const fits = solutions.filter((s) =>
        s.every((v, c) => cells[c] === UNKNOWN || v === cells[c]),
      );
      const checked = checkCells(puzzle, cells);
      assert.equal(checked.kind, fits.length > 0 ? 'on-the-way' : 'wrong');
      kinds.add(checked.kind === 'wrong' ? checked.mistake.kind : checked.kind);
      if (checked.kind !== 'wrong' || checked.mistake.kind === 'line') continue;
      const { row, column, value, kind } = checked.mistake;
      const cell = (row - 1) * 5 + column - 1;
      assert.equal(cells[cell], value);
      const before = (s: Uint8Array, last: number): boolean =>
        s.every((v, c) => c > last || cells[c] === UNKNOWN || v === cells[c]);
      if (kind === 'cell') assert.ok(solutions.every((s) => s[cell] !== value));
      else {
        assert.ok(solutions.some((s) => before(s, cell - 1)));
        assert.ok(!solutions.some((s) => before(s, cell)));
      }
    }
    assert.deepEqual([...kinds].sort(), ['cell', 'line', 'on-the-way', 'together']);
  });

  void test('says so if nothing can be right', () => {
    const puzzle = puzzleOfPicture(Uint8Array.of(1, 0, 0, 1), 2, 2);
    const none = { ...puzzle, rows: [[2], []], columns: [[2], []] };
    assert.equal(checkCells(none, new Uint8Array(4).fill(UNKNOWN)).kind, 'impossible');
  });
});
