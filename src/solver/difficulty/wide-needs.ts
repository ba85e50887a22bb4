import type { Needs } from '../../result/difficulty.js';
import { NEEDS } from '../../result/difficulty.js';
import type { WideLines } from '../lines/line-wide.js';
import { ones } from '../model/bits.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';
import { BOUNDS, COUNT, LevelLine, RUNS, type Level } from './level-line.js';
import { WideEnds } from './wide-ends.js';

/**
 * Finds the weakest level of reading lines that solves a puzzle which complete line solving solves,
 * for puzzles of any size and in any colours. The more is known, the more a level settles: so its
 * fixpoint does not depend on the order of the work, and each level goes on from where the one before
 * it got stuck.
 */
export class WideNeeds {
  private readonly ends: WideEnds;
  private readonly line = new LevelLine();
  /** The planes of what the line that was read last may keep. */
  private result = new Int32Array(16);
  /** By word of a line: the cells that can have several values. */
  private several = new Int32Array(16);
  /** By value: how many cells of a line have it in a solution. */
  private readonly totals = new Int32Array(32);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
    private readonly wide: WideLines,
    private readonly budget: Budget,
  ) {
    this.ends = new WideEnds(problem, state);
  }

  /** The bytes that the loaded problem takes here. */
  get bytes(): number {
    return this.ends.bytes;
  }

  /** The weakest level, from the position in the state on, which is overwritten; null if the budget ends first. */
  find(): Needs | null {
    const { values, rowWords, columnWords } = this.problem;
    const size = values * Math.max(rowWords, columnWords);
    if (this.result.length < size) {
      this.result = new Int32Array(size);
      this.several = new Int32Array(size);
    }
    this.ends.start();
    for (let level: Level = COUNT; level <= RUNS; level = (level + 1) as Level) {
      if (!this.close(level)) return null;
      if (this.state.unknown === 0) return NEEDS[level];
    }
    return 'line';
  }

  /** Reads all lines at a level until none finds anything more. False if the budget ends first. */
  private close(level: Level): boolean {
    const { state, problem } = this;
    const { dirtyRows, dirtyColumns } = state;
    state.markLines();
    for (let rows = true, quiet = 0; quiet < 2; rows = !rows) {
      const read = this.readDirty(
        rows ? dirtyRows : dirtyColumns,
        rows ? 0 : problem.height,
        level,
      );
      if (this.budget.stopped !== null) return false;
      quiet = read ? 0 : quiet + 1;
    }
    return true;
  }

  /** Reads those of the lines from `base` on that are dirty; returns whether there were any. */
  private readDirty(dirty: Int32Array, base: number, level: Level): boolean {
    let any = false;
    for (let k = 0; k < dirty.length; k++) {
      while (dirty[k] !== 0) {
        any = true;
        const line = base + 32 * k + 31 - Math.clz32(dirty[k] & -dirty[k]);
        dirty[k] &= dirty[k] - 1;
        if (!this.state.isOpen(line)) continue;
        this.readLine(level, line);
        if (this.budget.stopped !== null) return true;
      }
    }
    return any;
  }

  /** Reads a line until it finds nothing more, and takes what that rules out from its cells. */
  private readLine(level: Level, line: number): void {
    const { problem, budget } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    budget.spend(0, 4 + 4 * blocks);
    if (level === COUNT) while (this.count(line));
    else if (level === BOUNDS) this.moveEnds(line, true);
    else if (level === RUNS) while (this.readRuns(line));
    else {
      // What counting finds may let the blocks be packed more tightly, and the other way round.
      this.count(line);
      while (this.moveEnds(line, false) && this.count(line));
    }
  }

  private moveEnds(line: number, bounds: boolean): boolean {
    const { ends, result } = this;
    if (!ends.move(line, bounds)) return false;
    ends.leave(line, result);
    return this.state.narrow(line, result);
  }

  /**
   * If all cells with a value are found, no other cell has it; if only that many cells can have it, they all do.
   * Returns whether that was new.
   */
  private count(line: number): boolean {
    const { problem, state, result, totals, several } = this;
    const { planes } = state;
    const { values, blockStart, blockLength, blockColour } = problem;
    const words = state.wordsOf(line);
    const at = state.placeOf(line);
    if (!this.findSeveral(at, words)) return false;
    totals.fill(0, 0, values);
    totals[0] = problem.lineLength(line);
    for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
      totals[blockColour[block]] += blockLength[block];
      totals[0] -= blockLength[block];
    }
    let isNew = false;
    for (let value = 0; value < values; value++) {
      let found = 0;
      let possible = 0;
      for (let k = 0; k < words; k++) {
        const can = planes[at + value * words + k];
        possible += ones(can);
        found += ones(can & ~several[k]);
      }
      const total = totals[value];
      if (found === possible || (found !== total && possible !== total)) continue;
      if (!isNew) result.fill(-1, 0, values * words);
      isNew = true;
      for (let k = 0; k < words; k++) {
        const can = planes[at + value * words + k];
        for (let other = 0; other < values; other++) {
          if (found === total && other === value) result[other * words + k] &= ~several[k];
          if (found !== total && other !== value) result[other * words + k] &= ~can;
        }
      }
    }
    return isNew && state.narrow(line, result);
  }

  /** Puts the cells of a line that can have several values into `several`; returns whether there are any. */
  private findSeveral(at: number, words: number): boolean {
    const { several } = this;
    const { planes } = this.state;
    let any = 0;
    for (let k = 0; k < words; k++) {
      let once = 0;
      let twice = 0;
      for (let value = 0, i = at + k; value < this.problem.values; value++, i += words) {
        twice |= once & planes[i];
        once |= planes[i];
      }
      several[k] = twice;
      any |= twice;
    }
    return any !== 0;
  }

  private readRuns(index: number): boolean {
    const { problem, state, line, result } = this;
    const words = state.wordsOf(index);
    const at = state.placeOf(index);
    // In most lines even complete line solving, which is faster, finds nothing.
    this.wide.solve(problem, index, state.planes, at, words, result);
    let any = 0;
    for (let i = 0; i < problem.values * words; i++) any |= state.planes[at + i] & ~result[i];
    if (any === 0) return false;
    line.load(problem, index);
    for (let i = 0; i < line.length; i++) {
      line.cells[i] = 0;
      for (let value = 0; value < problem.values; value++) {
        const word = state.planes[at + value * words + (i >>> 5)];
        line.cells[i] |= ((word >>> (i & 31)) & 1) << value;
      }
    }
    if (!line.read(RUNS)) return false;
    result.fill(0, 0, problem.values * words);
    for (let i = 0; i < line.length; i++) {
      for (let value = 0; value < problem.values; value++) {
        result[value * words + (i >>> 5)] |= ((line.cells[i] >>> value) & 1) << (i & 31);
      }
    }
    return state.narrow(index, result);
  }
}
