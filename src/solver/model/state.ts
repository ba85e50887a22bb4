import { startCell } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells } from '../../puzzle/types.js';
import { ones } from './bits.js';
import type { Problem } from './problem.js';

/**
 * What is known about a puzzle's cells while it is solved.
 *
 * A cell has a set of values that it can still have; a line has one plane of bits for each value:
 * bit i of plane v of a line is set while cell i of the line can have value v. Every cell is in the
 * planes of its row and of its column, which are kept in step. In black and white a cell that can
 * only be filled is known to be filled; in colours some values of a cell may be gone while others
 * remain.
 *
 * Plane v of row r is `rowWords` words at `r * rowStride + v * rowWords`, that of column c
 * `columnWords` words at `columnBase + c * columnStride + v * columnWords`. In black and white up
 * to 32x32 (`problem.small`) this makes two words a line, line l at `2 * l`.
 *
 * The trail lists every (cell, value) that was removed since `reset`, in order; `undo` takes
 * removals back. A line is dirty while it has cells that changed since it was last solved.
 */
export class State {
  planes = new Int32Array(128);
  rowStride = 2;
  columnStride = 2;
  columnBase = 0;

  /** The cells that can still have several values. */
  unknown = 0;

  /** The cell `row << 16 | column` that lost the value `trailValue`. */
  trailCell = new Int32Array(256);
  trailValue = new Uint8Array(256);
  trailLength = 0;

  /** Dirty rows and dirty columns, as bit sets. */
  dirtyRows = new Int32Array(1);
  dirtyColumns = new Int32Array(1);

  constructor(readonly problem: Problem) {}

  /** The bytes that the loaded puzzle takes in a state, independently of those before. */
  static bytesFor(problem: Problem): number {
    const { width, height, values, rowWords, columnWords } = problem;
    const planes = values * (height * rowWords + width * columnWords);
    return 4 * planes + 5 * width * height * (values - 1);
  }

  /** Every cell of the loaded problem can have every value, apart from the start position. */
  reset(): void {
    const { problem } = this;
    const { width, height, values, rowWords, columnWords } = problem;
    this.rowStride = values * rowWords;
    this.columnStride = values * columnWords;
    this.columnBase = height * this.rowStride;
    this.reserve(this.columnBase + width * this.columnStride, width * height * (values - 1));
    fillPlanes(this.planes, 0, height * values, rowWords, width);
    fillPlanes(this.planes, this.columnBase, width * values, columnWords, height);
    this.unknown = width * height;
    this.trailLength = 0;
    this.markLines();
    if (problem.startAt >= 0) this.applyStart();
  }

  /** Whether the cell can have the value. */
  can(row: number, column: number, value: number): boolean {
    const at = row * this.rowStride + value * this.problem.rowWords + (column >>> 5);
    return ((this.planes[at] >>> (column & 31)) & 1) === 1;
  }

  /**
   * Removes a value that the cell can have, from both planes; marks row and column dirty. The
   * caller makes sure that the cell keeps a value.
   */
  remove(row: number, column: number, value: number): void {
    const { problem, planes } = this;
    const rowAt = row * this.rowStride + (column >>> 5);
    const columnAt = this.columnBase + column * this.columnStride + (row >>> 5);
    planes[rowAt + value * problem.rowWords] &= ~(1 << (column & 31));
    planes[columnAt + value * problem.columnWords] &= ~(1 << (row & 31));
    this.trailCell[this.trailLength] = (row << 16) | column;
    this.trailValue[this.trailLength++] = value;
    this.dirtyRows[row >>> 5] |= 1 << (row & 31);
    this.dirtyColumns[column >>> 5] |= 1 << (column & 31);
    if (this.count(row, column) === 1) this.unknown--;
  }

  /** How many words a plane of the line has. */
  wordsOf(line: number): number {
    return line < this.problem.height ? this.problem.rowWords : this.problem.columnWords;
  }

  /** Where the planes of the line begin. */
  placeOf(line: number): number {
    const { height } = this.problem;
    if (line < height) return line * this.rowStride;
    return this.columnBase + (line - height) * this.columnStride;
  }

