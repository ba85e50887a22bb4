import type { Budget } from '../model/budget.js';
import { WideLines } from '../lines/line-wide.js';
import { LineTable } from '../lines/line-table.js';
import { solveWordLine, wordResult } from '../lines/line-word.js';
import type { Observer, Removal } from '../../engine/observer.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';
import { ReadLog } from './read-log.js';

/** How propagation ended. */
export const FIXPOINT = 0;
export const CONTRADICTION = 1;
/** The budget ran out before the fixpoint was reached; which lines are dirty is then undefined. */
export const STOPPED = 2;
export type Propagated = typeof FIXPOINT | typeof CONTRADICTION | typeof STOPPED;

/**
 * Line solving repeated over the dirty lines to the fixpoint: all dirty rows, then all dirty
 * columns, in turn. The fixpoint does not depend on the order; this one makes the passes of the
 * first propagation the sweeps of Batenburg and Kosters, because a line that is not dirty would not
 * change anything in its pass.
 */
export class Propagator {
  observer: Observer | undefined;
  /** The passes of the last `run`, up to the one that left no cell unknown. */
  passes = 0;
  readonly wide = new WideLines();
  readonly table = new LineTable();
  readonly log: ReadLog;
  /** The puzzle for which the table has found its places. */
  private tabled = 0;
  private result = new Int32Array(16);

  constructor(
    readonly problem: Problem,
    readonly state: State,
    readonly budget: Budget,
  ) {
    this.log = new ReadLog(problem, budget);
  }

  /** Solves the dirty lines until none is left. After a contradiction none is dirty. */
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
   * As `runWide`, for small problems: two words a line, the dirty lines in two words. Easy corpora
   * spend their time here, so everything is in local variables (a method call for each line costs a
   * third more), and the budget is checked after each pass of a few microseconds.
   */
  private runSmall(): Propagated {
    const { state, problem, budget, table, observer } = this;
    const { dirtyRows, dirtyColumns, planes, trailCell, trailValue } = state;
    const { height, width, tiny } = problem;
    if (tiny && this.tabled !== problem.loads) {
      this.tabled = problem.loads;
      table.load(problem);
    }
    const { places } = table;
    let { trailLength, unknown } = state;
    let dirty = dirtyRows[0];
    let crossingDirty = dirtyColumns[0];
    let passes = 0;
    let found: Propagated = FIXPOINT;
    for (let rows = true; (dirty | crossingDirty) !== 0; rows = !rows) {
      if (unknown > 0) passes++;
      const base = rows ? 0 : height;
      const crossing = rows ? 2 * height : 0;
      const length = rows ? width : height;
      let solved = 0;
      for (; dirty !== 0; dirty &= dirty - 1) {
        const index = 31 - Math.clz32(dirty & -dirty);
        const line = base + index;
        const at = 2 * line;
        const canBlank = planes[at];
        const canFilled = planes[at + 1];
        solved++;
        let filled: number;
        let blank: number;
        if (tiny) {
          let result = table.results[places[line] + ((canBlank << length) | canFilled)];
          if (result === LineTable.NOT_COMPUTED) {
            result = table.compute(problem, line, places[line], canBlank, canFilled);
          }
          if (result === LineTable.NO_PLACEMENT) found = CONTRADICTION;
          filled = canBlank & ~(result >>> length);
          blank = canFilled & ~result;
        } else {
          if (!solveWordLine(problem, line, canBlank, canFilled)) found = CONTRADICTION;
          filled = canBlank & ~wordResult[0];
          blank = canFilled & ~wordResult[1];
        }
        if (found === CONTRADICTION) {
          observer?.lineContradiction?.(line);
          break;
        }
        const changed = filled | blank;
        if (changed === 0) continue;
        planes[at] = canBlank ^ filled;
        planes[at + 1] = canFilled ^ blank;
        crossingDirty |= changed;
        const keep = ~(1 << index);
        const before = trailLength;
        for (let rest = changed; rest !== 0; rest &= rest - 1) {
          const i = 31 - Math.clz32(rest & -rest);
          const value = (blank >>> i) & 1;
          planes[crossing + 2 * i + value] &= keep;
          trailCell[trailLength] = rows ? (index << 16) | i : (i << 16) | index;
          trailValue[trailLength++] = value;
        }
        unknown -= trailLength - before;
        if (observer?.line !== undefined) this.tell(line, before, trailLength);
      }
      const within = budget.spend(solved, 4 * solved);
      if (found === CONTRADICTION) break;
      dirty = crossingDirty;
      crossingDirty = 0;
      if (!within) {
        // The lines left dirty are those of the next pass; they do not matter any more.
        found = STOPPED;
        break;
      }
    }
    dirtyRows[0] = 0;
    dirtyColumns[0] = 0;
    state.trailLength = trailLength;
    state.unknown = unknown;
    this.passes = passes;
    return found;
  }

  private solveWide(line: number): boolean {
    const { state, problem } = this;
    const words = state.wordsOf(line);
    const size = problem.values * words;
    if (this.result.length < size) this.result = new Int32Array(size);
    const { result } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    this.budget.spend(1, 4 + 2 * blocks * ((problem.slack[line] >>> 5) + 1));
    const at = state.placeOf(line);
    if (!this.wide.solve(problem, line, state.planes, at, words, result)) return false;
    // Lines of a word are solved as fast as they are looked up.
    if (words > 1) this.log.add(line, state.planes, at, size, result);
    const before = state.trailLength;
    state.narrow(line, result);
    if (this.observer?.line !== undefined) this.tell(line, before, state.trailLength);
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
