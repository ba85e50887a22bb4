import type { Cells } from '../../puzzle/types.js';
import { PartCount } from './part-count.js';
import { NO_REASON } from '../search/search-trail.js';

/** When the one way of counting is left for the other (see Count). */
export const COUNTING = {
  /** Conflicts after which the backbone is given up: below that, there are few clusters. */
  backbone: 3000,
  /** Line solves of the first count of everything in each direction, and of the last. */
  firstWhole: 20_000,
  lastWhole: 320_000,
};

/** How many solutions there are; where `exact` is false, at least that many. */
export interface Counted {
  readonly count: bigint;
  readonly exact: boolean;
}

/**
 * Counts all solutions, of which there can be more than 10^30, on top of the learning search.
 *
 * Solutions come in clusters: few cells tell those of a cluster apart, and other clusters are far
 * away, each behind thousands of conflicts.
 *
 * Where it is soon found which cells are the same in all solutions, these are few clusters, and
 * everything else is counted at once, in both directions in turn, each time for twice as long; what
 * one remembers serves the other. Where that takes long, the search goes from one solution to the
 * next with guesses kept (see `passSolution`), as it does where solutions are counted one by one;
 * but at each solution it takes guesses back, the last first, as long as all solutions below the
 * others can be counted at little cost (see PartCount), and then goes on behind all of these.
 *
 * What lost: to insist on either way. The first is up to four times faster where there is one
 * cluster; but with more of them each question after a cell can cost a search through the whole
 * grid, and the second way is up to ten times faster. To spend more on counts around solutions (a
 * tenth of all steps is too much on puzzles of many clusters, and saves little on others). Clauses
 * that exclude what is counted instead of kept guesses, with restarts from the first guess on: what
 * is left between them is small change.
 */
export class Count extends PartCount {
  private total = 0n;
  /** Line solves spent on counts. */
  private counting = 0;
  /** Conflicts met in counts, and before. */
  private countConflicts = 0;
  /** How many solutions were counted with those around them. */
  private clusters = 0;

  /**
   * Counts the solutions below the present state and puts the first two into `solutions`.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  count(solutions: Cells[]): Counted {
    const { budget } = this.work;
    this.load();
    this.forget();
    this.turns.found();
    const shown = this.findBackbone(COUNTING.backbone, solutions);
    this.total = BigInt(this.found);
    let exact = shown && (this.found < 2 || this.countWhole());
    if (!exact && budget.stopped === null) exact = this.countOnward(solutions);
    this.undo(0);
    this.clearQueue();
    this.forget();
    return { count: this.total, exact };
  }

  /** Counts from solution to solution, on top of what was learned; false where the budget ran out. */
  private countOnward(solutions: Cells[]): boolean {
    const { budget, counters } = this.work;
    const least = this.total;
    // With two solutions shown, those that are found again are none the less counted once.
    const shown = this.found < 2 ? solutions.splice(0) : [];
    if (this.found < 2) this.found = 0;
    this.total = 0n;
    this.byColumns = false;
    this.counting = budget.steps;
    this.clusters = 0;
    this.countConflicts = counters.conflicts;
    this.turns.start(counters.conflicts);
    const exact = this.search(Infinity, solutions) === 'exhausted';
    if (!exact && least > this.total) this.total = least;
    if (solutions.length < shown.length) solutions.push(...shown);
    return exact;
  }

  /** Counts everything at once; gives false, and what it found, where that takes too long. */
  private countWhole(): boolean {
    for (let steps = COUNTING.firstWhole; steps <= COUNTING.lastWhole; steps *= 2) {
      for (const byColumns of [false, true]) {
        this.byColumns = byColumns;
        const count = this.countRest(steps);
        if (!this.ended || count > this.total) this.total = count;
        if (!this.ended) return true;
        if (this.work.budget.stopped !== null) return false;
      }
    }
    return false;
  }

  /**
   * Counts the solution just found with as many around it as is cheap, and goes on behind them.
   * On the way all solutions below the guesses up to `level` are counted, which are `count`.
   */
  protected override pass(): boolean {
    if (this.found === 1) {
      // Were the second counted with the first, it could not be shown.
      this.total++;
      return super.pass();
    }
    const { budget, counters } = this.work;
    const guesses: number[] = [];
    for (let l = 1; l <= this.currentLevel; l++) guesses.push(this.trail[this.levelStart[l]]);
    let level = this.currentLevel;
    let count = 1n;
    this.clusters++;
    while (level > this.floor) {
      this.backjump(level - 1);
      const { steps } = budget;
      const { conflicts } = counters;
      const found = this.countRest(this.allowance());
      this.counting += budget.steps - steps;
      this.countConflicts += counters.conflicts - conflicts;
      if (this.ended) {
        if (budget.stopped !== null && found > count) count = found;
        break;
      }
      count = found;
      level--;
    }
    this.total += count;
    if (level === this.floor) return this.passSolution();
    // All below the guess of `level` are counted: what is left has its other value.
    this.byColumns = !this.byColumns;
    this.floor = level - 1;
    const guess = guesses[level - 1];
    if (this.value[guess] === 1) return this.passSolution();
    this.assign(guess ^ 1, NO_REASON);
    return true;
  }

  /** Line solves for the next count: more where solutions are many, and easy to find. */
  private allowance(): number {
    const { budget, counters } = this.work;
    const conflicts = counters.conflicts - this.countConflicts;
    const share = LEAST_SHARE + this.clusters / (conflicts + 1);
    const searching = budget.steps - this.counting;
    return Math.max(FEWEST_STEPS, share * searching - this.counting);
  }
}

/** Line solves that a count around a solution may take in any case. */
const FEWEST_STEPS = 50;
/** Line solves that counts may take beyond that at least, for each line solve of the search. */
const LEAST_SHARE = 0.05;
