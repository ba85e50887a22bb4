/** The most entries of a source: ordinals run from 0 to one less. */
export const MAX_ENTRIES = 2 ** 32;

// The id of a puzzle in a database is source_id * MAX_ENTRIES + ordinal.

/** The source of a puzzle. */
export function sourceOf(puzzleId: number): number {
  return Math.floor(puzzleId / MAX_ENTRIES);
}

/** The entry of a puzzle within its source. */
export function ordinalOf(puzzleId: number): number {
  return puzzleId % MAX_ENTRIES;
}
