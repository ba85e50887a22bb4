import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../support/tests.js';
import { puzzleOfPicture, randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { LIMITS } from './limits.js';

const solver = new Solver();

/** Runs something with other settings. */
function withSettings(changed: Partial<typeof SETTINGS>, run: () => void): void {
  const usual = { ...SETTINGS };
  Object.assign(SETTINGS, changed);
  try {
    run();
  } finally {
    Object.assign(SETTINGS, usual);
  }
}

/** By turns: colours, and the most cells of a side. */
const KINDS = [
  [1, 20],
  [2, 14],
  [1, 36],
  [3, 16],
  [1, 28],
  [1, 76],
] as const;

/** Of the i-th kind, with a start position now and then. */
function puzzleOfKind(random: () => number, i: number, filled: number): Puzzle {
  const [colours, most] = KINDS[i % KINDS.length];
  const width = 6 + Math.floor(random() * (most - 5));
  const height = 6 + Math.floor(random() * Math.min(most - 5, 14));
  const puzzle = randomPuzzle(random, width, height, filled, colours);
  if (i % 5 > 0) return puzzle;
  const start = new Uint8Array(width * height).fill(UNKNOWN);
  for (let k = 0; k < 3; k++) {
    start[Math.floor(random() * start.length)] = Math.floor(random() * (colours + 1));
  }
  return { ...puzzle, start };
}

/** What makes each way to count set in soon. */
const WAYS: readonly Partial<typeof SETTINGS>[] = [
  {},
  { backboneConflicts: -1 },
  { lastWhole: 0 },
  { firstWhole: 100, clauses: 50, moreClauses: 5 },
];

test('all ways to count come to the same number', () => {
  const random = randomNumbers(52);
  let counted = 0;
  for (let i = 0; i < depth(12, 400); i++) {
    const words = pack(puzzleOfKind(random, i, 0.25 + 0.3 * random()));
    const limits = { ...LIMITS, maxSteps: 60_000, count: 'exact' } as const;
    const found = new Set<bigint>();
    for (const way of WAYS) {
      withSettings(way, () => {
        const { solutions, solutionsExact } = solver.solve(words, 0, limits);
        if (solutionsExact) found.add(solutions);
      });
    }
    assert.ok(found.size <= 1, [...found].join());
    counted += found.size;
  }
  assert.ok(counted > 0, 'none was counted');
});

test('what is cut off is a lower bound, the same each time, and shows solutions that fit', () => {
  const random = randomNumbers(54);
  let cutOff = 0;
  for (let i = 0; i < depth(15, 400); i++) {
    const puzzle = puzzleOfKind(random, i, 0.3 + 0.3 * random());
    const words = pack(puzzle);
    const count = 'exact';
    const whole = solver.solve(words, 0, { ...LIMITS, maxSteps: 100_000, count });
    for (const maxSteps of [50, 300, 2000, 10_000]) {
      const limits = { ...LIMITS, maxSteps, count } as const;
      const found = solver.solve(words, 0, limits);
      assert.deepEqual(found, new Solver().solve(words, 0, limits));
      if (whole.solutionsExact) assert.ok(found.solutions <= whole.solutions);
      if (found.solutionsExact) assert.equal(found.solutions, whole.solutions);
      else cutOff++;
      for (const cells of [found.solution, found.secondSolution]) {
        if (cells !== null) assert.equal(checkSolution(puzzle, cells), null);
      }
      if (found.secondSolution !== null) {
        assert.ok(found.solutions >= 2n);
        assert.notDeepEqual(found.solution, found.secondSolution);
      }
    }
  }
  assert.ok(cutOff > 0, 'nothing was cut off');
});

test('a count within little memory forgets, and is the same', () => {
  const random = randomNumbers(53);
  let forgetful = 0;
  for (let i = 0; i < depth(12, 120); i++) {
    const words = pack(randomPuzzle(random, 9 + (i % 4), 9, 0.3, 1 + (i % 3)));
    const limits = { ...LIMITS, maxSteps: 100_000, count: 'exact' as const };
    const whole = solver.solve(words, 0, limits);
    if (!whole.solutionsExact) continue;
    withSettings({ countCacheBytes: 150_000 }, () => {
      const found = solver.solve(words, 0, { ...limits, maxSteps: Infinity });
      assert.equal(found.solutions, whole.solutions);
      if (found.counters.lineSolves > whole.counters.lineSolves) forgetful++;
    });
  }
  assert.ok(forgetful > 0, 'none forgot what it would have met again');
});

/**
 * In how many ways each row of a square can have one of the four cells from the diagonal on,
 * cyclically, and each column, too.
 */
function cyclicChoices(side: number): bigint {
  let sum = 0n;
  // Those of the first three columns that are left to the last rows.
  for (let left = 0; left < 8; left++) {
    // By the columns from the row's on that are taken: the ways so far.
    let ways = new Map([[left, 1n]]);
    for (let row = 0; row < side; row++) {
      const next = new Map<number, bigint>();
      for (const [taken, count] of ways) {
        for (let k = 0; k < 4; k++) {
          const after = taken | (1 << k);
          // No later row can take the column of this row.
          if (after === taken || (after & 1) === 0) continue;
          next.set(after >> 1, (next.get(after >> 1) ?? 0n) + count);
        }
      }
      ways = next;
    }
    sum += ways.get(left) ?? 0n;
  }
  return sum;
}

test('guesses nested a hundred deep make a count of dozens of digits', () => {
  const side = 200;
  const start = new Uint8Array(side * side);
  for (let i = 0; i < side; i++) {
    for (let k = 0; k < 4; k++) start[i * side + ((i + k) % side)] = UNKNOWN;
  }
  const ones = Array.from({ length: side }, () => [1]);
  const empty = puzzleOfPicture(new Uint8Array(side * side), side, side);
  const limits = { ...LIMITS, maxSteps: Infinity, count: 'exact' as const };
  const words = pack({ ...empty, rows: ones, columns: ones, start });
  const { solutions, solutionsExact } = solver.solve(words, 0, limits);
  assert.ok(solutionsExact);
  assert.equal(solutions, cyclicChoices(side));
});
