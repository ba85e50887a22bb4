/** A puzzle of a run as a list names it. */
export interface ListedPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  /** The file that it is from. */
  readonly path: string;
  /** Its entry in the file, from 0. */
  readonly ordinal: number;
}

/** The same with its size. */
export interface SizedPuzzle extends ListedPuzzle {
  readonly width: number;
  readonly height: number;
}
