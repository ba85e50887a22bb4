/**
 * What rows of puzzles say, one array a column and one element a puzzle, whether they could be
 * puzzles or not.
 */
export interface PuzzleColumns {
  /** Entries of the corpus are counted from 0, rejects included. */
  readonly ordinals: number[];
  /** The entry's id or name, or null if it has none. */
  readonly names: (string | null)[];
  readonly titles: (string | null)[];
  readonly widths: number[];
  readonly heights: number[];
  /** The number of colours, background not counted. */
  readonly colours: number[];
  /** `#rrggbb` joined by blanks, the background first; null for black on white. */
  readonly palettes: (string | null)[];
  /** The number of cells that the clues fill. */
  readonly filled: number[];
  /** As `cluesToJson` writes them. */
  readonly clues: string[];
  /** Cells as `cellsToText` writes them, or null. */
  readonly starts: (string | null)[];
  readonly goals: (string | null)[];
  /** Whether the goal fits the clues (and keeps the start); null without a goal. */
  readonly goalMatches: (boolean | null)[];
  readonly fingerprints: string[];
  /** The same for all turns, mirror images and recolourings of a puzzle. */
  readonly shapes: string[];
}

/** Columns without a puzzle in them. */
export function emptyColumns(): PuzzleColumns {
  return {
    ordinals: [],
    names: [],
    titles: [],
    widths: [],
    heights: [],
    colours: [],
    palettes: [],
    filled: [],
    clues: [],
    starts: [],
    goals: [],
    goalMatches: [],
    fingerprints: [],
    shapes: [],
  };
}
