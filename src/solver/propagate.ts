import { ones } from './bits.js';
import type { Budget } from './budget.js';
import { WideLines } from './line-wide.js';
import { LineTable } from './line-table.js';
import { solveWordLine, wordResult } from './line-word.js';
import type { Observer, Removal } from './observer.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';

/** What propagation comes to. */
export const FIXPOINT = 0;
export const CONTRADICTION = 1;
/** The budget is spent; lines are left dirty. */
export const STOPPED = 2;
export type Propagated = typeof FIXPOINT | typeof CONTRADICTION | typeof STOPPED;

/**
 * Line solving repeated over the dirty lines to the fixpoint: all dirty rows, then all dirty
 * columns, in turn. The fixpoint does not depend on the order; this one makes the passes of the
 * first propagation the sweeps of Batenburg and Kosters, as a line that is not dirty would add
 * nothing to its pass.
 */
export class Propagator {
  observer: Observer | undefined;
  /** The passes of the last `run`, up to the one that left no cell unknown. */
  passes = 0;
  readonly wide = new WideLines();
  readonly table = new LineTable();
  /** Which puzzle the table has found the places of. */
  private tabled = 0;
  private result = new Int32Array(16);

  constructor(
    readonly problem: Problem,
    readonly state: State,
    readonly budget: Budget,
  ) {}

  /** Works off the dirty lines. After a contradiction none is dirty. */
  run(): Propagated {
    return this.problem.small ? this.runSmall() : this.runWide();
  }

  private runWide(): Propagated {
    const { state, problem } = this;
    const { dirtyRows, dirtyColumns } = state;
    this.passes = 0;
    for (let rows = true; ; rows = !rows) {
      const dirty = rows ? dirtyRows : dirtyColumns;
      if (isEmpty(dirty) && isEmpty(rows ? dirtyColumns : dirtyRows)) return FIXPOINT;
      if (state.unknown > 0) this.passes++;
      const base = rows ? 0 : problem.height;
      for (let k = 0; k < dirty.length; k++) {
        while (dirty[k] !== 0) {
          const bit = 31 - Math.clz32(dirty[k] & -dirty[k]);
          dirty[k] &= dirty[k] - 1;
          const line = base + 32 * k + bit;
          if (!this.solveWide(line)) {
            dirtyRows.fill(0);
            dirtyColumns.fill(0);
            this.observer?.lineContradiction?.(line);
            return CONTRADICTION;
          }
          if (this.budget.stopped !== null) return STOPPED;
        }
      }
    }
  }

  /**
   * As `runWide`, for small problems: two words a line, the dirty lines in two words. The budget is
   * looked at after each pass, since a pass takes a few microseconds.
   */
  private runSmall(): Propagated {
    const { state, problem, budget } = this;
    const { dirtyRows, dirtyColumns } = state;
    const { height } = problem;
    if (problem.tiny && this.tabled !== problem.loads) {
      this.tabled = problem.loads;
      this.table.load(problem);
    }
    let passes = 0;
    for (let rows = true; ; rows = !rows) {
      let dirty = rows ? dirtyRows[0] : dirtyColumns[0];
      if (dirty === 0 && (rows ? dirtyColumns[0] : dirtyRows[0]) === 0) break;
      if (state.unknown > 0) passes++;
      let solved = 0;
      for (let line = rows ? 0 : height; dirty !== 0; line++, dirty >>>= 1) {
        if ((dirty & 1) === 0) continue;
        solved++;
        if (this.solveSmall(line)) continue;
        dirtyRows[0] = 0;
        dirtyColumns[0] = 0;
        budget.spend(solved, 4 * solved);
        this.observer?.lineContradiction?.(line);
        return CONTRADICTION;
      }
      if (rows) dirtyRows[0] = 0;
      else dirtyColumns[0] = 0;
      if (!budget.spend(solved, 4 * solved)) return STOPPED;
    }
    this.passes = passes;
    return FIXPOINT;
  }

