import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { block, type Clue, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { brokenLines } from '../../../../src/solver/core/puzzle/check.js';
import {
  checkCells,
  misfitsOf,
  misfitText,
  pictureMisfit,
  scoreCells,
  startMisfit,
} from '../../../../src/solver/craft/advice/mistake.js';
import { depth } from '../../../support/tests.js';
import { placementsOf, solutionsOf } from '../../../support/naive/brute-force.js';
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

void describe('misfits', () => {
  void test('a picture that does not fit is named with the first cell that no solution has', () => {
    const random = randomNumbers(3);
    const kinds = new Map<string, number>();
    for (let i = 0; i < 300; i++) {
      const puzzle = puzzleOfPicture(randomPicture(random, 16, 0.5), 4, 4);
      const solutions = solutionsOf(puzzle);
      const picture = randomPicture(random, 16, 0.5);
      const only = solutions.length === 1 && i % 2 === 0 ? solutions[0] : null;
      const misfit = pictureMisfit(puzzle, picture, only);
      if (solutions.some((solution) => solution.join() === picture.join())) {
        assert.equal(misfit, null);
        continue;
      }
      assert.ok(misfit?.kind === 'mistake' && misfit.mistake.kind !== 'line');
      const { mistake } = misfit;
      kinds.set(mistake.kind, (kinds.get(mistake.kind) ?? 0) + 1);
      const cell = (mistake.row - 1) * 4 + mistake.column - 1;
      assert.equal(picture[cell], mistake.value);
      const first = picture.findIndex((value, c) => solutions.every((s) => s[c] !== value));
      if (mistake.kind === 'cell') assert.equal(cell, first);
      else {
        assert.equal(first, -1);
        const goes = (last: number): boolean =>
          solutions.some((s) => s.every((value, c) => c > last || value === picture[c]));
        assert.ok(goes(cell - 1) && !goes(cell));
      }
    }
    assert.ok((kinds.get('cell') ?? 0) > 50 && (kinds.get('together') ?? 0) > 0);
  });

  void test('a start position that does not fit is named with its first wrong cell', () => {
    const plus = puzzleOfPicture(Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0), 3, 3);
    const start = new Uint8Array(9).fill(UNKNOWN);
    start[1] = 1;
    assert.equal(startMisfit({ ...plus, start }), null);
    start[3] = 0;
    start[8] = 1;
    const misfit = startMisfit({ ...plus, start });
    assert.ok(misfit !== null);
    assert.equal(
      misfitText(misfit, plus),
      'the start position does not fit the clues: row 2, cell 1 is blank, but no solution has it',
    );
    const none = { ...plus, rows: [[2], [3], [1]], start };
    assert.equal(startMisfit(none)?.kind, 'no-solution');
  });

  void test('a picture that contradicts only the start position is named with that cell', () => {
    const either = puzzleOfPicture(Uint8Array.of(1, 0, 0, 1), 2, 2);
    const start = Uint8Array.of(UNKNOWN, 1, UNKNOWN, UNKNOWN);
    const goal = Uint8Array.of(1, 0, 0, 1);
    const puzzle = { ...either, start };
    const [misfit] = misfitsOf({ puzzle, goal, status: 'multiple', solution: null });
    assert.deepEqual(misfit, { part: 'picture', kind: 'given', row: 1, column: 2, value: 0 });
    const solved = { puzzle, goal, status: 'unique', solution: Uint8Array.of(0, 1, 1, 0) } as const;
    const [known] = misfitsOf(solved);
    assert.ok(known.kind === 'mistake' && known.mistake.kind === 'cell');
  });
});

function fits(clue: Clue, cells: readonly number[], colours: number): boolean {
  const columns = cells.map(() => []);
  const puzzle = { width: cells.length, height: 1, rows: [clue], columns, colours };
  return brokenLines({ ...puzzle, palette: null, start: null }, cells).next().value !== 0;
}

for (const colours of [1, 3]) {
  test(`a line of ${colours} colours fits if and only if a placement agrees with its known cells`, () => {
    const random = randomNumbers(colours);
    const upTo = (most: number): number => Math.floor(random() * (most + 1));
    for (let time = 0; time < depth(500, 100_000); time++) {
      const length = 1 + upTo(8);
      const clue = Array.from({ length: upTo(3) }, () => block(1 + upTo(2), 1 + upTo(colours - 1)));
      const cells = Array.from({ length }, () =>
        random() < 0.4 ? UNKNOWN : random() < 0.5 ? 0 : 1 + upTo(colours - 1),
      );
      const wanted = placementsOf(clue, length).some((line) =>
        line.every((cell, i) => cells[i] === UNKNOWN || cells[i] === cell),
      );
      assert.equal(fits(clue, cells, colours), wanted, JSON.stringify({ clue, cells }));
    }
  });
}

test('lines of 31 cells, and longer ones, are read to their last cell', () => {
  for (const length of [30, 31, 32, 33, 64, 65]) {
    const cells = new Array<number>(length).fill(UNKNOWN);
    assert.ok(fits([length], cells, 1));
    assert.ok(fits([1, length - 2], cells, 1));
    assert.ok(!fits([2, length - 2], cells, 1));
    cells[length - 1] = 0;
    assert.ok(!fits([length], cells, 1));
    assert.ok(fits([length - 1], cells, 1));
    assert.ok(fits([], cells, 1));
  }
});
