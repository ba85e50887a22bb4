import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../../../src/solver/core/puzzle/check.js';
import { UNKNOWN, type Clue, type Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { UNTIMED, depth } from '../../../../support/tests.js';
import { SETTINGS } from '../../../../../src/solver/engine/model/settings.js';
import { solvePuzzle } from '../../../../../src/solver/engine/solver/solve.js';
import { solutionsOf } from '../../../../support/naive/brute-force.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPuzzle,
  withSwappedRows,
} from '../../../../support/random-puzzle.js';

const EXACT = { ...UNTIMED, count: 'exact' } as const;

function countOf(puzzle: Puzzle): bigint {
  const outcome = solvePuzzle(puzzle, EXACT);
  assert.ok(outcome.solutionsExact);
  return outcome.solutions;
}

/** An n x n grid whose every line has one filled cell: a permutation, so n! solutions. */
function permutations(n: number): Puzzle {
  const ones = Array.from({ length: n }, (): Clue => [1]);
  return { ...puzzleOfPicture(new Uint8Array(n * n), n, n), rows: ones, columns: ones };
}

/** Square puzzles on the diagonal of a grid, all cells off it given as blank: counts multiply. */
function onDiagonal(puzzles: readonly Puzzle[]): Puzzle {
  const side = puzzles.reduce((sum, puzzle) => sum + puzzle.width, 0);
  const start = new Uint8Array(side * side);
  let at = 0;
  for (const { width } of puzzles) {
    for (let y = at; y < at + width; y++) start.fill(UNKNOWN, y * side + at, y * side + at + width);
    at += width;
  }
  return {
    ...puzzleOfPicture(new Uint8Array(side * side), side, side),
    rows: puzzles.flatMap((puzzle) => puzzle.rows),
    columns: puzzles.flatMap((puzzle) => puzzle.columns),
    start,
  };
}

test('the counts of all clue sets of n x n grids, each once, add up to 2^(n*n)', () => {
  for (let n = 1; n <= depth(3, 4); n++) {
    const seen = new Set<string>();
    let sum = 0n;
    for (let bits = 0; bits < 1 << (n * n); bits++) {
      const cells = Uint8Array.from({ length: n * n }, (_, i) => (bits >> i) & 1);
      const puzzle = puzzleOfPicture(cells, n, n);
      const key = JSON.stringify([puzzle.rows, puzzle.columns]);
      if (seen.has(key)) continue;
      seen.add(key);
      sum += countOf(puzzle);
    }
    assert.equal(sum, 2n ** BigInt(n * n), `${n}x${n}`);
  }
});

