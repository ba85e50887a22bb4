import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import type { Difficulty } from '../../../../src/solver/core/result/difficulty.js';
import { UNTIMED, deepTest, depth } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { naiveDifficulty } from '../../../support/naive/naive-difficulty.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPuzzle,
  puzzleOfClues,
} from '../../../support/random-puzzle.js';

interface Expected {
  readonly id: string;
  readonly rows: number[][];
  readonly columns: number[][];
  readonly line: number;
  readonly probe: number;
  readonly tries: number;
  readonly difficulty: number;
  readonly stars: number;
  readonly needs: string;
  readonly look_ahead: number | null;
}

const solver = new Solver();

function rate(puzzle: Puzzle): Difficulty | null {
  const outcome = solver.solve(pack(puzzle), 0, UNTIMED);
  return solver.rate(outcome);
}

/** Fails unless two figures agree to nine digits. */
function assertClose(actual: number, expected: number, what: string): void {
  const most = 1e-9 * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= most, `${what}: ${actual}, expected ${expected}`);
}

function assertAgrees(
  found: Difficulty | null,
  expected: Omit<Expected, 'rows' | 'columns'>,
): void {
  const { id } = expected;
  assert.ok(found !== null, `${id} has no score`);
  assertClose(found.effortLine, expected.line, `${id} line`);
  assertClose(found.effortProbe, expected.probe, `${id} probe`);
  assertClose(found.tries, expected.tries, `${id} tries`);
  assertClose(found.difficulty, expected.difficulty, `${id} difficulty`);
  assert.equal(found.stars, expected.stars, `${id} stars`);
  assert.equal(found.needs, expected.needs, `${id} needs`);
  assert.equal(found.lookAhead, expected.look_ahead, `${id} look-ahead`);
}

function expectedIn(path: string): Expected[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Expected);
}

function assertFile(path: string): void {
  for (const expected of expectedIn(path)) {
    const { rows, columns } = expected;
    assertAgrees(rate(puzzleOfClues(rows, columns)), expected);
  }
}

const SHARED = join('..', 'shared', 'difficulty', 'expected-look-ahead.ndjson');

test(
  'scores, stars, needs and look-ahead are those of an implementation that shares nothing with this one',
  existsSync(SHARED) ? {} : { skip: `${SHARED} is absent` },
  () => assertFile(SHARED),
);

test('scores, stars, needs and look-ahead of 115 puzzles are those that enumeration of placements found', () => {
  assertFile(join('test', 'fixtures', 'difficulty.ndjson'));
});

function assertAgreesWithNaive(found: Difficulty | null, id: string, puzzle: Puzzle): void {
  const { bound, lookAhead, opening, narrowest, ...naive } = naiveDifficulty(puzzle);
  assert.equal(found?.difficultyBound, bound, `${id} bound`);
  assert.deepEqual([found.opening, found.narrowest], [opening, narrowest], `${id} opening`);
  assertAgrees(found, { id, ...naive, look_ahead: lookAhead });
}

/**
 * Compares random puzzles with the second implementation; at least `most` of them must have a
 * score.
 */
function compare(
  seed: number,
  count: number,
  draw: (random: () => number) => Puzzle,
  least: number,
): void {
  const random = randomNumbers(seed);
  let rated = 0;
  for (let i = 0; i < count; i++) {
    const puzzle = draw(random);
    const found = rate(puzzle);
    if (found === null) continue;
    rated++;
    assertAgreesWithNaive(found, `seed ${seed}, puzzle ${i}`, puzzle);
  }
  assert.ok(rated >= least, `only ${rated} of ${count} have a score`);
}

test('a score that exceeds the budget is null, and the verdict stays', () => {
  const puzzle = randomPuzzle(randomNumbers(4), 15, 15, 0.6);
  const limits = UNTIMED;
  const free = solver.solve(pack(puzzle), 0, limits);
  assert.equal(free.status, 'unique');
  assert.notEqual(solver.rate(free), null);
  const maxSteps = free.counters.lineSolves + 60;
  const limited = solver.solve(pack(puzzle), 0, { ...limits, maxSteps });
  assert.deepEqual(limited, free);
  assert.equal(solver.rate(limited), null);
});

