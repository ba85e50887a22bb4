import { pack } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';
import { readCorpus } from './corpora.js';
import type { Timed } from './known-rivals.js';
import { puzzleOf, randomNumbers } from './random-puzzles.js';

const solver = new Solver();

/** What nonomill says of one puzzle, and its CPU time on this thread. */
export function solveOnce(puzzle: Puzzle, limitMs: number): Timed {
  const words = pack(puzzle);
  const before = process.cpuUsage();
  const outcome = solver.solve(words, 0, { ...DEFAULT_SOLVE_LIMITS, timeoutMs: limitMs });
  const { user, system } = process.cpuUsage(before);
  const decided = ['unique', 'multiple', 'contradiction'].includes(outcome.status);
  return { ms: (user + system) / 1000, solutions: decided ? Number(outcome.solutions) : null };
}

/** The puzzles of a file below ../shared/corpora; says so and returns none if it is not there. */
export function corpus(path: string): Puzzle[] {
  const puzzles = readCorpus(path);
  if (puzzles === null) {
    process.stdout.write(`${path} is not below ../shared/corpora: left out\n`);
    return [];
  }
  return puzzles.map(({ puzzle }) => puzzle);
}

/** The clues of `count` random pictures, the same each time. */
export function randomOnes(count: number, side: number, density: number): Puzzle[] {
  const random = randomNumbers(side);
  return Array.from({ length: count }, () => {
    const cells = Uint8Array.from({ length: side * side }, () => (random() < density ? 1 : 0));
    return puzzleOf(cells, side, 1);
  });
}

/** The milliseconds of all together. */
export function totalOf(times: readonly Timed[]): number {
  return times.reduce((sum, { ms }) => sum + ms, 0);
}