test('random puzzles have as many solutions as brute force finds', () => {
  const random = randomNumbers(31);
  for (let i = 0; i < depth(50, 400); i++) {
    const width = 4 + (i % 3);
    const height = 4 + Math.floor(random() * 3);
    let puzzle = randomPuzzle(random, width, height, 0.2 + 0.5 * random());
    if (i % 4 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
    assert.equal(countOf(puzzle), BigInt(solutionsOf(puzzle).length), JSON.stringify(puzzle));
  }
});

test('coloured puzzles and start positions have as many solutions as brute force finds', () => {
  const random = randomNumbers(32);
  for (let i = 0; i < depth(50, 400); i++) {
    const colours = 1 + (i % 4);
    const drawn = randomPuzzle(random, 5, 4, 0.2 + 0.7 * random(), colours);
    const start = new Uint8Array(20).fill(UNKNOWN);
    start[Math.floor(random() * 20)] = Math.floor(random() * (colours + 1));
    const puzzle = i % 2 === 0 ? drawn : { ...drawn, start };
    assert.equal(countOf(puzzle), BigInt(solutionsOf(puzzle).length), JSON.stringify(puzzle));
  }
});

test('permutation grids have n! solutions, beyond what a double holds', () => {
  let factorial = 1n;
  for (let n = 1; n <= depth(10, 12); n++) {
    factorial *= BigInt(n);
    assert.equal(countOf(permutations(n)), factorial);
  }
});

test('parts that share no line multiply, to any number of digits, on wide grids too', () => {
  const parts = depth(20, 40);
  const puzzle = onDiagonal(Array.from({ length: parts }, () => permutations(4)));
  assert.equal(countOf(puzzle), 24n ** BigInt(parts));
});

test('the first two solutions are kept, and differ', () => {
  const outcome = solvePuzzle(permutations(6), EXACT);
  assert.equal(outcome.status, 'multiple');
  assert.ok(outcome.solution !== null && outcome.secondSolution !== null);
  assert.notDeepEqual(outcome.solution, outcome.secondSolution);
});

test('puzzles that need guesses have as many solutions as a search finds one by one, and show two', () => {
  const random = randomNumbers(33);
  for (let i = 0; i < depth(8, 25); i++) {
    const puzzle = randomPuzzle(random, 14, 14, 0.4);
    const oneByOne = solvePuzzle(puzzle, { ...EXACT, count: 20_000 });
    if (!oneByOne.solutionsExact) continue;
    const outcome = solvePuzzle(puzzle, EXACT);
    assert.equal(outcome.solutions, oneByOne.solutions, JSON.stringify(puzzle));
    const forgetful = solvePuzzle(puzzle, { ...EXACT, memoryBytes: 1_500_000 });
    assert.equal(forgetful.solutions, oneByOne.solutions, JSON.stringify(puzzle));
    for (const cells of [outcome.solution, outcome.secondSolution]) {
      assert.equal(cells === null ? null : checkSolution(puzzle, cells), null);
    }
    assert.notDeepEqual(outcome.solution, outcome.secondSolution);
  }
});

test('counting around solutions finds as many as counting one by one', () => {
  const usual = { ...SETTINGS };
  const random = randomNumbers(39);
  try {
    for (let i = 0; i < depth(40, 300); i++) {
      // Without the backbone, or with it but no count of everything.
      Object.assign(SETTINGS, i % 2 === 0 ? { backboneConflicts: -1 } : { ...usual, lastWhole: 0 });
      const colours = 1 + (i % 3);
      const drawn = randomPuzzle(random, 5, 6, 0.2 + 0.5 * random(), colours);
      const puzzle = i % 4 < 2 ? drawn : withSwappedRows(drawn, 0, 5);
      assert.equal(countOf(puzzle), BigInt(solutionsOf(puzzle).length), JSON.stringify(puzzle));
    }
    for (let i = 0; i < depth(12, 40); i++) {
      Object.assign(SETTINGS, i % 2 === 0 ? { backboneConflicts: -1 } : { ...usual, lastWhole: 0 });
      const puzzle = randomPuzzle(random, 15, 13, 0.42, 1 + (i % 2));
      const oneByOne = solvePuzzle(puzzle, { ...EXACT, count: 10_000 });
      if (!oneByOne.solutionsExact) continue;
      const outcome = solvePuzzle(puzzle, EXACT);
      assert.equal(outcome.solutions, oneByOne.solutions, JSON.stringify(puzzle));
      assert.equal(outcome.status, oneByOne.status);
    }
    assert.equal(countOf(permutations(8)), 40_320n);
  } finally {
    Object.assign(SETTINGS, usual);
  }
});

test('lines of more than 26 cells are told apart by each of their cells', () => {
  // The tenth would be counted wrong if a line's two planes were packed into one double.
  const random = randomNumbers(37);
  for (let i = 0; i < depth(4, 12); i++) {
    const puzzle = randomPuzzle(random, 27, 11, 0.42);
    const oneByOne = solvePuzzle(puzzle, { ...EXACT, count: 20_000 });
    assert.equal(countOf(puzzle), oneByOne.solutions, JSON.stringify(puzzle));
  }
});

test('puzzles with many clusters of solutions have the count of their transposes and mirror images', () => {
  const random = randomNumbers(38);
  for (let i = 0; i < depth(4, 12); i++) {
    const puzzle = randomPuzzle(random, 14, 13, 0.42);
    const { width, height, rows, columns } = puzzle;
    const back = (clues: readonly Clue[]): Clue[] => clues.map((clue) => clue.slice().reverse());
    const count = countOf(puzzle);
    const transposed = { ...puzzle, width: height, height: width, rows: columns, columns: rows };
    const mirrored = { ...puzzle, rows: back(rows), columns: columns.slice().reverse() };
    assert.equal(countOf(transposed), count, JSON.stringify(puzzle));
    assert.equal(countOf(mirrored), count, JSON.stringify(puzzle));
  }
});

test('if the budget ends first, the count is a proven lower bound', () => {
  const puzzle = permutations(16);
  const outcome = solvePuzzle(puzzle, { ...EXACT, maxSteps: 30_000 });
  assert.equal(outcome.status, 'multiple');
  assert.equal(outcome.stoppedBy, 'steps');
  assert.ok(!outcome.solutionsExact);
  assert.ok(outcome.solutions >= 2n && outcome.solutions < 20_922_789_888_000n);
});

test('with little memory, counting forgets but does not fail', () => {
  const limits = { ...EXACT, memoryBytes: 200_000 };
  const outcome = solvePuzzle(permutations(8), limits);
  assert.equal(outcome.solutions, 40_320n);
  assert.ok(outcome.solutionsExact);
});
