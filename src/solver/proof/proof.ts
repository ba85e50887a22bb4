import type { RanOut } from '../model/budget.js';

/** How writing a proof ended. */
export interface Proof {
  /** Null: proven. Otherwise what ran out first; then the text that was written is useless. */
  readonly stoppedBy: RanOut | null;
  /** How many steps were written. */
  readonly steps: number;
  /** How many of them proved a clause. */
  readonly clauses: number;
}
