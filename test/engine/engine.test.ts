import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ENGINE_SETTINGS, newEngine, type EngineQuestion } from '../../src/engine/engine.js';
import { SOURCE } from '../../src/engine/module.js';
import { pack } from '../../src/puzzle/packed.js';
import { SETTINGS } from '../../src/solver/model/settings.js';
import { Solver } from '../../src/solver/solve.js';
import { UNKNOWN, type Puzzle } from '../../src/puzzle/types.js';
import { NEEDS } from '../../src/result/difficulty.js';
import { depth } from '../support/depth.js';
import { puzzleOf, randomPuzzle } from '../support/grids.js';
import { LIMITS, NOBODY, assertSame, byEngine, byRooms } from './same.js';

const ASSEMBLY = fileURLToPath(new URL('../../../src/engine/assembly', import.meta.url));

/** Nothing runs out, two solutions are wanted, and one level of contradictions. */
const QUESTION: EngineQuestion = {
  wanted: 2,
  guessDepth: 1,
  maxSteps: Infinity,
  memoryBytes: Infinity,
  isTimeOver: () => false,
};

/** The puzzle of a random picture that is its own mirror image, so that what is learned has images. */
function mirrorPuzzle(side: number, density: number, seed: number): Puzzle {
  const cells = randomPuzzle(side, density, seed).rows.flatMap((clue) => {
    const line = new Array<number>(side).fill(0);
    // The clue from the middle to both sides.
    let at = side >> 1;
    for (const size of clue) {
      for (let i = 0; i < size && at < side; i++, at++) line[at] = line[side - 1 - at] = 1;
      at++;
    }
    return line;
  });
  return puzzleOf(cells, side);
}

test('the compiled module is that of the source', () => {
  const digest = createHash('sha256');
  for (const name of readdirSync(ASSEMBLY).sort()) {
    if (name.endsWith('.ts')) digest.update(name).update(readFileSync(join(ASSEMBLY, name)));
  }
  assert.equal(SOURCE, digest.digest('hex'), 'npm run build-engine makes it again');
});

test('the settings have the same order on both sides', () => {
  const text = readFileSync(join(ASSEMBLY, 'settings.ts'), 'utf8');
  const [, names] = /enum Setting \{([^}]*)\}/.exec(text)!;
  assert.deepEqual(names.match(/\w+/g), ENGINE_SETTINGS);
});

test('the engine and the rooms in TypeScript find the same, by the same work', () => {
  for (const side of [6, 7, 10, 15, 20, 25, 31, 32, 33, 40, 63, 64]) {
    for (let seed = 1; seed <= depth(4, 40); seed++) {
      assertSame(randomPuzzle(side, 0.4 + (seed % 4) / 10, seed), LIMITS);
    }
  }
});

test('they agree on grids whose sides differ, on both sides of the limits of a word', () => {
  for (const [width, height] of [
    [1, 64],
    [64, 1],
    [5, 33],
    [32, 33],
    [33, 7],
    [64, 12],
    [7, 6],
  ]) {
    const whole = randomPuzzle(64, 0.5, width);
    const cells = Array.from({ length: width * height }, (_, i) =>
      Number((whole.rows[i % 64].length * (i + 7)) % 5 < 2),
    );
    assertSame(puzzleOf(cells, width), LIMITS);
  }
});

test('they agree on start positions, also on ones that no solution fits', () => {
  for (let seed = 1; seed <= depth(30, 300); seed++) {
    const side = 8 + (seed % 30);
    const puzzle = randomPuzzle(side, 0.5, seed);
    const start = Uint8Array.from({ length: side * side }, (_, i) =>
      (i * 31 + seed) % 97 === 0 ? (i >> 3) & 1 : 255,
    );
    assertSame({ ...puzzle, start }, LIMITS);
  }
});

test('they agree on symmetric puzzles, whose clauses are learned with their images', () => {
  for (let seed = 1; seed <= depth(8, 60); seed++) {
    assertSame(mirrorPuzzle(24, 0.35, seed), LIMITS);
    assertSame(mirrorPuzzle(36, 0.35, seed), LIMITS);
  }
});

test('they agree on any number of wanted solutions, guess depth and steps', () => {
  for (let seed = 1; seed <= depth(3, 20); seed++) {
    for (const side of [16, 35]) {
      const puzzle = randomPuzzle(side, 0.45, seed);
      for (const count of [3, 40, 100_000]) assertSame(puzzle, { ...LIMITS, count });
      for (const maxSteps of [1, 30, 100, 700, 3000]) assertSame(puzzle, { ...LIMITS, maxSteps });
      assertSame(puzzle, { ...LIMITS, guessDepth: 2, maxSteps: 3000 });
    }
  }
});

