import type { Cells, Puzzle } from '../puzzle/types.js';

/** A puzzle to print. */
export interface SheetPuzzle {
  /** What people call it. */
  readonly called: string;
  readonly puzzle: Puzzle;
  /** Printed small at the end; null if none is known. */
  readonly solution: Cells | null;
  /** 1 to 5, or null if it is not rated. */
  readonly stars: number | null;
  /** Whether it is known to have one solution. */
  readonly unique: boolean;
  /** The score, for the order; null if it is not rated. */
  readonly difficulty: number | null;
}

/** How a book is laid out. */
export interface BookOptions {
  readonly paper: 'a4' | 'letter';
  /** Puzzles per page; null for as many as are comfortable to solve. */
  readonly perPage: number | null;
  readonly solutions: boolean;
  /** Whether puzzles have their names above them; the solutions have them in any case. */
  readonly names: boolean;
  /** Whether the book begins with a cover that says how to play. */
  readonly cover: boolean;
  /** Of the PDF, and on its cover. */
  readonly title: string;
}
