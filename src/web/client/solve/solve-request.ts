import type { Cells, Puzzle } from '../../../puzzle/types.js';
import type { Difficulty } from '../../../result/difficulty.js';
import type { Outcome } from '../../../result/outcome.js';
import type { Replay } from '../../../replay/step.js';
import type { SolveLimits } from '../../../solver/model/limits.js';

/** What a page asks its worker. */
export interface SolveRequest {
  readonly puzzle: Puzzle;
  readonly limits: SolveLimits;
}

/** The worker's answer: the same solver's outcome as in the pipeline, and the replay. */
export interface SolveAnswer {
  readonly outcome: Outcome;
  readonly replay: Replay;
  /** Null if there is not exactly one solution, or the limits do not suffice. */
  readonly difficulty: Difficulty | null;
  readonly ms: number;
}

/** The two solutions of a puzzle that has several, or null. */
export function solutionsOf({ outcome }: SolveAnswer): readonly [Cells, Cells] | null {
  const { solution, secondSolution } = outcome;
  return solution === null || secondSolution === null ? null : [solution, secondSolution];
}
