import type { Needs } from '../../result/difficulty.js';
import { NEEDS } from '../../result/difficulty.js';
import type { WideLines } from '../lines/line-wide.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';
import { countLine } from './count-line.js';
import { Ends } from './ends.js';
import { BOUNDS, COUNT, LevelLine, RUNS, type Level } from './level-line.js';

/**
 * Finds the weakest level of reading lines that solves a puzzle which complete line solving solves,
 * for puzzles of any size and in any colours. The more is known, the more a level settles: so its
 * fixpoint does not depend on the order of the work, and each level goes on from where the one before
 * it got stuck.
 */
export class WideNeeds {
  private readonly ends: Ends;
  private readonly line = new LevelLine();
  /** The planes of what the line that was read last may keep. */
  private result = new Int32Array(16);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
    private readonly wide: WideLines,
    private readonly budget: Budget,
  ) {
    this.ends = new Ends(problem);
  }

  /** The bytes that the loaded problem takes here. */
  get bytes(): number {
    return this.ends.bytes;
  }

  /** The weakest level, from the position in the state on, which is overwritten; null if the budget ends first. */
  find(): Needs | null {
    const { values, rowWords, columnWords } = this.problem;
    const size = values * Math.max(rowWords, columnWords);
    if (this.result.length < size) this.result = new Int32Array(size);
    this.ends.start(0, this.problem.lines);
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

  private count(line: number): boolean {
    const { problem, state, result } = this;
    const at = state.placeOf(line);
    const isNew = countLine(problem, line, state.planes, at, state.wordsOf(line), result);
    return isNew && state.narrow(line, result);
  }

  private moveEnds(line: number, bounds: boolean): boolean {
    const { ends, state, result } = this;
    const words = state.wordsOf(line);
    if (!ends.move(line, state.planes, state.placeOf(line), words, bounds)) return false;
    ends.leave(line, words, result);
    return state.narrow(line, result);
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
    line.readPlanes(state.planes, at);
    if (!line.read(RUNS)) return false;
    line.writePlanes(result);
    return state.narrow(index, result);
  }
}
