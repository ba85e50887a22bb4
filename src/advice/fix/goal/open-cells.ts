import type { Sketch } from './sketch.js';

/**
 * Cells that are unknown while all others are known: the bits that this sets in the planes of a
 * sketch (see Sketch), whatever picture it shows, and the rows and columns of these cells.
 */
export class OpenCells {
  readonly planes: Int32Array;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly count: number;

  constructor(sketch: Sketch, cells: readonly number[]) {
    const { width, colours, rowWords, columnWords, rowStride, columnStride, columnBase } = sketch;
    this.count = cells.length;
    this.planes = new Int32Array(sketch.planes.length);
    this.rows = new Int32Array(columnWords);
    this.columns = new Int32Array(rowWords);
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
}