test('puzzles with none or several solutions have no score', () => {
  const rows = [[1], [1]];
  assert.equal(rate(puzzleOfClues(rows, rows)), null);
  assert.equal(rate(puzzleOfClues(rows, [[2], [1]])), null);
});

test('a puzzle opens with the lines that tell something at first, and is narrowest before its last round', () => {
  const sides = { colours: 1, palette: null, start: null };
  // The rows of 3 and 1 1 and the columns of 3 tell something, and then nothing is left.
  const frame = { ...sides, width: 3, height: 3, rows: [[3], [1, 1], [3]] };
  const { opening, narrowest } = rate({ ...frame, columns: [[3], [1, 1], [3]] })!;
  assert.deepEqual([opening, narrowest], [6, 6]);
  const known = Uint8Array.of(1, 0);
  const given = { ...sides, width: 2, height: 1, rows: [[1]], columns: [[1], []], start: known };
  assert.deepEqual([rate(given)?.opening, rate(given)?.narrowest], [0, 0]);
});

test('assumptions are needed exactly at the guess depths that say so', () => {
  const random = randomNumbers(6);
  const seen = new Set<string>();
  for (let i = 0; i < depth(500, 3000); i++) {
    const puzzle = randomPuzzle(random, between(random, 8, 15), between(random, 8, 15), 0.45);
    const outcome = solver.solve(pack(puzzle), 0, UNTIMED);
    const rated = solver.rate(outcome);
    if (rated === null) continue;
    const { needs, lookAhead } = rated;
    const depth = needs === 'nested' ? null : lookAhead !== null ? 1 : 0;
    assert.equal(outcome.guessDepth, depth);
    seen.add(needs);
  }
  for (const needs of ['overlap', 'bounds', 'runs', 'lookahead', 'assumption']) {
    assert.ok(seen.has(needs), `no puzzle needs ${needs}`);
  }
});

function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

test('enumeration of placements finds the same score for random puzzles in black and white', () => {
  const draw = (random: () => number): Puzzle =>
    randomPuzzle(random, between(random, 1, 12), between(random, 1, 12), 0.35 + random() * 0.4);
  compare(1, depth(250, 2200), draw, depth(125, 1100));
});

test('enumeration of placements finds the same score for random puzzles in colours', () => {
  const draw = (random: () => number): Puzzle => {
    const density = 0.4 + random() * 0.4;
    return randomPuzzle(random, between(random, 2, 9), between(random, 2, 9), density, 3);
  };
  compare(2, depth(100, 500), draw, depth(50, 250));
});

test('enumeration of placements finds the same score for random puzzles with a start', () => {
  const draw = (random: () => number): Puzzle => {
    const puzzle = randomPuzzle(random, between(random, 3, 9), between(random, 3, 9), 0.45);
    const { solution } = solver.solve(pack(puzzle), 0, UNTIMED);
    const start = Uint8Array.from(solution!, (cell) => (random() < 0.2 ? cell : 255));
    return { ...puzzle, start };
  };
  compare(3, depth(75, 300), draw, depth(50, 200));
});

deepTest('enumeration finds the same score where assumptions meet lines of freedom', () => {
  const random = randomNumbers(5);
  const draw = (): Puzzle => {
    const [width, height] = [between(random, 66, 71), between(random, 3, 5)];
    const cells = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      let column = between(random, 0, 59);
      for (const length of [between(random, 1, 4), between(random, 1, 4)]) {
        const end = Math.min(width, column + length);
        cells.fill(1, row * width + Math.min(width, column), row * width + end);
        column = end + between(random, 1, 6);
      }
    }
    return puzzleOfPicture(cells, width, height);
  };
  for (let compared = 0; compared < 30;) {
    const puzzle = draw();
    const found = rate(puzzle);
    if (found?.lookAhead == null) continue;
    compared++;
    assertAgreesWithNaive(found, `puzzle ${compared}`, puzzle);
  }
});
