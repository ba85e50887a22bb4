// What rating difficulty costs beside solving, in CPU time.
// Each set is solved with and without it in turns, and the least of several rounds counts.
import { pack, type PackedWords } from '../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Solver } from '../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../test/support/random-puzzle.js';
import { keepFigure } from './support/figures.js';

const ROUNDS = 5;
const solver = new Solver();

process.stdout.write('puzzles                          solve   with rating   ratio   at most\n');
measure('100,000 random 15x15, p = 0.5', 1.3, randomOnes(100_000, 15, 0.5, 1));
for (const density of [0.5, 0.55, 0.6, 0.65]) {
  measure(`30,000 line-solvable 20x20, ${density}`, 1.5, lineSolvable(30_000, 20, density, 2));
}
measure('100,000 random 5x5, p = 0.5', null, randomOnes(100_000, 5, 0.5, 3));
measure('50,000 random 10x10, p = 0.5', null, randomOnes(50_000, 10, 0.5, 4));
measure('2,000 random 30x30, p = 0.6', null, randomOnes(2000, 30, 0.6, 5));
measure('500 random 40x40, p = 0.65', null, randomOnes(500, 40, 0.65, 6));
measure('5,000 random 12x12 in 3 colours', null, randomOnes(5000, 12, 0.6, 7, 3));

function measure(name: string, most: number | null, puzzles: readonly PackedWords[]): void {
  let [bare, rated] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    bare = Math.min(bare, time(puzzles, false));
    rated = Math.min(rated, time(puzzles, true));
  }
  keepFigure(name, rated, 's CPU', 'less');
  keepFigure(`${name}, against solving alone`, rated / bare, 'times', 'less');
  process.stdout.write(
    `${name.padEnd(34)}${bare.toFixed(2).padStart(6)} s${rated.toFixed(2).padStart(12)} s` +
      `${(rated / bare).toFixed(2).padStart(8)}${(most?.toFixed(1) ?? '').padStart(10)}\n`,
  );
}

function time(puzzles: readonly PackedWords[], withRating: boolean): number {
  const before = process.cpuUsage();
  for (const words of puzzles) {
    const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
    if (withRating) solver.rate(outcome);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function randomOnes(
  count: number,
  size: number,
  density: number,
  seed: number,
  colours = 1,
): PackedWords[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () =>
    pack(randomPuzzle(random, size, size, density, colours)),
  );
}

/** Random puzzles that line solving alone solves. */
function lineSolvable(count: number, size: number, density: number, seed: number): PackedWords[] {
  const random = randomNumbers(seed);
  const found: PackedWords[] = [];
  while (found.length < count) {
    const words = pack(randomPuzzle(random, size, size, density));
    const { status, technique } = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
    if (status === 'unique' && technique === 'line') found.push(words);
  }
  return found;
}