test('they agree on guess depth to any level, and without room for what probes remember', () => {
  for (let seed = 1; seed <= depth(12, 200); seed++) {
    const side = 7 + (seed % 5);
    const puzzle = randomPuzzle(side, 0.4 + (seed % 3) / 20, seed);
    // A cell that is wrong makes some without a solution.
    const start = new Uint8Array(side * side).fill(255);
    start[seed % start.length] = seed & 1;
    for (const guessDepth of [3, Infinity]) {
      assertSame(puzzle, { ...LIMITS, guessDepth });
      assertSame({ ...puzzle, start }, { ...LIMITS, guessDepth });
    }
  }
  for (let seed = 1; seed <= depth(3, 20); seed++) {
    const limits = { ...LIMITS, maxSteps: 50_000, memoryBytes: 20_000_000 };
    assertSame(randomPuzzle(25, 0.5, seed), limits);
    assertSame(randomPuzzle(34, 0.5, seed), limits);
  }
});

test('they rate alike, with and without a start position, whatever the puzzle needs', () => {
  const seen = new Set<string>();
  const limits = { ...LIMITS, maxSteps: 1_000_000 };
  for (let seed = 1; seed <= depth(150, 2000); seed++) {
    const side = [3, 5, 6, 8, 10, 12, 15, 20, 33, 40][seed % 10];
    const density = side > 20 ? 0.7 : [0.45, 0.5, 0.6][seed % 3];
    // Small seeds make pictures that are alike.
    const puzzle = randomPuzzle(side, density, Math.imul(seed, 0x9e3779b1));
    const { solution } = byEngine.solve(pack(puzzle), 0, limits);
    const start = solution?.map((cell, i) => ((i * 7 + seed) % 11 === 0 ? cell : UNKNOWN)) ?? null;
    for (const one of [puzzle, { ...puzzle, start }]) {
      const words = pack(one);
      const rated = byEngine.rate(byEngine.solve(words, 0, limits));
      const ratedByRooms = byRooms.rate(byRooms.solve(words, 0, limits, NOBODY));
      if (rated === null || ratedByRooms === null) continue;
      assert.deepEqual(rated, ratedByRooms);
      seen.add(rated.needs);
    }
  }
  // Those that need complete line solving or nested assumptions are rare.
  for (const needs of NEEDS) assert.ok(seen.has(needs) || needs === 'line' || needs === 'nested');
});

test('solvers of one thread share the engine, and each rates its own last puzzle', () => {
  const [one, other] = [new Solver(), new Solver()];
  const line = puzzleOf([0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0], 7);
  const first = one.solve(pack(line), 0, LIMITS);
  assert.equal(first.status, 'unique');
  const alone = one.rate(first);
  one.solve(pack(line), 0, LIMITS);
  other.solve(pack(randomPuzzle(20, 0.6, 4)), 0, LIMITS);
  assert.deepEqual(one.rate(first), alone);
});

test('an instance whose memory has grown for one puzzle is not kept for the next', () => {
  const engine = newEngine(1 << 20);
  const [small, large] = [pack(randomPuzzle(10, 0.5, 1)), pack(randomPuzzle(64, 0.45, 1))];
  const answer = engine.solve(small, 0, SETTINGS, QUESTION);
  const before = engine.bytes;
  engine.solve(large, 0, SETTINGS, { ...QUESTION, maxSteps: 20_000 });
  assert.ok(engine.bytes > 1 << 20, `${engine.bytes} bytes`);
  assert.deepEqual(engine.solve(small, 0, SETTINGS, QUESTION), answer);
  assert.equal(engine.bytes, before);
});

test('if there is no memory the engine says so, and solves the next puzzle', () => {
  const engine = newEngine();
  const words = Int32Array.of(0x7fffffff, 5, 5, 1);
  assert.throws(() => engine.solve(words, 0, SETTINGS, QUESTION), RangeError);
  const next = pack(randomPuzzle(10, 0.5, 1));
  assert.equal(engine.solve(next, 0, SETTINGS, QUESTION).ranOut, null);
});

test('lines that do not fit in the grid are a contradiction, and nothing is read beyond them', () => {
  const engine = newEngine();
  for (const block of [7, 64, 65, 0xffff, -1]) {
    const words = Int32Array.of(8, 2, 1, 1, 1, block, 0, 0);
    assert.equal(engine.solve(words, 0, SETTINGS, QUESTION).ended, 'contradiction');
  }
  for (const block of [7, 0x20001, 0xffff, 0xffff0001, -1]) {
    const words = Int32Array.of(8, 2, 1, 2, 1, block, 0, 0);
    assert.equal(engine.solve(words, 0, SETTINGS, QUESTION).ended, 'contradiction');
  }
});

test('a limit of memory ends the search, at the same place every time', () => {
  const puzzle = pack(randomPuzzle(64, 0.45, 1));
  const limits = { ...LIMITS, maxSteps: 40_000, memoryBytes: 700_000 };
  const found = byEngine.solve(puzzle, 0, limits);
  assert.equal(found.stoppedBy, 'memory');
  assert.ok(found.counters.conflicts > 0);
  assert.deepEqual(byEngine.solve(puzzle, 0, limits), found);
});
