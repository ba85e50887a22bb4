import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../src/puzzle/packed.js';
import { NEEDS } from '../../src/result/difficulty.js';
import { SETTINGS } from '../../src/solver/model/settings.js';
import { depth } from '../support/depth.js';
import { puzzleOf } from '../support/grids.js';
import { lookOf, pictureOf, randomOf, randomPicture, type Look } from './looks.js';
import { LIMITS, NOBODY, assertSame, byEngine, byRooms } from './same.js';

// Puzzles whose lines are no single word in the engine: colours, and more than 64 cells.

test('the engine and the rooms in TypeScript find the same in colours, by the same work', () => {
  let searched = 0;
  for (let seed = 1; seed <= depth(120, 2000); seed++) {
    const puzzle = randomPicture(lookOf(seed, 36, 2 + (seed % 6)), seed);
    const { status, counters } = assertSame(puzzle, LIMITS);
    if (status !== 'steps' && counters.conflicts > SETTINGS.briefConflicts) searched++;
  }
  assert.ok(searched > 0, 'none was decided by learning');
});

/** Many puzzles of these looks have one solution, and they need all that puzzles can need. */
const RATED: readonly Look[] = [
  { width: 8, height: 8, colours: 2, density: 0.5, runs: 0.8 },
  { width: 8, height: 8, colours: 3, density: 0.35, runs: 0.5 },
  { width: 66, height: 12, colours: 1, density: 0.5, runs: 0.5 },
  { width: 66, height: 20, colours: 1, density: 0.5, runs: 0.8 },
  { width: 70, height: 30, colours: 2, density: 0.6, runs: 0.8 },
];

test('they rate coloured and long puzzles alike, whatever these need', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= depth(150, 2000); seed++) {
    const look = RATED[seed % RATED.length];
    const words = pack(randomPicture(look, seed));
    const rated = byEngine.rate(byEngine.solve(words, 0, LIMITS));
    const ratedByRooms = byRooms.rate(byRooms.solve(words, 0, LIMITS, NOBODY));
    if (rated === null || ratedByRooms === null) continue;
    assert.deepEqual(rated, ratedByRooms);
    seen.add(rated.needs);
  }
  // Those that need complete line solving or nested assumptions are rare.
  for (const needs of NEEDS) {
    assert.ok(seen.has(needs) || needs === 'line' || needs === 'nested', [...seen].join());
  }
});

test('they agree on more than 64 cells a line, in black and white and in colours', () => {
  for (let seed = 1; seed <= depth(12, 250); seed++) {
    const look = lookOf(seed, 70, seed % 3 === 0 ? 3 : 1);
    assertSame(randomPicture({ ...look, width: 65 + (seed % 5) * 31 }, seed), LIMITS);
    assertSame(randomPicture({ ...look, height: 64 + (seed % 4) }, seed), LIMITS);
  }
});

test('they agree on lines with so much freedom that the starts of a block take several words', () => {
  for (let seed = 1; seed <= depth(12, 150); seed++) {
    for (const colours of [1, 4]) {
      const sparse = { width: 150, height: 40, colours, density: 0.08, runs: 0 };
      assertSame(randomPicture(sparse, seed), { ...LIMITS, maxSteps: 2000 });
      const dense = { width: 80 + 30 * (seed % 4), height: 20, colours, density: 0.6, runs: 0.95 };
      assertSame(randomPicture(dense, seed), { ...LIMITS, maxSteps: 2000 });
    }
  }
});

test('they agree on start positions, also on ones that no solution fits', () => {
  for (let seed = 1; seed <= depth(30, 400); seed++) {
    const look = lookOf(seed, seed % 5 === 0 ? 90 : 30, 1 + (seed % 4));
    const cells = pictureOf(look, seed);
    const random = randomOf(seed + 1);
    const start = Uint8Array.from(cells, (cell) => (random() < 0.15 ? cell : 255));
    if (seed % 3 === 0) start[Math.floor(random() * start.length)] = seed % (look.colours + 1);
    assertSame({ ...puzzleOf(cells, look.width, look.colours), start }, LIMITS);
  }
});

test('they agree on symmetric pictures, whose clauses are learned with their images', () => {
  for (let seed = 1; seed <= depth(6, 60); seed++) {
    for (const [width, colours] of [
      [11, 3],
      [34, 1],
    ]) {
      const height = 2 * width;
      const half = pictureOf({ width, height, colours, density: 0.5, runs: 0 }, seed);
      const whole = Array.from({ length: height }, (_, y) => {
        const row = half.slice(y * width, (y + 1) * width);
        return [...row, ...[...row].reverse()];
      });
      assertSame(puzzleOf(whole.flat(), height, colours), LIMITS);
    }
  }
});

test('they agree on any number of wanted solutions, guess depth, steps and memory', () => {
  for (let seed = 1; seed <= depth(4, 40); seed++) {
    const coloured = randomPicture({ ...lookOf(seed, 30, 3), density: 0.45, runs: 0 }, seed);
    const long = { width: 70, height: 25, colours: 1, density: 0.5, runs: 0.3 };
    for (const puzzle of [coloured, randomPicture(long, seed)]) {
      for (const count of [3, 40]) assertSame(puzzle, { ...LIMITS, count });
      for (const maxSteps of [1, 30, 100, 700]) assertSame(puzzle, { ...LIMITS, maxSteps });
      assertSame(puzzle, { ...LIMITS, guessDepth: 3, memoryBytes: 20_000_000 });
      assertSame(puzzle, { ...LIMITS, memoryBytes: 5000 });
    }
  }
  for (let seed = 1; seed <= depth(20, 300); seed++) {
    const small = { width: 7, height: 6, colours: 2 + (seed % 2), density: 0.5, runs: 0 };
    assertSame(randomPicture(small, seed), { ...LIMITS, guessDepth: Infinity });
  }
});

test('blank rows and columns before a puzzle, up to the longest side, change nothing in what is found', () => {
  const limits = { ...LIMITS, guessDepth: 2, maxSteps: 1_000_000 };
  let left = depth(6, 30);
  for (let seed = 1; left > 0; seed++) {
    const small = randomPicture({ width: 9, height: 9, colours: 1, density: 0.5, runs: 0 }, seed);
    const alone = byEngine.solve(pack(small), 0, limits);
    // Few have one solution that takes probes.
    if (alone.counters.probes === 0) continue;
    left--;
    const blank = Array.from({ length: [8191, 8192, 0xffff][left % 3] - 9 }, () => []);
    for (const puzzle of [
      { ...small, width: blank.length + 9, columns: [...blank, ...small.columns] },
      { ...small, height: blank.length + 9, rows: [...blank, ...small.rows] },
    ]) {
      const found = byEngine.solve(pack(puzzle), 0, limits);
      assert.equal(found.status, alone.status);
      assert.equal(found.guessDepth, alone.guessDepth);
      assert.equal(found.counters.probes, alone.counters.probes);
    }
  }
});