  /** Solves one line and takes the values it excludes from cells; false: a contradiction. */
  private solveSmall(line: number): boolean {
    const { state, problem } = this;
    const { planes, trailCell, trailValue } = state;
    const at = 2 * line;
    const canBlank = planes[at];
    const canFilled = planes[at + 1];
    if (problem.tiny) {
      const { table } = this;
      const length = line < problem.height ? problem.width : problem.height;
      let result = table.results[table.places[line] + ((canBlank << length) | canFilled)];
      if (result === LineTable.NOT_COMPUTED) {
        result = table.compute(problem, line, canBlank, canFilled);
      }
      if (result === LineTable.NO_PLACEMENT) return false;
      wordResult[0] = result >>> length;
      wordResult[1] = result & ((1 << length) - 1);
    } else if (!solveWordLine(problem, line, canBlank, canFilled)) return false;
    const filled = canBlank & ~wordResult[0];
    const blank = canFilled & ~wordResult[1];
    const changed = filled | blank;
    if (changed === 0) return true;
    planes[at] = canBlank ^ filled;
    planes[at + 1] = canFilled ^ blank;
    const isRow = line < problem.height;
    const index = isRow ? line : line - problem.height;
    const crossing = isRow ? state.columnBase : 0;
    const keep = ~(1 << index);
    const length = state.trailLength;
    let to = length;
    for (let rest = changed; rest !== 0; rest &= rest - 1) {
      const i = 31 - Math.clz32(rest & -rest);
      const value = (blank >>> i) & 1;
      planes[crossing + 2 * i + value] &= keep;
      trailCell[to] = isRow ? (index << 16) | i : (i << 16) | index;
      trailValue[to++] = value;
    }
    state.trailLength = to;
    state.unknown -= to - length;
    if (isRow) state.dirtyColumns[0] |= changed;
    else state.dirtyRows[0] |= changed;
    if (this.observer?.line !== undefined) this.tell(line, length, to);
    return true;
  }

  private solveWide(line: number): boolean {
    const { state, problem } = this;
    const { planes, trailCell, trailValue } = state;
    const { height, values } = problem;
    const isRow = line < height;
    const index = isRow ? line : line - height;
    const words = isRow ? problem.rowWords : problem.columnWords;
    const at = isRow ? line * state.rowStride : state.columnBase + index * state.columnStride;
    if (this.result.length < values * words) this.result = new Int32Array(values * words);
    const { result } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    this.budget.spend(1, 4 + 2 * blocks * ((problem.slack[line] >>> 5) + 1));
    if (!this.wide.solve(problem, line, planes, at, words, result)) return false;

    const crossing = (isRow ? state.columnBase : 0) + (index >>> 5);
    const stride = isRow ? state.columnStride : state.rowStride;
    const plane = isRow ? problem.columnWords : problem.rowWords;
    const dirty = isRow ? state.dirtyColumns : state.dirtyRows;
    const keep = ~(1 << (index & 31));
    let length = state.trailLength;
    for (let k = 0; k < words; k++) {
      let changed = 0;
      let [once, twice, onceAfter, twiceAfter] = [0, 0, 0, 0];
      for (let value = 0; value < values; value++) {
        const before = planes[at + value * words + k];
        const after = result[value * words + k];
        twice |= once & before;
        once |= before;
        twiceAfter |= onceAfter & after;
        onceAfter |= after;
        const removed = before & ~after;
        if (removed === 0) continue;
        changed |= removed;
        planes[at + value * words + k] = after;
        for (let rest = removed; rest !== 0; rest &= rest - 1) {
          const i = 32 * k + 31 - Math.clz32(rest & -rest);
          planes[crossing + i * stride + value * plane] &= keep;
          trailCell[length] = isRow ? (index << 16) | i : (i << 16) | index;
          trailValue[length++] = value;
        }
      }
      dirty[k] |= changed;
      state.unknown -= ones(twice & ~twiceAfter);
    }
    if (this.observer?.line !== undefined) this.tell(line, state.trailLength, length);
    state.trailLength = length;
    return true;
  }

  private tell(line: number, from: number, to: number): void {
    const { trailCell, trailValue } = this.state;
    const removed: Removal[] = [];
    for (let i = from; i < to; i++) {
      const cell = (trailCell[i] >>> 16) * this.problem.width + (trailCell[i] & 0xffff);
      removed.push({ cell, value: trailValue[i] });
    }
    if (removed.length > 0) this.observer?.line?.(line, removed);
  }
}

function isEmpty(set: Int32Array): boolean {
  for (let k = 0; k < set.length; k++) if (set[k] !== 0) return false;
  return true;
}
