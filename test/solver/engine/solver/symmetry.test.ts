import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import {
  block,
  blockColour,
  blockLength,
  type Clue,
  type Puzzle,
} from '../../../../src/solver/core/puzzle/types.js';
import type { Difficulty } from '../../../../src/solver/core/result/difficulty.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { symmetries } from '../../../support/symmetries.js';
import { holds } from '../../../support/property.js';

const solver = new Solver();

function rate(puzzle: Puzzle): Difficulty | null {
  return solver.rate(solver.solve(pack(puzzle), 0, UNTIMED));
}

interface Shape {
  readonly sides: readonly [number, number];
  readonly density: number;
  readonly colours: number;
  readonly given: number;
}

/**
 * Fails unless a random puzzle has the same difficulty, to the last bit, in all eight positions.
 */
function assertSymmetric(seed: number, { sides, density, colours, given }: Shape): void {
  const random = randomNumbers(seed);
  let puzzle = randomPuzzle(random, sides[0], sides[1], density, colours);
  if (given > 0) {
    const { solution } = solver.solve(pack(puzzle), 0, UNTIMED);
    const start = Uint8Array.from(solution!, (cell) => (random() < given ? cell : 255));
    puzzle = { ...puzzle, start };
  }
  const [first, ...others] = symmetries(puzzle).map(rate);
  for (const other of others) assert.deepStrictEqual(other, first);
}

const side = (most: number): fc.Arbitrary<[number, number]> =>
  fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most }));

function assertLaw(runs: number, most: number, shape: Partial<Shape> = {}): void {
  const density = fc.double({ min: 0.4, max: 0.75, noNaN: true });
  holds(depth(runs / 2, runs), [fc.integer(), side(most), density], (seed, sides, filled) =>
    assertSymmetric(seed, { sides, density: filled, colours: 1, given: 0, ...shape }),
  );
}

test('the eight positions of a puzzle are turns of each other', () => {
  const puzzle = randomPuzzle(randomNumbers(1), 4, 3, 0.5);
  const all = symmetries(puzzle);
  assert.equal(new Set(all.map((one) => JSON.stringify([one.rows, one.columns]))).size, 8);
});

test('difficulty is exactly the same for a puzzle turned and mirrored', () => assertLaw(300, 20));

test('difficulty is exactly the same for a puzzle turned and mirrored on a table of lines', () =>
  assertLaw(300, 6));

test('difficulty is exactly the same for a puzzle turned and mirrored beyond 32 cells a line', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const sides = [30 + seed, 25 + seed] as const;
    assertSymmetric(seed, { sides, density: 0.66, colours: 1, given: 0 });
  }
});

test('difficulty is exactly the same for a coloured puzzle turned and mirrored', () =>
  assertLaw(100, 12, { colours: 3 }));

test('difficulty is exactly the same for a puzzle with a start position turned and mirrored', () =>
  assertLaw(100, 14, { given: 0.15 }));

test('difficulty is exactly the same for a puzzle whose colours are exchanged', () => {
  const random = randomNumbers(7);
  const recoloured = (clue: Clue): Clue =>
    clue.map((one) => block(blockLength(one), (blockColour(one) % 3) + 1));
  for (let i = 0; i < depth(50, 500); i++) {
    const puzzle = randomPuzzle(random, 8, 8, 0.55, 3);
    const [rows, columns] = [puzzle.rows.map(recoloured), puzzle.columns.map(recoloured)];
    assert.deepStrictEqual(rate({ ...puzzle, rows, columns }), rate(puzzle));
  }
});
