import { pack } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import type { Outcome } from '../../core/result/outcome.js';
import type { SolveLimits } from '../model/limits.js';
import { Solver } from '../solver/solve.js';

/** What looking for all solutions has found. */
export interface AllSolutions {
  /** Its count is exact only if these are all: they were at most as many as wanted. */
  readonly outcome: Outcome;
  readonly solutions: readonly Cells[];
}

/** Looks for all solutions of a puzzle, and gives up after `most`. */
export function allSolutions(puzzle: Puzzle, most: number, limits: SolveLimits): AllSolutions {
  const found = new Map<string, Cells>();
  const outcome = new Solver().solve(
    pack(puzzle),
    0,
    { ...limits, count: most + 1 },
    // One search after the other finds some of them again.
    { solution: (cells) => found.set(cells.join(), cells) },
  );
  return { outcome, solutions: [...found.values()] };
}
