import type { DifficultyColumns } from './difficulty.js';
import type { Status, StoppedBy, Technique } from './outcome.js';

/** What a second engine can say about a verdict. */
export const CROSS_CHECKS = ['agree', 'differ', 'unknown'] as const;

/**
 * An outcome as it travels and is stored: plain data, the columns of `results` that solving fills.
 * Made by the worker, or by the pool if the worker was ended or died. The difficulty is null if the
 * puzzle is not `unique`, rating was not wanted, or limits ended it.
 */
export interface PuzzleResult extends DifficultyColumns {
  readonly status: Status;
  readonly stoppedBy: StoppedBy;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly searchDepth: number | null;
  /** A decimal of any length. */
  readonly solutions: string;
  readonly solutionsExact: boolean;
  /** The decimal logarithm of an estimated number of solutions, and one standard error of it; or null. */
  readonly countEstimate: number | null;
  readonly countEstimateError: number | null;
  readonly sweeps: number | null;
  /** The counters are null after a kill. */
  readonly lineSolves: number | null;
  readonly probes: number | null;
  readonly decisions: number | null;
  readonly conflicts: number | null;
  /** From the unpacked puzzle to the verdict, in the worker, without check, storage and difficulty. */
  readonly solveMs: number;
  /** Steps of the checked proof of the verdict; null if none was asked for, or its limits ended it. */
  readonly proof: number | null;
  /** Rows joined by '/', checked against the clues; null if none was found. */
  readonly solution: string | null;
  readonly secondSolution: string | null;
  /** What a second, independent engine says of the verdict; null if it was not asked. */
  readonly crossCheck: (typeof CROSS_CHECKS)[number] | null;
  /**
   * Why a worker was ended or died, why a found solution was refused by the checker, why a proof
   * failed, or how the two engines differ.
   */
  readonly error: string | null;
  /** Milliseconds since 1970, when the solving ended. */
  readonly finishedAt: number;
}
