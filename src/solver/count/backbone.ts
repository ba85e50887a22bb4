import { UNKNOWN, type Cells } from '../../puzzle/types.js';
import { luby } from '../search/luby.js';
import { SETTINGS } from '../search/search-settings.js';
import { Search } from '../search/search.js';

/**
 * Finds the cells that are the same in all solutions (the backbone), by asking the search for
 * solutions in which one of them differs.
 */
export abstract class BackboneSearch extends Search {
  /** The conflicts after which it is given up. */
  private conflictsEnd = 0;
  /** Whether there is no solution. */
  private refuted = false;

  /**
   * Makes every cell that is the same in all solutions known before all guesses. Gives false
   * where that takes more than `conflicts` conflicts, or the budget ran out; cells that it found
   * until then stay known. Every solution found on the way differs from those before.
   */
  protected findBackbone(conflicts: number, solutions: Cells[]): boolean {
    const { problem, counters } = this.work;
    const { values } = problem;
    this.conflictsEnd = counters.conflicts + conflicts;
    this.refuted = false;
    const first = this.solutionWith(NO_LITERAL, solutions);
    if (first === null) {
      this.backjump(0);
      return this.refuted;
    }
    const agreed = first.slice();
    for (let cell = 0; cell < agreed.length; cell++) {
      const value = agreed[cell];
      if (value === UNKNOWN) continue;
      const variable = values === 2 ? cell : cell * values + value;
      const differs = 2 * variable + (values === 2 && value === 0 ? 0 : 1);
      const other = this.solutionWith(differs, solutions);
      if (this.isOver()) break;
      other?.forEach((v, c) => {
        if (v !== agreed[c]) agreed[c] = UNKNOWN;
      });
    }
    this.backjump(0);
    return !this.isOver();
  }

  private isOver(): boolean {
    const { budget, counters } = this.work;
    return budget.stopped !== null || counters.conflicts > this.conflictsEnd;
  }

  /**
   * A solution in which `literal` holds; null where there is none, and then its opposite holds
   * before all guesses, or where the work is over.
   */
  private solutionWith(literal: number, solutions: Cells[]): Cells | null {
    const { budget, counters, observer, state } = this.work;
    let conflictsLeft = SETTINGS.restartUnit;
    let restarts = 0;
    this.floor = 0;
    this.backjump(0);
    for (;;) {
      const conflict = this.propagate();
      if (budget.stopped !== null) return null;
      if (conflict !== 0) {
        counters.conflicts++;
        conflictsLeft--;
        this.refuted = this.currentLevel === 0;
        if (this.refuted) return null;
        this.learn(conflict);
        continue;
      }
      if (this.isOver()) return null;
      if (conflictsLeft <= 0) {
        conflictsLeft = luby(++restarts) * SETTINGS.restartUnit;
        this.backjump(0);
      }
      if (this.currentLevel === 0 && literal !== NO_LITERAL) {
        if (this.value[literal] === -1) return null;
        if (this.value[literal] === 0) {
          this.guess(literal);
          continue;
        }
      }
      if (!this.decide()) {
        const cells = state.cells();
        if (++this.found <= 2) solutions.push(cells);
        observer?.solution?.(cells);
        return cells;
      }
    }
  }
}

const NO_LITERAL = -1;
