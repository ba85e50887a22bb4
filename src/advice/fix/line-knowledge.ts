import { Budget } from '../../solver/model/budget.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Problem } from '../../solver/model/problem.js';
import { State } from '../../solver/model/state.js';
import { FIXPOINT, Propagator } from '../../solver/propagate/propagate.js';
import type { Sketch } from './sketch.js';

/**
 * What line solving finds in a sketch's puzzle: from its start, or with all but a few cells known.
 * The second takes some microseconds, as only the lines of these cells are read.
 */
export class LineKnowledge {
  private readonly problem = new Problem();
  private readonly state = new State(this.problem);
  private readonly budget = new Budget();
  private readonly propagator = new Propagator(this.problem, this.state, this.budget);
  private loaded = -1;

  constructor(private readonly sketch: Sketch) {
    this.budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity });
  }

  /** How many cells line solving leaves unknown. */
  unknownFromStart(): number {
    this.load();
    this.state.reset();
    return this.propagate();
  }

  /** How many cells of `open` line solving leaves unknown if all other cells are known. */
  unknownWithin(open: OpenCells): number {
    this.begin(open);
    const { dirtyRows, dirtyColumns } = this.state;
    for (let k = 0; k < dirtyRows.length; k++) dirtyRows[k] = open.rows[k];
    for (let k = 0; k < dirtyColumns.length; k++) dirtyColumns[k] = open.columns[k];
    return this.propagate();
  }

  /**
   * As `unknownWithin`, if no line settled any cell of `open` before `cell` changed: then only its
   * own row and column can begin to.
   */
  unknownAfterChange(open: OpenCells, cell: number): number {
    const { width } = this.sketch;
    const row = Math.floor(cell / width);
    const column = cell - row * width;
    const inRow = open.rows[row >>> 5] & (1 << (row & 31));
    const inColumn = open.columns[column >>> 5] & (1 << (column & 31));
    if (inRow === 0 && inColumn === 0) return open.count;
    this.begin(open);
    this.state.dirtyRows[row >>> 5] |= inRow;
    this.state.dirtyColumns[column >>> 5] |= inColumn;
    return this.propagate();
  }

  /** The cells that the last question left unknown, in order. */
  unknownCells(): number[] {
    const { width } = this.sketch;
    const { state } = this;
    const cells: number[] = [];
    for (let cell = 0; cell < this.sketch.cells.length; cell++) {
      if (state.count(Math.floor(cell / width), cell % width) > 1) cells.push(cell);
    }
    return cells;
  }

  private begin(open: OpenCells): void {
    this.load();
    const { state } = this;
    const known = this.sketch.planes;
    const { planes } = state;
    for (let i = 0; i < known.length; i++) planes[i] = known[i] | open.planes[i];
    state.trailLength = 0;
    state.unknown = open.count;
    state.clearDirty();
  }

  private propagate(): number {
    if (this.propagator.run() !== FIXPOINT) throw new Error('a picture contradicts its own clues');
    return this.state.unknown;
  }

  private load(): void {
    const { sketch, problem, state } = this;
    if (this.loaded === sketch.version) return;
    if (!problem.load(sketch.words(), 0)) throw new Error('a picture does not fit its own clues');
    // The state allocates its room the first time.
    if (this.loaded < 0) state.reset();
    this.loaded = sketch.version;
  }
}

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
