/**
 * What is kept about puzzles besides their packed words, one array a column and one element a
 * puzzle: the form in which entries travel from the reading thread to the writer. Arrays of plain
 * values cross a thread boundary two to three times as fast as an array of objects.
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

/** One entry that is not a puzzle, with its place and the reason. */
export interface Reject {
  readonly ordinal: number;
  /** 1-based, where the entry starts, header lines included; null if line numbers do not help. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  /** The beginning of the entry's text. */
  readonly excerpt: string;
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
