/** The most entries of a source: ordinals run from 0 to one less. */
export const MAX_ENTRIES = 2 ** 32;

// The id of a puzzle in a database is source_id * MAX_ENTRIES + ordinal.

export function sourceOf(puzzleId: number): number {
  return Math.floor(puzzleId / MAX_ENTRIES);
}

/** The entry of a puzzle within its source. */
export function ordinalOf(puzzleId: number): number {
  return puzzleId % MAX_ENTRIES;
}

/** A puzzle of a run as a list names it. */
export interface ListedPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly path: string;
  /** Its entry in the file, from 0. */
  readonly ordinal: number;
}

export interface SizedPuzzle extends ListedPuzzle {
  readonly width: number;
  readonly height: number;
}
