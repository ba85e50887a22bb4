import { UNKNOWN, type Cells } from '../../puzzle/types.js';
import type { Workspace } from '../propagate/workspace.js';
import type { Found } from '../search/found.js';
import type { Guesses } from '../search/guesses.js';
import { Restarts } from '../search/restarts.js';
import type { SearchLearning } from '../search/search-learning.js';

/**
 * Finds the cells that are the same in all solutions (the backbone): asks the engine for a
 * solution in which one of them differs, until there is none for any of them.
 */
export class Backbone {
  private readonly restarts = new Restarts();
  /** The number of conflicts after which the work is given up. */
  private conflictsEnd = 0;
  /** Whether there is no solution. */
  private refuted = false;

  constructor(
    private readonly work: Workspace,
    private readonly engine: SearchLearning,
    private readonly guesses: Guesses,
  ) {}

  /**
   * Makes every cell that is the same in all solutions known before all guesses. Returns false
   * if that takes more than `conflicts` conflicts, or the budget ran out; the cells found until
   * then stay known. Every solution found on the way differs from those before it.
   */
  find(conflicts: number, found: Found): boolean {
    const { work, engine } = this;
    const { values } = work.problem;
    this.conflictsEnd = work.counters.conflicts + conflicts;
    this.refuted = false;
    const first = this.solutionWith(NO_LITERAL, found);
    if (first === null) {
      engine.backjump(0);
      return this.refuted;
    }
    const agreed = first.slice();
    for (let cell = 0; cell < agreed.length; cell++) {
      const value = agreed[cell];
      if (value === UNKNOWN) continue;
      const variable = values === 2 ? cell : cell * values + value;
      const differs = 2 * variable + (values === 2 && value === 0 ? 0 : 1);
      const other = this.solutionWith(differs, found);
      if (this.isOver()) break;
      other?.forEach((v, c) => {
        if (v !== agreed[c]) agreed[c] = UNKNOWN;
      });
    }
    engine.backjump(0);
    return !this.isOver();
  }

  private isOver(): boolean {
    const { budget, counters } = this.work;
    return budget.stopped !== null || counters.conflicts > this.conflictsEnd;
  }

  /**
   * Returns a solution in which `literal` holds. Returns null if there is none, and then its
   * opposite holds before all guesses; or if the work is over.
   */
  private solutionWith(literal: number, found: Found): Cells | null {
    const { work, engine, restarts } = this;
    restarts.reset();
    engine.floor = 0;
    engine.backjump(0);
    for (;;) {
      const conflict = engine.propagate();
      if (work.budget.stopped !== null) return null;
      if (conflict !== 0) {
        work.counters.conflicts++;
        restarts.countConflict();
        this.refuted = engine.currentLevel === 0;
        if (this.refuted) return null;
        engine.learn(conflict);
        continue;
      }
      if (this.isOver()) return null;
      if (restarts.isDue()) engine.backjump(0);
      if (engine.currentLevel === 0 && literal !== NO_LITERAL) {
        if (engine.value[literal] === -1) return null;
        if (engine.value[literal] === 0) {
          engine.guess(literal);
          continue;
        }
      }
      if (!this.guesses.decide()) return found.add(work);
    }
  }
}

const NO_LITERAL = -1;
