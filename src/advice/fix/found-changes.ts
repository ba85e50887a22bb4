import type { CellChange } from './exact.js';

/** Changes that make a puzzle good, and what is known about how few suffice. */
export interface FoundChanges {
  /** Null where none were found. */
  readonly changes: readonly CellChange[] | null;
  /** It is proven that fewer do not suffice. */
  readonly atLeast: number;
  /** Others of the same number, the best first. */
  readonly alternatives: readonly (readonly CellChange[])[];
}

/** The limits of a search for changes. */
export interface ChangesAsked {
  /** The most changes that are of any use. */
  readonly maxChanges: number;
  /** How many others of the same number are wanted. */
  readonly alternatives: number;
  /** When to return what is known, on the clock of `performance.now()`. */
  readonly deadline: number;
}