  /** Whether the line has unknown cells. */
  isOpen(line: number): boolean {
    const { planes } = this;
    const { values } = this.problem;
    const words = this.wordsOf(line);
    const at = this.placeOf(line);
    for (let k = 0; k < words; k++) {
      let once = 0;
      let twice = 0;
      for (let value = 0, i = at + k; value < values; value++, i += words) {
        twice |= once & planes[i];
        once |= planes[i];
      }
      if (twice !== 0) return true;
    }
    return false;
  }

  /** All lines are dirty. */
  markLines(): void {
    markAll(this.dirtyRows, this.problem.height);
    markAll(this.dirtyColumns, this.problem.width);
  }

  /**
   * Leaves the cells of a line only values that are in `result`, in planes like those of the line, from 0 on; marks
   * the lines dirty that cross where something changed. Returns whether anything did. The caller makes sure that each
   * cell keeps a value.
   */
  narrow(line: number, result: Int32Array): boolean {
    const { problem, planes, trailCell, trailValue } = this;
    const { height, values } = problem;
    const isRow = line < height;
    const index = isRow ? line : line - height;
    const words = this.wordsOf(line);
    const at = this.placeOf(line);
    const crossing = (isRow ? this.columnBase : 0) + (index >>> 5);
    const stride = isRow ? this.columnStride : this.rowStride;
    const plane = isRow ? problem.columnWords : problem.rowWords;
    const dirty = isRow ? this.dirtyColumns : this.dirtyRows;
    const keep = ~(1 << (index & 31));
    const before = this.trailLength;
    let length = before;
    for (let k = 0; k < words; k++) {
      let changed = 0;
      for (let v = 0, i = k; v < values; v++, i += words) changed |= planes[at + i] & ~result[i];
      // Most line solves find nothing.
      if (changed === 0) continue;
      dirty[k] |= changed;
      let [once, twice, onceAfter, twiceAfter] = [0, 0, 0, 0];
      for (let value = 0; value < values; value++) {
        const could = planes[at + value * words + k];
        const can = could & result[value * words + k];
        twice |= once & could;
        once |= could;
        twiceAfter |= onceAfter & can;
        onceAfter |= can;
        const removed = could ^ can;
        if (removed === 0) continue;
        planes[at + value * words + k] = can;
        for (let rest = removed; rest !== 0; rest &= rest - 1) {
          const i = 32 * k + 31 - Math.clz32(rest & -rest);
          planes[crossing + i * stride + value * plane] &= keep;
          trailCell[length] = isRow ? (index << 16) | i : (i << 16) | index;
          trailValue[length++] = value;
        }
      }
      this.unknown -= ones(twice & ~twiceAfter);
    }
    this.trailLength = length;
    return length > before;
  }

  /**
   * Removes again what was once removed (`cells` and `values` as on a trail, from `from` to `to`),
   * unless already gone, without marking lines dirty. Returns false as soon as that would leave a
   * cell without a value.
   */
  removeAgain(cells: Int32Array, values: Uint8Array, from: number, to: number): boolean {
    const { problem, planes, columnBase, trailCell, trailValue } = this;
    if (!problem.small) {
      for (let i = from; i < to; i++) {
        const row = cells[i] >>> 16;
        const column = cells[i] & 0xffff;
        if (!this.can(row, column, values[i])) continue;
        if (this.count(row, column) === 1) return false;
        this.remove(row, column, values[i]);
      }
      this.clearDirty();
      return true;
    }
    const before = this.trailLength;
    let length = before;
    let possible = true;
    for (let i = from; i < to && possible; i++) {
      const row = cells[i] >>> 16;
      const column = cells[i] & 0xffff;
      const value = values[i];
      const rowAt = 2 * row + value;
      const bit = 1 << column;
      if ((planes[rowAt] & bit) === 0) continue;
      possible = (planes[rowAt ^ 1] & bit) !== 0;
      planes[rowAt] ^= bit;
      planes[columnBase + 2 * column + value] ^= 1 << row;
      trailCell[length] = cells[i];
      trailValue[length++] = value;
    }
    this.trailLength = length;
    this.unknown -= length - before;
    this.clearDirty();
    return possible;
  }

  /** Removes every other value of the cell, which can have `value`. */
  assign(row: number, column: number, value: number): void {
    for (let other = 0; other < this.problem.values; other++) {
      if (other !== value && this.can(row, column, other)) this.remove(row, column, other);
    }
  }

