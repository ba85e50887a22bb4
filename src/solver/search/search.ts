import type { Cells } from '../../puzzle/types.js';
import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';
import { ExcludeByClause, KeepGuesses, type AfterSolution } from './after-solution.js';
import { Found } from './found.js';
import { Guesses } from './guesses.js';
import { Restarts } from './restarts.js';
import { SearchLearning } from './search-learning.js';

/** How a search ended: nothing is left to search, enough was found, or the budget is spent. */
export type SearchEnd = 'exhausted' | 'wanted' | 'stopped';

/**
 * Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the
 * lines as propagators that explain themselves on demand (lazy clause generation, Ohrimenko,
 * Stuckey and Codish 2009). It finds the first solution, the next ones, and the proof that there is
 * no other.
 *
 * It is put together from parts. The engine is one class in four layers, each a file, as all of
 * them work on the same arrays in the same loops: what is assigned (search-trail.ts), what follows
 * from it (search-propagation.ts), why (search-reasons.ts), and what is learned from conflicts
 * (search-learning.ts). What to guess (guesses.ts), when to restart (restarts.ts) and what to do
 * after a solution (after-solution.ts) are objects of their own, which use the engine.
 */
export class Search {
  private readonly restarts = new Restarts();
  private found = new Found();

  constructor(
    private readonly work: Workspace,
    readonly engine = new SearchLearning(work),
    readonly guesses = new Guesses(work, engine),
  ) {}

  /** The deepest nesting of guesses of the last run. */
  get depth(): number {
    return this.engine.depth;
  }

  /** How many solutions the last run found. */
  get solutions(): number {
    return this.found.count;
  }

  /**
   * Looks for `wanted` solutions from the current state on and puts the first two into `shown`. If
   * `solvable`, one is known to exist, and the hard part is likely to be the proof.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  run(wanted: number, shown: Cells[], solvable = false): SearchEnd {
    const { engine } = this;
    const { problem, state } = this.work;
    engine.load();
    this.found = new Found(shown);
    // An observer wants to see each clause follow from those before, which an image may not.
    if (wanted === 2 && engine.watcher === null) engine.symmetries.find(problem, state);
    if (solvable) this.guesses.modes.proveOnly();
    else this.guesses.modes.start(this.work.counters.conflicts, engine.symmetries.maps.length > 0);
    const after = wanted > 2 ? new KeepGuesses(engine) : new ExcludeByClause(engine);
    const end = this.continue(wanted, this.found, after);
    engine.unload();
    return end;
  }

  /** Goes on from what the engine has learned, until `found` holds `wanted` solutions. */
  continue(wanted: number, found: Found, after: AfterSolution): SearchEnd {
    const { work, engine, guesses, restarts } = this;
    const { budget, counters } = work;
    restarts.reset();
    let nextReduction = counters.conflicts + SETTINGS.clauses;
    let reductions = 0;
    for (;;) {
      const conflict = engine.propagate();
      if (budget.stopped !== null) return 'stopped';
      if (conflict !== 0) {
        counters.conflicts++;
        restarts.countConflict();
        guesses.noteConflict();
        if (engine.currentLevel > engine.floor) {
          engine.learn(conflict);
          if (engine.refuted) return 'exhausted';
        } else if (!engine.reverseKeptGuess()) {
          engine.watcher?.exhausted(conflict);
          return 'exhausted';
        }
        continue;
      }
      if (guesses.changeMode()) restarts.reset();
      if (restarts.isDue()) engine.backjump(engine.floor);
      if (counters.conflicts >= nextReduction) {
        reductions++;
        nextReduction += SETTINGS.clauses + SETTINGS.moreClauses * reductions;
        engine.reduce();
      }
      guesses.refresh();
      if (guesses.decide()) continue;
      const cells = found.add(work);
      if (wanted === 2 && found.count === 1) found.addImage(cells, engine.symmetries.maps, work);
      guesses.modes.proveOnly();
      if (found.count >= wanted) return 'wanted';
      if (!after.goOn()) return 'exhausted';
    }
  }
}
