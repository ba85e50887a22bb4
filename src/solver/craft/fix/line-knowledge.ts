import { steppedGrid, type OpenPlanes } from '../../engine/wasm/stepped-grid.js';
import type { Sketch } from './sketch.js';

/**
 * What line solving finds in a sketch's puzzle: from its start, or with all but a few cells known.
 * The second takes some microseconds, as only the lines of these cells are read.
 */
export class LineKnowledge {
  private readonly grid = steppedGrid();
  /** The version of the sketch that was loaded last, and the number of its load. */
  private version = -1;
  private load = -1;

  constructor(private readonly sketch: Sketch) {}

  /** How many cells line solving leaves unknown. */
  unknownFromStart(): number {
    // Loading it makes it begin from its start, too.
    if (!this.loadSketch()) this.grid.reset();
    return this.unknownIf(this.grid.propagate());
  }

  /** How many cells of `open` line solving leaves unknown if all other cells are known. */
  unknownWithin(open: OpenCells): number {
    this.loadSketch();
    return this.unknownIf(this.grid.propagateWithin(this.sketch.planes, open));
  }

  /**
   * As `unknownWithin`, if no line settled any cell of `open` before `cell` changed: then only its
   * own row and column can begin to.
   */
  unknownAfterChange(open: OpenCells, cell: number): number {
    const { width, planes } = this.sketch;
    const row = Math.floor(cell / width);
    const column = cell - row * width;
    if (!open.isNear(row, column)) return open.count;
    this.loadSketch();
    return this.unknownIf(this.grid.propagateWithin(planes, open, row, column));
  }

  /** The cells that the last question left unknown, in order. */
  unknownCells(): number[] {
    return this.grid.unknownCells();
  }

  private unknownIf(propagated: string): number {
    if (propagated !== 'fixpoint') throw new Error('a picture contradicts its own clues');
    return this.grid.unknown;
  }

  /** Loads the sketch as it is now; returns false if it is loaded. */
  private loadSketch(): boolean {
    const { sketch, grid } = this;
    if (this.version === sketch.version && this.load === grid.loads) return false;
    if (!grid.load(sketch.words())) throw new Error('a picture does not fit its own clues');
    this.version = sketch.version;
    this.load = grid.loads;
    return true;
  }
}

/**
 * Cells that are unknown while all others are known: the bits that this sets in the planes of a
 * sketch (see Sketch), whatever picture it shows, and the rows and columns of these cells.
 */
export class OpenCells implements OpenPlanes {
  readonly planes: Int32Array;
  readonly count: number;
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;

  constructor(sketch: Sketch, cells: readonly number[]) {
    const { width, colours, rowWords, columnWords, rowStride, columnStride, columnBase } = sketch;
    const size = sketch.planes.length;
    this.count = cells.length;
    this.planes = new Int32Array(size + columnWords + rowWords);
    this.rows = this.planes.subarray(size, size + columnWords);
    this.columns = this.planes.subarray(size + columnWords);
    for (const cell of cells) {
      const row = Math.floor(cell / width);
      const column = cell - row * width;
      this.rows[row >>> 5] |= 1 << (row & 31);
      this.columns[column >>> 5] |= 1 << (column & 31);
      for (let value = 0; value <= colours; value++) {
        const rowAt = row * rowStride + value * rowWords + (column >>> 5);
        const columnAt = columnBase + column * columnStride + value * columnWords + (row >>> 5);
        this.planes[rowAt] |= 1 << (column & 31);
        this.planes[columnAt] |= 1 << (row & 31);
      }
    }
  }

  /** Whether one of the cells is in the row or in the column. */
  isNear(row: number, column: number): boolean {
    const inRow = this.rows[row >>> 5] >>> (row & 31);
    const inColumn = this.columns[column >>> 5] >>> (column & 31);
    return ((inRow | inColumn) & 1) === 1;
  }
}
