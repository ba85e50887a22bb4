import type { Cells } from '../../core/puzzle/types.js';

/**
 * Watches how a puzzle is solved, for a replay or an explanation in words. Events come in the order
 * of the work. Cells are given as the changes of one step: `cell` counts row by row, and `value` is
 * the value that the cell cannot have any more (in black and white: 0 makes it filled).
 *
 * Observing changes only how much work it is: what the solver remembers of an earlier probe, it
 * works out again for the observer, and it probes only after the search.
 *
 * What a probe or a guess finds out holds only under its assumption: between `probe` and
 * `probeEnd`, and between `guess` and its `back`, the grid is that of the assumption.
 */
export interface Observer {
  /** A line (rows first, then columns) was solved completely and took values from cells. */
  line?(line: number, removed: readonly Removal[]): void;
  /** No placement of the line's blocks fits its known cells. */
  lineContradiction?(line: number): void;
  /** The cell is assumed to have the value, in order to contradict it. */
  probe?(cell: number, value: number, level: number): void;
  /** The probe is taken back; with a contradiction the value is removed from the cell for good. */
  probeEnd?(cell: number, value: number, level: number, contradiction: boolean): void;
  /** The search assumes that the cell has the value and goes on; `depth` guesses are open now. */
  guess?(cell: number, value: number, depth: number): void;
  /** The search takes the guess back, as nothing (more) follows from it. */
  back?(cell: number, value: number, depth: number): void;
  /** The grid is full and fits all clues. */
  solution?(cells: Cells): void;
}

/** A value that a cell can no longer have. */
export interface Removal {
  readonly cell: number;
  readonly value: number;
}
