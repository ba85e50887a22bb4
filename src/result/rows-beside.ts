/**
 * What whoever solves knows of puzzles besides their results: rows of a table of its own, whose key is that
 * of `results` and which are written together with them.
 */
export interface RowsBeside {
  readonly table: string;
  /** Its columns after the key. */
  readonly columns: readonly string[];
  /** Element i belongs to result i. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}
