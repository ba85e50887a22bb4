import type { Needs } from '../result/difficulty.js';

/** What one step of a replay shows. */
export type StepKind =
  /** A line was solved and settled cells, or took colours from them. */
  | 'line'
  /** No placement fits a line. */
  | 'contradiction'
  /** A cell is assumed to have a value, in order to contradict it. */
  | 'probe'
  /**
   * The assumption led to a contradiction: everything that followed is taken back, and the value is
   * removed.
   */
  | 'removed'
  /** The search assumes a value and goes on. */
  | 'guess'
  /** The search takes a guess back. */
  | 'back'
  /** The grid is full. */
  | 'solution';

/** One step of a replay, plain data. */
export interface Step {
  readonly kind: StepKind;
  /** The line under work (rows from 0, columns after them), or null. */
  readonly line: number | null;
  /** The cell that is assumed, guessed or freed, or null. */
  readonly cell: number | null;
  /** How many assumptions are open while the step is shown. */
  readonly depth: number;
  /** Triples of cell, domain before and domain after: a step can be done and undone. */
  readonly changes: readonly number[];
  /**
   * The weakest technique that finds what the step finds: a way of reading its line, or the assumptions
   * that were made; null for steps that find nothing, and for guesses.
   */
  readonly needs: Needs | null;
  /** What happens and why. */
  readonly words: string;
}

/** How a puzzle is solved, as steps. */
export interface Trace {
  readonly steps: readonly Step[];
  /** Whether there were more steps than were kept. */
  readonly cut: boolean;
}
