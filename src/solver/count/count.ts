import type { Cells } from '../../puzzle/types.js';
import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';
import { Found } from '../search/found.js';
import { NO_REASON } from '../search/search-trail.js';
import { Search } from '../search/search.js';
import { Backbone } from './backbone.js';
import { CountAround } from './count-around.js';
import { Estimate, type CountEstimate } from './estimate.js';
import { PartCount } from './part-count.js';

/** How many solutions there are; a lower bound if `exact` is false. */
export interface Counted {
  readonly count: bigint;
  readonly exact: boolean;
}

/**
 * Counts all solutions, on top of the learning search. There can be more than 10^30.
 *
 * Solutions come in clusters: those of one cluster differ in few cells, and finding another cluster
 * takes thousands of conflicts.
 *
 * If the backbone is soon found, there are few clusters. Then everything else is counted at once,
 * by rows and by columns in turn, each turn twice as long as the last; both share what they
 * remember. Otherwise the search goes from one solution to the next with guesses kept (see
 * KeepGuesses); after each it counts as many solutions around it as is cheap (see CountAround).
 *
 * What did not help: one of the two ways alone (the first is up to four times faster if there is
 * one cluster; with more of them each question about a cell can cost a search through the whole
 * grid, and the second way is up to ten times faster); more time for counts around solutions (a
 * tenth of all steps is too much with many clusters, and saves little otherwise); clauses that
 * exclude what is counted, with restarts, instead of kept guesses (twice the time).
 */
export class Count {
  private readonly search: Search;
  private readonly backbone: Backbone;
  private readonly parts: PartCount;
  private readonly estimating: Estimate;
  /** What the last count found to be the same in all solutions. */
  private settled = new Int32Array(0);

  constructor(private readonly work: Workspace) {
    this.search = new Search(work);
    const { engine, guesses } = this.search;
    this.backbone = new Backbone(work, engine, guesses);
    this.parts = new PartCount(work, engine);
    this.estimating = new Estimate(work, this.search, this.parts);
  }

  /** The deepest nesting of guesses of the last count. */
  get depth(): number {
    return this.search.depth;
  }

  /**
   * Counts the solutions from the current state on and puts the first two into `shown`.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  count(shown: Cells[]): Counted {
    const { parts } = this;
    const { engine, guesses } = this.search;
    engine.load();
    parts.forget();
    guesses.modes.proveOnly();
    const found = new Found(shown);
    const known = this.backbone.find(SETTINGS.backboneConflicts, found);
    this.settled = engine.trail.slice(0, engine.trailSize);
    let counted: Counted = { count: BigInt(found.count), exact: known };
    if (known && found.count >= 2) counted = this.countWhole(counted.count);
    if (!counted.exact && this.work.budget.stopped === null) {
      counted = this.countOnward(counted.count, shown);
    }
    engine.unload();
    parts.forget();
    return counted;
  }

  /**
   * Estimates what the last count could not count, with what is left of the budget; the number of solutions if
   * that counts them after all; null if it is too little. `shown` gets solutions found if it has fewer than two.
   * @pre and @post as for `count`, of the same puzzle.
   */
  estimate(shown: Cells[]): bigint | CountEstimate | null {
    const { engine } = this.search;
    const { parts, estimating } = this;
    engine.load();
    parts.forget();
    for (const literal of this.settled) {
      if (engine.value[literal] === 0) engine.assign(literal, NO_REASON);
    }
    const estimated = estimating.run();
    const { solutions } = estimating;
    if (shown.length < 2 && solutions.length > shown.length) {
      shown.splice(0, Infinity, ...solutions.slice(0, 2));
    }
    engine.unload();
    parts.forget();
    return estimated;
  }

  /** Counts everything at once; a lower bound of at least `least` if that takes too long. */
  private countWhole(least: bigint): Counted {
    const { parts } = this;
    let count = least;
    for (let steps = SETTINGS.firstWhole; steps <= SETTINGS.lastWhole; steps *= 2) {
      for (const byColumns of [false, true]) {
        parts.byColumns = byColumns;
        const all = parts.countRest(steps);
        if (!parts.ended) return { count: all, exact: true };
        if (all > count) count = all;
        if (this.work.budget.stopped !== null) return { count, exact: false };
      }
    }
    return { count, exact: false };
  }

  /**
   * Counts from solution to solution, on top of what was learned; a lower bound of at least `least`
   * if the budget runs out.
   */
  private countOnward(least: bigint, shown: Cells[]): Counted {
    const { work, search, parts } = this;
    // Solutions found before are found again. If there are two, they are the ones shown.
    const before = shown.splice(0);
    const found = new Found(before.length < 2 ? shown : []);
    parts.byColumns = false;
    const around = new CountAround(work, search.engine, parts, before.length >= 2);
    search.guesses.modes.start(work.counters.conflicts);
    const exact = search.continue(Infinity, found, around) === 'exhausted';
    if (shown.length < before.length) shown.push(...before);
    return { count: !exact && least > around.total ? least : around.total, exact };
  }
}
