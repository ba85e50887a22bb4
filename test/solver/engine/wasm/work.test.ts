import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import type { SolveLimits } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { assertGolden } from '../../../support/tests.js';
import { puzzleOf, randomPuzzle } from '../../../support/grids.js';
import { LIMITS } from './limits.js';
import { lookOf, pictureOf, randomOf, randomPicture } from './looks.js';

// What is found is right if other tests hold; here is by how much work. A change that should not
// change how the engine searches changes nothing in the golden, and one that should shows there by
// how much.

/** Some puzzles, and the limits of each. */
type PuzzleSet = readonly (readonly [Puzzle, Partial<SolveLimits>])[];

/** The puzzles of the seeds from 1 to `seeds`. */
function setOf(
  seeds: number,
  make: (seed: number) => Puzzle,
  limits: (seed: number) => Partial<SolveLimits> = () => ({}),
): PuzzleSet {
  return Array.from({ length: seeds }, (_, i) => [make(i + 1), limits(i + 1)]);
}

function withStart(seed: number): Puzzle {
  const look = lookOf(seed, seed % 5 === 0 ? 90 : 30, 1 + (seed % 4));
  const cells = pictureOf(look, seed);
  const random = randomOf(seed + 1);
  const start = Uint8Array.from(cells, (cell) => (random() < 0.15 ? cell : 255));
  // On some of them no solution fits.
  if (seed % 3 === 0) start[Math.floor(random() * start.length)] = seed % (look.colours + 1);
  return { ...puzzleOf(cells, look.width, look.colours), start };
}

function mirrored(seed: number): Puzzle {
  const [width, colours] = seed % 2 === 0 ? [12, 1] : [11, 3];
  const height = 2 * width;
  const half = pictureOf({ width, height, colours, density: 0.5, runs: 0 }, seed);
  const whole = Array.from({ length: height }, (_, y) => {
    const row = half.slice(y * width, (y + 1) * width);
    return [...row, ...[...row].reverse()];
  });
  return puzzleOf(whole.flat(), height, colours);
}

/** With a cell given, which is wrong in some. */
function withOneCell(puzzle: Puzzle, seed: number): Puzzle {
  const start = new Uint8Array(puzzle.width * puzzle.height).fill(255);
  start[seed % start.length] = seed & 1;
  return { ...puzzle, start };
}

/** Small seeds make pictures that are alike. */
function randomSquare(side: number, density: number, seed: number): Puzzle {
  return randomPuzzle(side, density, Math.imul(seed, 0x9e3779b1));
}

const SETS: Readonly<Record<string, PuzzleSet>> = {
  '5x5 and 6x5': setOf(200, (seed) =>
    randomPicture({ width: 5 + (seed % 2), height: 5, colours: 1, density: 0.5, runs: 0 }, seed),
  ),
  '7x7 to 20x20': setOf(60, (seed) => randomSquare(7 + (seed % 14), 0.4 + (seed % 4) / 20, seed)),
  '25x25 to 32x32': setOf(30, (seed) =>
    randomSquare(25 + (seed % 8), 0.42 + (seed % 5) / 20, seed),
  ),
  '33x33 to 64x64': setOf(20, (seed) => randomSquare(33 + ((7 * seed) % 32), 0.5, seed)),
  'more than 64 cells a line': setOf(16, (seed) =>
    randomPicture(
      { ...lookOf(seed, 70, seed % 3 === 0 ? 3 : 1), width: 65 + (seed % 5) * 31 },
      seed,
    ),
  ),
  'lines with much freedom': setOf(12, (seed) =>
    randomPicture(
      { width: 150, height: 30, colours: seed % 2 === 0 ? 1 : 4, density: 0.08, runs: 0 },
      seed,
    ),
  ),
  'in 2 to 7 colours': setOf(80, (seed) => randomPicture(lookOf(seed, 36, 2 + (seed % 6)), seed)),
  'with cells given': setOf(60, withStart),
  'mirror images of themselves': setOf(12, mirrored),
  'guess depth to any level': setOf(
    120,
    (seed) => withOneCell(randomSquare(7 + (seed % 7), 0.42 + (seed % 5) / 50, seed), seed),
    () => ({ guessDepth: Infinity, maxSteps: 50_000 }),
  ),
  'long blocks': setOf(30, (seed) =>
    randomPicture(
      { width: 20 + seed, height: 30, colours: 1 + (seed % 3), density: 0.5, runs: 0.8 },
      seed,
    ),
  ),
  'unique and rated': setOf(60, (seed) => randomSquare(8 + (seed % 30), 0.68, seed)),
  'other numbers of wanted solutions': setOf(
    20,
    (seed) => randomSquare(16, 0.4, seed),
    (seed) => ({ count: [3, 40, 1000][seed % 3] }),
  ),
  'exact counts': setOf(
    30,
    (seed) => randomSquare(10 + (seed % 8), 0.35, seed),
    () => ({ count: 'exact' }),
  ),
  'exact counts in colours, and of long lines': setOf(
    30,
    (seed) =>
      seed % 2 === 0
        ? randomPicture({ width: 9, height: 10, colours: 3, density: 0.35, runs: 0 }, seed)
        : randomPicture(
            { width: 30 + seed, height: 9, colours: 1, density: 0.45, runs: 0.2 },
            seed,
          ),
    () => ({ count: 'exact' }),
  ),
  'few steps, little memory': setOf(
    30,
    (seed) => randomSquare(30, 0.45, seed),
    (seed) => [{ maxSteps: 40 * seed }, { memoryBytes: 100_000 * seed }][seed % 2],
  ),
};

test('the work on all kinds of puzzles is what it was', () => {
  const solver = new Solver();
  const lines = Object.entries(SETS).map(([name, puzzles]) => {
    const digest = createHash('sha256');
    const statuses = new Map<string, number>();
    const sums = { lineSolves: 0, conflicts: 0, decisions: 0, probes: 0, depth: 0 };
    for (const [puzzle, limits] of puzzles) {
      const found = solver.solve(pack(puzzle), 0, { ...LIMITS, ...limits });
      const rated = solver.rate(found);
      const { status, counters, solution, secondSolution } = found;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sums.lineSolves += counters.lineSolves;
      sums.conflicts += counters.conflicts;
      sums.decisions += counters.decisions;
      sums.probes += counters.probes;
      sums.depth += found.searchDepth;
      digest.update(
        JSON.stringify([
          [status, found.stoppedBy, found.guessDepth, found.guessDepthMin, found.sweeps],
          [
            String(found.solutions),
            found.solutionsExact,
            rated?.needs,
            rated?.effortLine.toFixed(3),
          ],
        ]),
      );
      digest.update(solution ?? '-').update(secondSolution ?? '-');
    }
    const tally = [...statuses].sort().map(([status, count]) => `${count} ${status}`);
    const work = Object.entries(sums).map(([what, sum]) => `${what} ${sum}`);
    return `${name}: ${tally.join(', ')}\n  ${work.join(', ')}\n  found ${digest.digest('hex').slice(0, 16)}\n`;
  });
  assertGolden('engine-work.txt', lines.join(''));
});
