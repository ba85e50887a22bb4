import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { Difficulty } from '../../../../solver/core/result/difficulty.js';
import type { Outcome } from '../../../../solver/core/result/outcome.js';
import type { Opening } from '../../../../solver/craft/advice/hint.js';
import type { Replay } from '../../../../solver/craft/replay/step.js';
import type { SolveLimits } from '../../../../solver/engine/model/limits.js';

/** What a page asks its worker: what a puzzle is worth, or how it is solved. */
export interface SolveRequest {
  readonly kind: 'verdict' | 'replay';
  readonly puzzle: Puzzle;
  /** In which position a verdict is looked for; a replay is of the puzzle as it is. */
  readonly position: number;
  readonly limits: SolveLimits;
}

/** What a worker says once it has loaded, and begins to look for a verdict. */
export interface SolveBegun {
  readonly kind: 'begun';
}

/**
 * The worker's answer: the same solver's outcome as in the pipeline, or the replay. The verdict is
 * null if another position than the puzzle's own says nothing of it.
 */
export type SolveAnswer =
  | { readonly kind: 'verdict'; readonly verdict: SolvedVerdict | null }
  | { readonly kind: 'replay'; readonly outcome: Outcome; readonly replay: Replay };

export interface SolvedVerdict {
  readonly outcome: Outcome;
  /** Null if there is not exactly one solution, or the limits do not suffice. */
  readonly difficulty: Difficulty | null;
  readonly ms: number;
  /** Lines (rows count from 0, columns come after them) that line solving alone does not finish. */
  readonly stuck: readonly number[];
  /** How it opens, if lines find the last cell. */
  readonly opening: Opening | null;
}

/** The two solutions of a puzzle that has several, or null. */
export function solutionsOf({ solution, secondSolution }: Outcome): readonly [Cells, Cells] | null {
  return solution === null || secondSolution === null ? null : [solution, secondSolution];
}
