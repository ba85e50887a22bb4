import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkCells, scoreCells } from '../../../../src/solver/craft/advice/mistake.js';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';

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

  void test('refuses a picture that fits the clues but not the start position', () => {
    const picture = Uint8Array.of(1, 0, 0, 1);
    const start = Uint8Array.of(0, UNKNOWN, UNKNOWN, UNKNOWN);
    const given = { ...puzzleOfPicture(picture, 2, 2), start };
    const mistake = { kind: 'cell', row: 1, column: 1, value: 1 };
    assert.deepEqual(checkCells(given, picture), { kind: 'wrong', mistake });
  });
});

void describe('scoreCells', () => {
  void test('counts the cells that a solution has with the right ones before them', () => {
    const random = randomNumbers(3);
    const right = (solutions: readonly Uint8Array[], cells: Uint8Array): number => {
      const kept = new Uint8Array(cells.length).fill(UNKNOWN);
      for (const [cell, value] of cells.entries()) {
        if (value === UNKNOWN) continue;
        kept[cell] = value;
        const has = (s: Uint8Array): boolean => kept.every((v, c) => v === UNKNOWN || v === s[c]);
        if (!solutions.some(has)) kept[cell] = UNKNOWN;
      }
      return kept.filter((value) => value !== UNKNOWN).length;
    };
    let several = 0;
    for (let i = 0; i < 200; i++) {
      const puzzle = puzzleOfPicture(randomPicture(random, 20, 0.5), 5, 4);
      const solutions = solutionsOf(puzzle);
      const cells = randomPicture(random, 20, 0.5).map((v) => (random() < 0.2 ? UNKNOWN : v));
      const scored = scoreCells(puzzle, cells);
      const { rightCells, unknown } = scored;
      assert.equal(rightCells, right(solutions, cells) / 20);
      assert.equal(unknown, cells.filter((cell) => cell === UNKNOWN).length);
      assert.equal(scored.kind, checkCells(puzzle, cells).kind);
      if (solutions.length > 1) several++;
    }
    assert.ok(several > 20);
  });

  void test('says which share of the lines fits', () => {
    const puzzle = puzzleOfPicture(Uint8Array.of(1, 1, 0, 0, 1, 0), 3, 2);
    const score = (...cells: number[]): number =>
      scoreCells(puzzle, Uint8Array.from(cells)).fittingLines;
    assert.equal(score(1, 1, 0, 0, 1, 0), 1);
    assert.equal(score(1, 1, 0, 0, 0, 1), 3 / 5);
    assert.equal(score(UNKNOWN, 1, 1, UNKNOWN, 1, UNKNOWN), 4 / 5);
    assert.equal(score(0, 0, 0, 0, 0, 0), 1 / 5);
  });
});
