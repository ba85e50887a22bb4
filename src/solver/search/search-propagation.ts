import { HEADER } from './clauses.js';
import { solveWordLine, wordResult } from '../lines/line-word.js';
import { SearchTrail } from './search-trail.js';

/**
 * Propagation in a learning search: clauses first, then one dirty line (first in, first out: the
 * other way round takes twice the time), until nothing is left to do. A line whose cells changed is
 * solved completely.
 */
export class SearchPropagation extends SearchTrail {
  private wideResult = new Int32Array(16);

  /** Propagates to the end: 0, or the conflict (a clause, or -1 - line). */
  propagate(): number {
    const { budget } = this.work;
    for (;;) {
      if (this.clauseHead < this.trailSize) {
        const conflict = this.propagateClauses();
        if (conflict !== 0) return conflict;
      }
      if (this.queueSize === 0) return 0;
      const line = this.queue[this.queueHead];
      if (++this.queueHead === this.queue.length) this.queueHead = 0;
      this.queueSize--;
      this.queued[line] = 0;
      if (!(this.small ? this.solveSmall(line) : this.solveWide(line))) return -1 - line;
      if (budget.stopped !== null) return 0;
    }
  }

  private solveSmall(line: number): boolean {
    const { problem, state, budget } = this.work;
    const { planes } = state;
    budget.spend(1, 8);
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    if (!solveWordLine(problem, line, canBlank, canFilled)) return false;
    const filled = canBlank & ~wordResult[0];
    let found = filled | (canFilled & ~wordResult[1]);
    if (found === 0) return true;
    const { hadBlank, hadFilled, explained } = this;
    const isRow = line < this.height;
    const base = isRow ? line * this.width : line - this.height;
    const step = isRow ? 1 : this.width;
    while (found !== 0) {
      const i = 31 - Math.clz32(found & -found);
      found &= found - 1;
      const cell = base + step * i;
      hadBlank[cell] = canBlank;
      hadFilled[cell] = canFilled;
      explained[cell] = 0;
      this.assign(2 * cell + (((filled >>> i) & 1) ^ 1), -1 - line);
    }
    return true;
  }

  private solveWide(line: number): boolean {
    const { problem, state, budget, propagator } = this.work;
    const { height, values } = problem;
    const { planes } = state;
    const isRow = line < height;
    const words = isRow ? problem.rowWords : problem.columnWords;
    const at = isRow
      ? line * state.rowStride
      : state.columnBase + (line - height) * state.columnStride;
    if (this.wideResult.length < values * words) this.wideResult = new Int32Array(values * words);
    const { wideResult } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    budget.spend(1, 8 + 2 * blocks * ((problem.slack[line] >>> 5) + 1));
    if (!propagator.wide.solve(problem, line, planes, at, words, wideResult)) return false;
    const { lineReasons } = this;
    let place = -1;
    for (let value = 0; value < values; value++) {
      for (let k = 0; k < words; k++) {
        let removed = planes[at + value * words + k] & ~wideResult[value * words + k];
        for (; removed !== 0; removed &= removed - 1) {
          const i = 32 * k + 31 - Math.clz32(removed & -removed);
          const cell = isRow ? line * this.width + i : i * this.width + line - height;
          const variable = values === 2 ? cell : cell * values + value;
          if (place < 0) place = lineReasons.keep(at, values * words);
          lineReasons.settle(variable, place);
          this.assign(values === 2 ? 2 * cell + value : 2 * variable + 1, -1 - line);
        }
      }
    }
    return true;
  }

  /**
   * Visits the watches of all literals that became false: 0, or a clause without a true or open
   * literal. This is MiniSat's loop; hard puzzles spend a third of their time here.
   */
  private propagateClauses(): number {
    const { clauses, value, trail } = this;
    const { watchStart, watchCount } = clauses;
    const { arena } = clauses;
    while (this.clauseHead < this.trailSize) {
      const falseLiteral = trail[this.clauseHead++] ^ 1;
      let { pool } = clauses;
      const start = watchStart[falseLiteral];
      const end = start + 2 * watchCount[falseLiteral];
      let to = start;
      let from = start;
      while (from < end) {
        const clause = pool[from];
        const blocker = pool[from + 1];
        from += 2;
        if (value[blocker] === 1) {
          pool[to++] = clause;
          pool[to++] = blocker;
          continue;
        }
        // Make sure that the false literal is the second one.
        const literals = clause + HEADER;
        let first = arena[literals];
        if (first === falseLiteral) {
          first = arena[literals + 1];
          arena[literals] = first;
          arena[literals + 1] = falseLiteral;
        }
        if (value[first] === 1) {
          pool[to++] = clause;
          pool[to++] = first;
          continue;
        }
        // Look for another literal to watch, on from where the last search ended (Gent 2013).
        const last = literals + arena[clause];
        const resume = literals + arena[clause + 3];
        let k = resume;
        while (k < last && value[arena[k]] === -1) k++;
        if (k === last) {
          k = literals + 2;
          while (k < resume && value[arena[k]] === -1) k++;
          if (k === resume) k = last;
        }
        if (k < last) {
          arena[clause + 3] = k - literals;
          const other = arena[k];
          arena[literals + 1] = other;
          arena[k] = falseLiteral;
          clauses.watch(other, clause, first);
          pool = clauses.pool;
          continue;
        }
        pool[to++] = clause;
        pool[to++] = first;
        if (value[first] === -1) {
          while (from < end) pool[to++] = pool[from++];
          watchCount[falseLiteral] = (to - start) >> 1;
          return clause;
        }
        this.assign(first, clause);
      }
      watchCount[falseLiteral] = (to - start) >> 1;
    }
    return 0;
  }
}
