/**
 * What a pool knows of puzzles besides their results: rows of another table, with the key of `results`, which are
 * written together with the results.
 */
export interface RowsBeside {
  readonly table: string;
  /** Its columns after the key. */
  readonly columns: readonly string[];
  /** Element i belongs to result i. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}
