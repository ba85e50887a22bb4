import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';
import type { AfterSolution } from '../search/after-solution.js';
import type { SearchLearning } from '../search/search-learning.js';
import { NO_REASON } from '../search/search-trail.js';
import type { PartCount } from './part-count.js';

/**
 * After each solution, counts it together with as many solutions around it as is cheap: it takes
 * guesses back, the last first, as long as all solutions below the others can be counted at little
 * cost. Then the search goes on past all of these.
 */
export class CountAround implements AfterSolution {
  /** The solutions counted so far. */
  total = 0n;
  /** Line solves spent before, and on counts since then. */
  private countSteps: number;
  /** Conflicts met before, and in counts since then. */
  private countConflicts: number;
  /** How many solutions were counted together with those around them. */
  private clusters = 0;
  private solutions = 0;

  /**
   * If two solutions are `shown` already, the first one here does not have to be counted by itself.
   */
  constructor(
    private readonly work: Workspace,
    private readonly engine: SearchLearning,
    private readonly parts: PartCount,
    private readonly shown: boolean,
  ) {
    this.countSteps = work.budget.steps;
    this.countConflicts = work.counters.conflicts;
  }

  goOn(): boolean {
    const { engine } = this;
    if (++this.solutions === 1 && !this.shown) {
      // If the second solution were counted with the first, it could not be shown.
      this.total++;
      engine.floor = engine.currentLevel;
      return engine.reverseKeptGuess();
    }
    const guesses: number[] = [];
    for (let l = 1; l <= engine.currentLevel; l++) guesses.push(engine.trail[engine.levelStart[l]]);
    const level = this.countBelow();
    if (level === engine.floor) return engine.reverseKeptGuess();
    // All solutions below the guess of `level` are counted: what remains has its other value.
    this.parts.byColumns = !this.parts.byColumns;
    engine.floor = level - 1;
    const guess = guesses[level - 1];
    if (engine.value[guess] === 1) return engine.reverseKeptGuess();
    engine.assign(guess ^ 1, NO_REASON);
    return true;
  }

  /**
   * Takes guesses back and counts; returns the level whose guess has nothing left to count below
   * it.
   */
  private countBelow(): number {
    const { work, engine, parts } = this;
    const { budget, counters } = work;
    let level = engine.currentLevel;
    let count = 1n;
    this.clusters++;
    while (level > engine.floor) {
      engine.backjump(level - 1);
      const { steps } = budget;
      const { conflicts } = counters;
      const found = parts.countRest(this.allowance());
      this.countSteps += budget.steps - steps;
      this.countConflicts += counters.conflicts - conflicts;
      if (parts.ended) {
        if (budget.stopped !== null && found > count) count = found;
        break;
      }
      count = found;
      level--;
    }
    this.total += count;
    return level;
  }

  /** Line solves for the next count: more if solutions are many and easily found. */
  private allowance(): number {
    const { budget, counters } = this.work;
    const conflicts = counters.conflicts - this.countConflicts;
    const share = SETTINGS.leastCountShare + this.clusters / (conflicts + 1);
    const searching = budget.steps - this.countSteps;
    return Math.max(SETTINGS.fewestCountSteps, share * searching - this.countSteps);
  }
}
