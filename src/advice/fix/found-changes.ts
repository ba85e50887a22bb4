import type { CellChange } from './exact.js';

/** Changes that make a puzzle good, and what is known of how few suffice. */
export interface FoundChanges {
  /** Null where none were found. */
  readonly changes: readonly CellChange[] | null;
  /** Fewer than this many do not suffice: proven. */
  readonly atLeast: number;
  /** Others of the same number, the best first. */
  readonly alternatives: readonly (readonly CellChange[])[];
}

/** What a search for changes is asked. */
export interface ChangesAsked {
  /** The most changes that are of any use. */
  readonly maxChanges: number;
  /** How many others of the same number are wanted. */
  readonly alternatives: number;
  /** When to come back with what is known, of `performance.now()`. */
  readonly deadline: number;
}
