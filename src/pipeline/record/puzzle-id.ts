/**
 * The most entries of a piece: the id of a puzzle in a database is the number of its piece times
 * this, plus its place in the piece, so that the primary key orders puzzles by piece and entry.
 */
export const PIECE_ENTRIES = 2048;

/** The id of the puzzle at a place of a piece, both from 0 on. */
export function puzzleIdOf(pieceId: number, place: number): number {
  return pieceId * PIECE_ENTRIES + place;
}

export function pieceOf(puzzleId: number): number {
  return Math.floor(puzzleId / PIECE_ENTRIES);
}

/** The place of a puzzle in its piece. */
export function placeOf(puzzleId: number): number {
  return puzzleId % PIECE_ENTRIES;
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
