import type { Cells } from '../../puzzle/types.js';
import type { Workspace } from '../propagate/workspace.js';
import { Restarts } from '../search/restarts.js';
import type { Search } from '../search/search.js';
import { SETTINGS } from '../model/settings.js';

/**
 * Says whether some guesses have a solution: from the solutions known so far, or by a learning search
 * under these guesses (as a SAT solver works under assumptions: Eén and Sörensson 2003).
 */
export class KnownSolutions {
  /** Those found since the last `reset`, all different. */
  readonly found: Cells[] = [];
  /** Whether the engine has other guesses by now, because a solution was searched for. */
  hasMoved = false;
  private readonly restarts = new Restarts();
  /** The number of learned clauses at which some are deleted. */
  private reduceAt = 0;

  constructor(
    private readonly work: Workspace,
    private readonly search: Search,
  ) {}

  /** Begins another puzzle, which the engine has loaded. */
  reset(): void {
    this.found.length = 0;
    this.reduceAt = 2 * SETTINGS.clauses;
  }

  get bytes(): number {
    const { width, height } = this.work.problem;
    return this.found.length * width * height;
  }

  /** Whether the literal says what is true of the solution. */
  holds(cells: Cells, literal: number): boolean {
    const { engine } = this.search;
    const cell = engine.cellOf(literal >> 1);
    const value = engine.values === 2 ? 1 : (literal >> 1) % engine.values;
    return (cells[cell] === value) === ((literal & 1) === 0);
  }

  /**
   * Whether there is a solution in which all `guesses` hold; false also if the budget runs out. One that
   * had to be searched for is added to `near`, the known solutions in which all of them but the last hold.
   * @post `hasMoved` if the guesses of the engine are others now.
   */
  allow(guesses: readonly number[], near: Cells[]): boolean {
    const last = guesses[guesses.length - 1];
    if (near.some((cells) => this.holds(cells, last))) return true;
    const cells = this.solutionWith(guesses);
    if (cells === null) return false;
    this.found.push(cells);
    if (near !== this.found) near.push(cells);
    return true;
  }

  private solutionWith(assumed: readonly number[]): Cells | null {
    const { work, restarts } = this;
    const { engine, guesses } = this.search;
    const { budget, counters } = work;
    this.hasMoved = true;
    restarts.reset();
    engine.backjump(0);
    for (;;) {
      const conflict = engine.propagate();
      if (budget.stopped !== null) return null;
      if (conflict !== 0) {
        counters.conflicts++;
        restarts.countConflict();
        guesses.noteConflict();
        if (engine.currentLevel === 0) return null;
        engine.learn(conflict);
        continue;
      }
      if (guesses.changeMode()) restarts.reset();
      if (restarts.isDue()) engine.backjump(0);
      if (engine.clauses.learned.length >= this.reduceAt) {
        engine.reduce();
        this.reduceAt = engine.clauses.learned.length + 2 * SETTINGS.clauses;
      }
      const next = assumed.find((literal) => engine.value[literal] !== 1);
      if (next !== undefined) {
        if (engine.value[next] === -1) return null;
        engine.guess(next);
        continue;
      }
      guesses.refresh();
      if (!guesses.decide()) return work.state.cells();
    }
  }
}
