import type { Problem } from '../model/problem.js';
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
 * the more is known, the more it takes. Starts are in slack space (see Problem).
 */
export class LevelLine {
  length = 0;
  /** How many colours and blank there are. */
  values = 2;
  blocks = 0;
  slack = 0;
  /** By cell: the values that it can have. The caller fills it after `load`. */
  cells = new Int32Array(32);
  /** By block. */
  size = new Int32Array(32);
  colour = new Int32Array(32);
  min = new Int32Array(32);
  /** By block: its first and last start as far as the level that was read last knows. */
  first = new Int32Array(32);
  last = new Int32Array(32);
  /** By value: how many cells have it in a solution. */
  private readonly totals = new Int32Array(32);
  /** By block and start: whether the blocks before it leave it open. */
  private reach = new Uint8Array(256);
  private before = new Int32Array(32);

  /** Takes the clue of a line of `problem`. */
  load(problem: Problem, line: number): void {
    const { blockStart, blockLength, blockColour, blockMin } = problem;
    const begin = blockStart[line];
    this.length = problem.lineLength(line);
    this.values = problem.values;
    this.blocks = blockStart[line + 1] - begin;
    this.slack = problem.slack[line];
    this.reserve();
    this.totals.fill(0);
    this.totals[0] = this.length;
    for (let block = 0; block < this.blocks; block++) {
      this.size[block] = blockLength[begin + block];
      this.colour[block] = blockColour[begin + block];
      this.min[block] = blockMin[begin + block];
      this.totals[this.colour[block]] += this.size[block];
      this.totals[0] -= this.size[block];
    }
  }

  /**
   * Reads the line once at `level`, which includes the levels before it, and takes the values that
   * it rules out from `cells`. Returns whether there were any.
   * @pre some placement fits.
   */
  read(level: Level): boolean {
    if (level === COUNT) return this.count();
    // Bounds include whatever counting finds.
    if (level === OVERLAP) {
      const counted = this.count();
      this.pack();
      return this.applyEnds() || counted;
    }
    this.bound();
    const changed = this.applyEnds();
    return (level === RUNS && applyRuns(this)) || changed;
  }

  /** Takes `values` from a cell, which keeps others; returns whether it had one of them. */
  take(cell: number, values: number): boolean {
    const before = this.cells[cell];
    this.cells[cell] = before & ~values;
    return (before & values) !== 0;
  }

  /**
   * If all cells with a value are found, no other cell has it; if only that many cells can have it,
   * they all do.
   */
  private count(): boolean {
    const { cells, length, totals } = this;
    let changed = false;
    for (let value = 0; value < this.values; value++) {
      const bit = 1 << value;
      let found = 0;
      let possible = 0;
      for (let cell = 0; cell < length; cell++) {
        if (cells[cell] === bit) found++;
        if ((cells[cell] & bit) !== 0) possible++;
      }
      if (found === possible) continue;
      for (let cell = 0; cell < length; cell++) {
        if (cells[cell] === bit || (cells[cell] & bit) === 0) continue;
        if (found === totals[value]) changed = this.take(cell, bit) || changed;
        else if (possible === totals[value]) changed = this.take(cell, ~bit) || changed;
      }
    }
    return changed;
  }

  /** Packs the blocks to both ends around the cells that cannot have their colours. */
  private pack(): void {
    const { cells, size, colour, min, first, last } = this;
    for (let block = 0, start = 0; block < this.blocks; block++) {
      const bit = 1 << colour[block];
      for (let cell = 0; cell < size[block]; cell++) {
        if ((cells[min[block] + start + cell] & bit) !== 0) continue;
        start += cell + 1;
        cell = -1;
      }
      first[block] = start;
    }
    for (let block = this.blocks - 1, start = this.slack; block >= 0; block--) {
      const bit = 1 << colour[block];
      for (let cell = size[block] - 1; cell >= 0; cell--) {
        if ((cells[min[block] + start + cell] & bit) !== 0) continue;
        start -= size[block] - cell;
        cell = size[block];
      }
      last[block] = start;
    }
  }

  /** Finds the first and the last start of each block over all placements that fit. */
  private bound(): void {
    const { cells, length, size, min, first, last, blocks, slack, reach, before } = this;
    if (blocks === 0) return;
    this.reachForward();
    // By cell: the last cell before it that cannot be blank.
    let found = -1;
    for (let cell = 0; cell <= length; cell++) {
      before[cell] = found;
      if (cell < length && (cells[cell] & 1) === 0) found = cell;
    }
    let after = length;
    for (let block = blocks - 1; block >= 0; block--) {
      const row = block * (slack + 1);
      let start = Math.max(0, before[after] - size[block] + 1 - min[block]);
      while (reach[row + start] === 0) start++;
      first[block] = start;
      after = min[block] + start;
    }
    for (let block = blocks - 1, start = slack; block >= 0; block--) {
      const row = block * (slack + 1);
      while (reach[row + start] === 0) start--;
      last[block] = start;
    }
  }

  /** Fills `reach`: the starts of each block that fit, with the blocks before it. */
  private reachForward(): void {
    const { cells, size, colour, min, blocks, slack, reach } = this;
    for (let block = 0; block < blocks; block++) {
      const row = block * (slack + 1);
      const bit = 1 << colour[block];
      const tight = block > 0 && colour[block - 1] === colour[block];
      // How many cells in a row, up to this one, can have the colour.
      let fitting = 0;
      for (let cell = min[block]; cell < min[block] + size[block] - 1; cell++) {
        fitting = (cells[cell] & bit) !== 0 ? fitting + 1 : 0;
      }
      let open = block === 0;
      for (let start = 0; start <= slack; start++) {
        const at = min[block] + start;
        const end = at + size[block] - 1;
        fitting = (cells[end] & bit) !== 0 ? fitting + 1 : 0;
        const blank = at > 0 && (cells[at - 1] & 1) !== 0;
        if (start > 0) open &&= blank;
        if (block > 0 && reach[row - slack - 1 + start] === 1 && (!tight || blank)) open = true;
        reach[row + start] = open && fitting >= size[block] ? 1 : 0;
      }
    }
  }

  /** Applies what follows from `first` and `last`. */
  private applyEnds(): boolean {
    const { cells, size, colour, min, first, last, before: reached } = this;
    for (let cell = 0; cell < this.length; cell++) reached[cell] = 1;
    let changed = false;
    for (let block = 0; block < this.blocks; block++) {
      const bit = 1 << colour[block];
      const end = min[block] + last[block] + size[block];
      for (let cell = min[block] + first[block]; cell < end; cell++) reached[cell] |= bit;
      const sure = min[block] + first[block] + size[block];
      for (let cell = min[block] + last[block]; cell < sure; cell++) {
        changed = this.take(cell, ~bit) || changed;
      }
    }
    for (let cell = 0; cell < this.length; cell++) {
      if ((cells[cell] & ~reached[cell]) !== 0)
        changed = this.take(cell, ~reached[cell]) || changed;
    }
    return changed;
  }

  private reserve(): void {
    const { length, blocks } = this;
    if (this.before.length <= length) {
      this.cells = new Int32Array(2 * length);
      this.before = new Int32Array(2 * length);
    }
    if (this.size.length < blocks) {
      this.size = new Int32Array(2 * blocks);
      this.colour = new Int32Array(2 * blocks);
      this.min = new Int32Array(2 * blocks);
      this.first = new Int32Array(2 * blocks);
      this.last = new Int32Array(2 * blocks);
    }
    const room = blocks * (this.slack + 1);
    if (this.reach.length < room) this.reach = new Uint8Array(2 * room);
  }
}
