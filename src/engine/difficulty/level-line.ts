import type { Problem } from '../model/problem.js';
import { countLine } from './count-line.js';
import { Ends } from './ends.js';
import { applyRuns } from './level-runs.js';

/** The ways to read a line that are weaker than complete line solving, as indexes of NEEDS. */
export const COUNT = 0;
export const OVERLAP = 1;
export const BOUNDS = 2;
export const RUNS = 3;
export type Level = typeof COUNT | typeof OVERLAP | typeof BOUNDS | typeof RUNS;

/**
 * One line, of any length and in any colours, as it is read at each of the levels that are weaker
 * than complete line solving. The engine does the same with words, for speed (needs.ts).
 *
 * A cell is the set of values that it can have, bit v for value v. A level takes values away, and
 * the more is known, the more it takes.
 */
export class LevelLine {
  length = 0;
  /** By cell: the values that it can have. The caller fills it after `load`; cells only ever lose values. */
  cells = new Int32Array(32);
  private problem: Problem | null = null;
  private ends: Ends | null = null;
  private line = 0;
  private words = 0;
  /** The cells as planes of values, and what is left of them. */
  private planes = new Int32Array(16);
  private left = new Int32Array(16);

  /** Takes the clue of a line of `problem`. */
  load(problem: Problem, line: number): void {
    if (this.problem !== problem) this.ends = new Ends(problem);
    this.problem = problem;
    this.line = line;
    this.length = problem.lineLength(line);
    this.words = (this.length + 31) >>> 5;
    this.ends!.start(line, line + 1);
    const size = problem.values * this.words;
    if (this.cells.length < this.length) this.cells = new Int32Array(2 * this.length);
    if (this.planes.length < size) {
      this.planes = new Int32Array(2 * size);
      this.left = new Int32Array(2 * size);
    }
  }

  /**
   * Reads the line once at `level`, which includes the levels before it, and takes the values that
   * it rules out from `cells`. Returns whether there were any. @pre some placement fits, and `level` is not lower than
   * at the last reading.
   */
  read(level: Level): boolean {
    // Bounds include whatever counting finds.
    const counted = level <= OVERLAP && this.count();
    if (level === COUNT) return counted;
    const bounded = this.bound(level > OVERLAP);
    return (level === RUNS && this.applyRuns()) || bounded || counted;
  }

  /** Takes `values` from a cell, which keeps others; returns whether it had one of them. */
  take(cell: number, values: number): boolean {
    const before = this.cells[cell];
    this.cells[cell] = before & ~values;
    return (before & values) !== 0;
  }

  private count(): boolean {
    const { line, words, left } = this;
    return countLine(this.problem!, line, this.toPlanes(), 0, words, left) && this.keepLeft();
  }

  private bound(bounds: boolean): boolean {
    const { ends, line, words, left } = this;
    if (!ends!.move(line, this.toPlanes(), 0, words, bounds)) return false;
    ends!.leave(line, words, left);
    return this.keepLeft();
  }

  private applyRuns(): boolean {
    const { blockStart, blockLength, blockColour, blockMin, values } = this.problem!;
    const from = blockStart[this.line];
    const to = blockStart[this.line + 1];
    return applyRuns({
      length: this.length,
      values,
      blocks: to - from,
      cells: this.cells,
      size: blockLength.subarray(from, to),
      colour: blockColour.subarray(from, to),
      min: blockMin.subarray(from, to),
      first: this.ends!.first.subarray(from, to),
      last: this.ends!.last.subarray(from, to),
      take: (cell, taken) => this.take(cell, taken),
    });
  }

  /** The cells as planes of values, of as many words as the line needs. */
  private toPlanes(): Int32Array {
    const { words, cells, length, planes } = this;
    const { values } = this.problem!;
    planes.fill(0, 0, values * words);
    for (let cell = 0; cell < length; cell++) {
      for (let value = 0; value < values; value++) {
        planes[value * words + (cell >>> 5)] |= ((cells[cell] >>> value) & 1) << (cell & 31);
      }
    }
    return planes;
  }

  /** Takes from the cells what is not left; returns whether there was anything. */
  private keepLeft(): boolean {
    const { words, left, length } = this;
    let changed = false;
    for (let cell = 0; cell < length; cell++) {
      let gone = 0;
      for (let value = 0; value < this.problem!.values; value++) {
        gone |= (~(left[value * words + (cell >>> 5)] >>> (cell & 31)) & 1) << value;
      }
      changed = this.take(cell, gone) || changed;
    }
    return changed;
  }
}
