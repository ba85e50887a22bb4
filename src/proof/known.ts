import { UNKNOWN, type Puzzle } from '../puzzle/types.js';

/**
 * A literal of a proof: a number n other than 0. With V values to a cell (blank is 0, the colours
 * follow), |n| - 1 is cell * V + value; n > 0 says that the cell has the value, n < 0 that it does
 * not.
 */
export type Literal = number;

/** Whether a literal holds in what is known. */
export type Truth = 'true' | 'false' | 'open';

/**
 * What is known about each cell: the set of values that it can still have, one bit for each value.
 * What an assumption adds is taken back with `undo`.
 */
export class Known {
  /** Values to a cell: colours + 1. */
  readonly values: number;
  /** By cell, row by row. */
  readonly masks: Int32Array;
  /** Whether some cell has no value left, or a step found that nothing fits. */
  contradicted = false;
  /** The cells that were changed and their masks before, as pairs. */
  private readonly changes: number[] = [];

  constructor(puzzle: Puzzle) {
    this.values = puzzle.colours + 1;
    // With 32 values the shift is by 0 and the mask is all ones, as it has to be.
    const all = this.values === 32 ? -1 : (1 << this.values) - 1;
    this.masks = new Int32Array(puzzle.width * puzzle.height).fill(all);
    puzzle.start?.forEach((value, cell) => {
      if (value !== UNKNOWN) this.masks[cell] = 1 << value;
    });
  }

  /** The number of literals of either sign: the largest |n|. */
  get most(): number {
    return this.masks.length * this.values;
  }

  /** The cell that a literal is about. */
  cellOf(literal: Literal): number {
    return Math.floor((Math.abs(literal) - 1) / this.values);
  }

  /** The bit of the value that a literal is about. */
  bitOf(literal: Literal): number {
    return 1 << ((Math.abs(literal) - 1) % this.values);
  }

  truth(literal: Literal): Truth {
    const mask = this.masks[this.cellOf(literal)];
    const bit = this.bitOf(literal);
    if ((mask & bit) === 0) return literal > 0 ? 'false' : 'true';
    if (mask === bit) return literal > 0 ? 'true' : 'false';
    return 'open';
  }

  /** Makes a literal true; `contradicted` is set if its cell then has no value left. */
  assume(literal: Literal): void {
    const cell = this.cellOf(literal);
    const bit = this.bitOf(literal);
    const before = this.masks[cell];
    const after = literal > 0 ? before & bit : before & ~bit;
    if (after === before) return;
    this.changes.push(cell, before);
    this.masks[cell] = after;
    if (after === 0) this.contradicted = true;
  }

  /** Everything known so far holds without an assumption: `undo` comes back to here. */
  keep(): void {
    this.changes.length = 0;
  }

  /** Takes back everything since `keep`. */
  undo(): void {
    const { changes, masks } = this;
    for (let i = changes.length - 2; i >= 0; i -= 2) masks[changes[i]] = changes[i + 1];
    changes.length = 0;
    this.contradicted = false;
  }
}
