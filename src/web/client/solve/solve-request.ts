import type { Puzzle } from '../../../puzzle/types.js';
import type { Trace } from '../../../replay/step.js';
import type { SolveLimits } from '../../../solver/model/limits.js';
import type { Outcome } from '../../../result/outcome.js';

/** What a page asks its worker. */
export interface SolveRequest {
  readonly puzzle: Puzzle;
  readonly limits: SolveLimits;
}

/** What the worker answers: the same solver's outcome as in the pipeline, and the replay. */
export interface Solved {
  readonly outcome: Outcome;
  readonly trace: Trace;
  readonly ms: number;
}
