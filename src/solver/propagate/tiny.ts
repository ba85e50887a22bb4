import type { Cells } from '../../puzzle/types.js';
import {
  clueEnd,
  coloursOf,
  firstClue,
  hasStart,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../puzzle/packed.js';
import { ones } from '../model/bits.js';
import type { Budget } from '../model/budget.js';
import { LineTable } from '../lines/line-table.js';
import type { Observer, Removal } from '../../engine/observer.js';
import { TABLE_CELLS, type Problem } from '../model/problem.js';
import { CONTRADICTION, FIXPOINT, STOPPED, type Propagated } from './propagate.js';
import type { State } from '../model/state.js';

/**
 * Propagation of a grid that fits in one word (5x5, 5x6), black and white, without a start
 * position: the same passes as `Propagator.run` makes, but over all lines and without a branch that
 * depends on the cells. A line is looked up in the table of results, its cells go to the crossing
 * lines through a table of spread bits, and nothing is written to the state unless the search needs
 * it. People enumerate such puzzles by the million: this path takes a third of the general one's
 * time.
 *
 * A grid is two words, row by row (bit `row * width + column`): the cells that can be blank and
 * those that can be filled; and two more column by column.
 */
export class TinyGrid {
  /** The passes of the last `run`, up to the one that left no cell unknown. */
  passes = 0;
  width = 0;
  height = 0;
  /** The cells that can be blank, and those that can be filled; undefined after a contradiction. */
  canBlank = 0;
  canFilled = 0;
  private words: PackedWords = new Int32Array(0);
  private offset = 0;
  private loaded = false;
  /** By line: where its clue's results are. */
  private readonly places = new Int32Array(2 * TABLE_CELLS);

  constructor(
    private readonly problem: Problem,
    private readonly table: LineTable,
    private readonly budget: Budget,
  ) {}

  /** Takes the puzzle at `offset` if it is of this kind. */
  load(words: PackedWords, offset: number): boolean {
    const width = widthOf(words, offset);
    const height = heightOf(words, offset);
    if (width > TABLE_CELLS || height > TABLE_CELLS || width * height > 31) return false;
    if (coloursOf(words, offset) !== 1 || hasStart(words, offset)) return false;
    const { table, places } = this;
    let at = firstClue(offset);
    for (let line = 0; line < height + width; line++) {
      const length = line < height ? width : height;
      let clue = 1 << length;
      let min = 0;
      for (const end = clueEnd(words, at++); at < end; at++) {
        clue |= ((1 << words[at]) - 1) << min;
        min += words[at] + 1;
      }
      if (min > length + 1) return false;
      places[line] = table.placeOf(clue, length);
    }
    this.words = words;
    this.offset = offset;
    this.width = width;
    this.height = height;
    this.loaded = false;
    this.canBlank = this.canFilled = (1 << (width * height)) - 1;
    return true;
  }

  /**
   * Propagates. At a fixpoint, `cells` returns the solution if `solved`; else the brief search
   * (brief-tiny.ts) goes on, and `store` hands the grid to later stages.
   */
  run(observer: Observer | undefined): Propagated {
    const { width, height, places, budget } = this;
    const { results } = this.table;
    let blank = this.canBlank;
    let filled = this.canFilled;
    const watched = observer?.line !== undefined;
    let passes = 0;
    let solved = 0;
    let rows = true;
    // How many of the last passes left the grid as it is.
    for (let settled = 0; settled < 2; rows = !rows) {
      const length = rows ? width : height;
      const count = rows ? height : width;
      const base = rows ? 0 : height;
      const spread = SPREAD[count];
      const mask = (1 << length) - 1;
      if ((blank & filled) !== 0) passes++;
      let changed = 0;
      let blankAcross = 0;
      let filledAcross = 0;
      for (let i = 0, shift = 0; i < count; i++, shift += length) {
        const b = (blank >>> shift) & mask;
        const f = (filled >>> shift) & mask;
        const before = (b << length) | f;
        let result = results[places[base + i] + before];
        if (result >= LineTable.NO_PLACEMENT) {
          if (result === LineTable.NOT_COMPUTED) result = this.compute(base + i, b, f);
          if (result === LineTable.NO_PLACEMENT) {
            budget.spend(solved + i + 1, solved + i + 1);
            observer?.lineContradiction?.(base + i);
            return CONTRADICTION;
          }
        }
        changed |= before ^ result;
        blankAcross |= spread[result >>> length] << i;
        filledAcross |= spread[result & mask] << i;
        if (watched) this.tell(observer, base + i, before ^ result);
      }
      solved += count;
      settled = changed === 0 ? settled + 1 : 1;
      // The last pass changed nothing: if it was over the rows, they stay as they are.
      if (settled === 2 && rows) break;
      blank = blankAcross;
      filled = filledAcross;
    }
    this.passes = passes;
    this.canBlank = blank;
    this.canFilled = filled;
    return budget.spend(solved, solved) ? FIXPOINT : STOPPED;
  }

  /** Whether the fixpoint is a full grid. */
  get solved(): boolean {
    return (this.canBlank & this.canFilled) === 0;
  }

  /** The grid's cells. @pre it is solved. */
  cells(): Cells {
    const cells = new Uint8Array(this.width * this.height);
    for (let i = 0, rest = this.canFilled; rest !== 0; i++, rest >>>= 1) cells[i] = rest & 1;
    return cells;
  }

  /** Hands the fixpoint to `state`, as if it had been propagated there. */
  store(state: State): void {
    const { width, height, canBlank, canFilled } = this;
    this.loadProblem();
    state.reset();
    state.dirtyRows[0] = 0;
    state.dirtyColumns[0] = 0;
    state.unknown = ones(canBlank & canFilled);
    putLines(state.planes, 0, canBlank, canFilled, height, width);
    const across = transpose(canBlank, width, height);
    const filledAcross = transpose(canFilled, width, height);
    putLines(state.planes, state.columnBase, across, filledAcross, width, height);
  }

  private compute(line: number, canBlank: number, canFilled: number): number {
    this.loadProblem();
    return this.table.compute(this.problem, line, this.places[line], canBlank, canFilled);
  }

  /** Only a search, a rating, or a result that is not in the table yet needs the blocks. */
  loadProblem(): void {
    if (this.loaded) return;
    this.problem.load(this.words, this.offset);
    this.loaded = true;
  }

  private tell(observer: Observer, line: number, change: number): void {
    const { width, height } = this;
    const isRow = line < height;
    const length = isRow ? width : height;
    const removed: Removal[] = [];
    for (let i = 0; i < length; i++) {
      const cell = isRow ? line * width + i : i * width + line - height;
      if ((change >>> (length + i)) & 1) removed.push({ cell, value: 0 });
      if ((change >>> i) & 1) removed.push({ cell, value: 1 });
    }
    if (removed.length > 0) observer.line?.(line, removed);
  }
}

/** By distance: the bits of a line with that distance between them. */
const SPREAD = Array.from({ length: TABLE_CELLS + 1 }, (_, distance) =>
  Int32Array.from({ length: 1 << TABLE_CELLS }, (__, bits) => {
    let spread = 0;
    for (let i = 0; i < TABLE_CELLS; i++) spread |= ((bits >>> i) & 1) << (i * distance);
    return spread;
  }),
);

/** `count` lines of `length` bits each, transposed: `length` lines of `count` bits. */
function transpose(grid: number, length: number, count: number): number {
  let across = 0;
  for (let i = 0; i < count; i++) {
    across |= SPREAD[count][(grid >>> (i * length)) & ((1 << length) - 1)] << i;
  }
  return across;
}

function putLines(
  planes: Int32Array,
  at: number,
  blank: number,
  filled: number,
  count: number,
  length: number,
): void {
  const mask = (1 << length) - 1;
  for (let i = 0; i < count; i++) {
    planes[at + 2 * i] = (blank >>> (i * length)) & mask;
    planes[at + 2 * i + 1] = (filled >>> (i * length)) & mask;
  }
}
