import type { Budget } from './budget.js';
import { WideLines } from './line-wide.js';
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
  private result = new Int32Array(16);

  constructor(
    readonly problem: Problem,
    readonly state: State,
    readonly budget: Budget,
  ) {}

  /** Works off the dirty lines. After a contradiction none is dirty. */
  run(): Propagated {
    const { state, problem } = this;
    const { dirtyRows, dirtyColumns } = state;
    this.passes = 0;
    for (let rows = true; ; rows = !rows) {
      const dirty = rows ? dirtyRows : dirtyColumns;
      if (isEmpty(dirty)) {
        if (isEmpty(rows ? dirtyColumns : dirtyRows)) return FIXPOINT;
        if (state.unknown > 0) this.passes++;
        continue;
      }
      if (state.unknown > 0) this.passes++;
      const base = rows ? 0 : problem.height;
      for (let k = 0; k < dirty.length; k++) {
        while (dirty[k] !== 0) {
          const bit = 31 - Math.clz32(dirty[k] & -dirty[k]);
          dirty[k] &= dirty[k] - 1;
          const line = base + 32 * k + bit;
          if (!(problem.small ? this.solveSmall(line) : this.solveWide(line))) {
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

  /** Solves one line and takes the values it excludes from cells; false: a contradiction. */
  private solveSmall(line: number): boolean {
    const { state, problem } = this;
    const { planes, trailCell, trailValue } = state;
    this.budget.spend(1, 4);
    const at = 2 * line;
    if (!solveWordLine(problem, line, planes[at], planes[at + 1])) return false;
    const filled = planes[at] & ~wordResult[0];
    const blank = planes[at + 1] & ~wordResult[1];
    if ((filled | blank) === 0) return true;
    planes[at] = wordResult[0];
    planes[at + 1] = wordResult[1];
    const isRow = line < problem.height;
    const index = isRow ? line : line - problem.height;
    const crossing = isRow ? state.columnBase : 0;
    const keep = ~(1 << index);
    let length = state.trailLength;
    for (let rest = filled | blank; rest !== 0; rest &= rest - 1) {
      const i = 31 - Math.clz32(rest & -rest);
      const value = (blank >>> i) & 1;
      planes[crossing + 2 * i + value] &= keep;
      trailCell[length] = isRow ? (index << 16) | i : (i << 16) | index;
      trailValue[length++] = value;
    }
    if (this.observer?.line !== undefined) this.tell(line, state.trailLength, length);
    state.unknown -= length - state.trailLength;
    state.trailLength = length;
    if (isRow) state.dirtyColumns[0] |= filled | blank;
    else state.dirtyRows[0] |= filled | blank;
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

/** The number of ones in a word. */
function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
