import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, type Clue, type Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import type { Outcome } from '../../../../../src/solver/core/result/outcome.js';
import { UNTIMED } from '../../../../support/untimed.js';
import { SETTINGS } from '../../../../../src/solver/engine/model/settings.js';
import { solvePuzzle } from '../../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../../support/depth.js';
import { puzzleOfPicture, randomNumbers, randomPuzzle } from '../../../../support/random-puzzle.js';

/** An estimate within so many line solves, nearly all of which are kept for it. */
function estimateOf(puzzle: Puzzle, maxSteps: number): Outcome {
  const { estimateShare, estimateCounted } = SETTINGS;
  SETTINGS.estimateShare = 0.999;
  SETTINGS.estimateCounted = 8;
  try {
    return solvePuzzle(puzzle, { ...UNTIMED, maxSteps, count: 'estimate' });
  } finally {
    Object.assign(SETTINGS, { estimateShare, estimateCounted });
  }
}

/** One cell in each row and column of a square: n! solutions. */
function permutations(side: number): Puzzle {
  const ones = Array.from({ length: side }, (): Clue => [1]);
  const empty = puzzleOfPicture(new Uint8Array(side * side), side, side);
  return { ...empty, rows: ones, columns: ones };
}

function log10OfFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log10(i);
  return sum;
}

/**
 * How many of the puzzles have an exact count within two errors of the estimate, and how many
 * estimates there are.
 */
function hitsOf(puzzles: readonly Puzzle[], maxSteps: number): { hits: number; estimates: number } {
  let hits = 0;
  let estimates = 0;
  for (const puzzle of puzzles) {
    const exact = solvePuzzle(puzzle, { ...UNTIMED, count: 'exact' });
    const outcome = estimateOf(puzzle, maxSteps);
    if (outcome.solutionsExact) assert.equal(outcome.solutions, exact.solutions);
    if (outcome.countEstimate === null) continue;
    assert.ok(outcome.countEstimateError !== null);
    estimates++;
    const apart = Math.abs(outcome.countEstimate - Math.log10(Number(exact.solutions)));
    if (apart <= 2 * outcome.countEstimateError) hits++;
    assert.ok(apart <= 6 * outcome.countEstimateError + 0.01, `${apart} apart`);
  }
  return { hits, estimates };
}

test('most exact counts are within two errors of the estimate', () => {
  const random = randomNumbers(1);
  const puzzles = Array.from({ length: depth(8, 16) }, () => randomPuzzle(random, 10, 10, 0.2));
  const { hits, estimates } = hitsOf(puzzles, 40_000);
  assert.ok(estimates >= puzzles.length / 2, `${estimates} estimates`);
  assert.ok(hits >= 0.8 * estimates, `${hits} of ${estimates}`);
});

test('coloured puzzles and lines of more than 32 cells are estimated as well', () => {
  const black = permutations(9);
  const wide = {
    ...black,
    width: 40,
    columns: Array.from({ length: 40 }, (_, i) => (i < 9 ? [1] : [])),
  };
  const one = Array.from({ length: 12 }, (_, i) => [block(1, 1 + (i % 2))]);
  const coloured = { ...permutations(12), rows: one, columns: one, colours: 2 };
  for (const [puzzle, log10] of [
    [wide, log10OfFactorial(9)],
    [coloured, 2 * log10OfFactorial(6)],
  ] as const) {
    const { solutions, solutionsExact, ...estimate } = estimateOf(puzzle, 100_000);
    if (solutionsExact) {
      assert.equal(Math.round(Math.pow(10, log10)), Number(solutions));
      continue;
    }
    const { countEstimate, countEstimateError } = estimate;
    assert.ok(countEstimate !== null && countEstimateError !== null);
    assert.ok(Math.abs(countEstimate - log10) <= 3 * countEstimateError, `${countEstimate}`);
  }
});

test('the number of permutations is estimated where counting them takes too long', () => {
  for (const side of [9, 10]) {
    const outcome = estimateOf(permutations(side), 60_000);
    const { countEstimate, countEstimateError } = outcome;
    assert.ok(countEstimate !== null && countEstimateError !== null);
    assert.ok(Math.abs(countEstimate - log10OfFactorial(side)) <= 2 * countEstimateError);
    assert.deepEqual(
      [outcome.status, outcome.stoppedBy, outcome.solutionsExact],
      ['multiple', 'steps', false],
    );
    assert.ok(outcome.solutions >= 2n && outcome.secondSolution !== null);
  }
});

test('an estimate is the same for the same puzzle and steps', () => {
  const puzzle = permutations(8);
  const first = estimateOf(puzzle, 20_000);
  assert.ok(first.countEstimate !== null);
  estimateOf(permutations(7), 20_000);
  assert.deepEqual(estimateOf(puzzle, 20_000), first);
});

test('a count that the limits allow is exact, and not estimated', () => {
  const outcome = solvePuzzle(permutations(8), { ...UNTIMED, count: 'estimate' });
  assert.deepEqual(
    [outcome.solutions, outcome.solutionsExact, outcome.stoppedBy, outcome.countEstimate],
    [40_320n, true, null, null],
  );
});

test('what a count leaves open may still be counted exactly by the ways of the estimate', () => {
  const outcome = estimateOf(permutations(5), 20_000);
  assert.deepEqual(
    [outcome.solutions, outcome.solutionsExact, outcome.stoppedBy, outcome.countEstimate],
    [120n, true, null, null],
  );
});

test('nothing is estimated unless that is asked for', () => {
  for (const count of [2, 1000, 'exact'] as const) {
    const outcome = solvePuzzle(permutations(12), { ...UNTIMED, maxSteps: 10_000, count });
    assert.deepEqual([outcome.countEstimate, outcome.countEstimateError], [null, null]);
  }
});

test('limits that are too narrow make no estimate, and what was found stays', () => {
  const outcome = estimateOf(permutations(20), 60);
  assert.deepEqual([outcome.countEstimate, outcome.solutionsExact], [null, false]);
  assert.equal(outcome.stoppedBy, 'steps');
});