  /** How many values the cell can have. */
  count(row: number, column: number): number {
    let count = 0;
    for (let value = 0; value < this.problem.values; value++) {
      if (this.can(row, column, value)) count++;
    }
    return count;
  }

  /**
   * Takes back what was removed since the trail had `length` entries and `unknown` cells were
   * unknown, and clears the dirty lines: the caller knows which lines were unsolved then.
   */
  undo(length: number, unknown: number): void {
    const { problem, planes, trailCell, trailValue, rowStride, columnStride, columnBase } = this;
    const { rowWords, columnWords } = problem;
    for (let i = this.trailLength - 1; i >= length; i--) {
      const row = trailCell[i] >>> 16;
      const column = trailCell[i] & 0xffff;
      const value = trailValue[i];
      planes[row * rowStride + value * rowWords + (column >>> 5)] |= 1 << (column & 31);
      planes[columnBase + column * columnStride + value * columnWords + (row >>> 5)] |=
        1 << (row & 31);
    }
    this.trailLength = length;
    this.unknown = unknown;
    this.clearDirty();
  }

  /** Clears the dirty lines. */
  clearDirty(): void {
    clear(this.dirtyRows);
    clear(this.dirtyColumns);
  }

  /** The value of each cell, UNKNOWN if it can have several. */
  cells(): Cells {
    const { problem, planes, rowStride } = this;
    const { width, height, values, rowWords } = problem;
    const cells = new Uint8Array(width * height);
    if (this.unknown === 0) {
      for (let row = 0; row < height; row++) {
        for (let value = 1; value < values; value++) {
          const at = row * rowStride + value * rowWords;
          for (let k = 0; k < rowWords; k++) {
            const to = row * width + 32 * k;
            for (let rest = planes[at + k]; rest !== 0; rest &= rest - 1) {
              cells[to + 31 - Math.clz32(rest & -rest)] = value;
            }
          }
        }
      }
      return cells;
    }
    for (let row = 0, to = 0; row < height; row++) {
      for (let column = 0; column < width; column++, to++) {
        const at = row * rowStride + (column >>> 5);
        let found = -1;
        for (let value = 0; value < values; value++) {
          if (((planes[at + value * rowWords] >>> (column & 31)) & 1) === 0) continue;
          found = found === -1 ? value : UNKNOWN;
        }
        cells[to] = found;
      }
    }
    return cells;
  }

  private applyStart(): void {
    const { problem } = this;
    const { words, startAt, width, height } = problem;
    for (let row = 0, i = 0; row < height; row++) {
      for (let column = 0; column < width; column++, i++) {
        const given = startCell(words, startAt, i);
        if (given !== UNKNOWN) this.assign(row, column, given);
      }
    }
  }

  private reserve(planes: number, trail: number): void {
    const { height, width } = this.problem;
    if (this.planes.length < planes) this.planes = new Int32Array(planes);
    if (this.trailCell.length < trail) {
      this.trailCell = new Int32Array(trail);
      this.trailValue = new Uint8Array(trail);
    }
    if (this.dirtyRows.length !== (height + 31) >>> 5) {
      this.dirtyRows = new Int32Array((height + 31) >>> 5);
    }
    if (this.dirtyColumns.length !== (width + 31) >>> 5) {
      this.dirtyColumns = new Int32Array((width + 31) >>> 5);
    }
  }
}

/** `count` planes of `words` words with a one for each of `length` cells. */
function fillPlanes(
  planes: Int32Array,
  at: number,
  count: number,
  words: number,
  length: number,
): void {
  const last = -1 >>> (31 & -length);
  // A call of fill costs more than this loop for the small grids of big corpora.
  for (let plane = 0, i = at; plane < count; plane++) {
    for (let k = 1; k < words; k++) planes[i++] = -1;
    planes[i++] = last;
  }
}

function clear(set: Int32Array): void {
  for (let k = 0; k < set.length; k++) set[k] = 0;
}

function markAll(dirty: Int32Array, count: number): void {
  for (let k = 0; k < dirty.length; k++) {
    const rest = count - 32 * k;
    dirty[k] = rest >= 32 ? -1 : (1 << rest) - 1;
  }
}
