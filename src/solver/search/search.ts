import type { Cells } from '../../puzzle/types.js';
import { Beliefs } from '../beliefs/beliefs.js';
import { PERMANENT } from './clauses.js';
import { luby } from './luby.js';
import { Phases } from '../beliefs/phases.js';
import { SearchLearning } from './search-learning.js';
import { SETTINGS } from './search-settings.js';
import { NO_REASON } from './search-trail.js';
import { Turns } from './turns.js';

/** How a search ended: nothing is left to search, enough was found, or the budget is spent. */
export type SearchEnd = 'exhausted' | 'wanted' | 'stopped';

/**
 * Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the
 * lines as propagators that explain themselves on demand (lazy clause generation, Ohrimenko,
 * Stuckey and Codish 2009). Serves the first solution, the next ones, and the proof that there is
 * no other.
 *
 * One class in five layers, each a file: what is assigned (search-trail.ts), what follows from it
 * (search-propagation.ts), why (search-reasons.ts), what is learned from conflicts
 * (search-learning.ts), and here what to guess, when to restart, and how to go on behind a solution.
 */
export class Search extends SearchLearning {
  /** The deepest nesting of guesses of the last run. */
  depth = 0;
  /** How many solutions the last run found. */
  found = 0;

  private readonly beliefs = new Beliefs();
  private readonly phases = new Phases();
  protected readonly turns = new Turns();

  /**
   * Looks for `wanted` solutions below the present state and puts the first two into `solutions`.
   * Where `solvable`, there is known to be one, and what is hard is likely to be the proof.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  run(wanted: number, solutions: Cells[], solvable = false): SearchEnd {
    this.load();
    if (solvable) this.turns.found();
    else this.turns.start(this.work.counters.conflicts);
    const end = this.search(wanted, solutions);
    this.undo(0);
    this.clearQueue();
    return end;
  }

  protected override load(): void {
    super.load();
    this.depth = 0;
    this.found = 0;
  }

  protected search(wanted: number, solutions: Cells[]): SearchEnd {
    const { turns } = this;
    const { budget, counters, observer, state } = this.work;
    let conflictsLeft = SETTINGS.restartUnit;
    let restarts = 0;
    let nextReduction = counters.conflicts + SETTINGS.clauses;
    let reductions = 0;
    for (;;) {
      const conflict = this.propagate();
      if (budget.stopped !== null) return 'stopped';
      if (conflict !== 0) {
        counters.conflicts++;
        conflictsLeft--;
        if (turns.finding) this.keepPhases();
        if (this.currentLevel > this.floor) this.learn(conflict);
        else if (!this.passSolution()) return 'exhausted';
        continue;
      }
      if (turns.changes(counters.conflicts)) {
        conflictsLeft = SETTINGS.restartUnit;
        restarts = 0;
        if (turns.finding) this.aim();
      }
      if (conflictsLeft <= 0) {
        conflictsLeft = luby(++restarts) * SETTINGS.restartUnit;
        this.backjump(this.floor);
      }
      if (counters.conflicts >= nextReduction) {
        reductions++;
        nextReduction += SETTINGS.clauses + SETTINGS.moreClauses * reductions;
        this.reduce();
      }
      if (turns.finding && this.phases.isStale(this.trailSize, counters.conflicts)) this.aimAgain();
      if (!this.decide()) {
        const cells = state.cells();
        if (++this.found <= 2) solutions.push(cells);
        turns.found();
        observer?.solution?.(cells);
        if (this.found >= wanted) return 'wanted';
        if (wanted > 2) {
          if (!this.pass()) return 'exhausted';
        } else if (this.currentLevel === 0) return 'exhausted';
        else this.block();
      }
    }
  }

  /** Guesses a literal of the most active unassigned variable; false: all are assigned. */
  protected decide(): boolean {
    for (;;) {
      const variable = this.heap.pop();
      if (variable < 0) return false;
      if (this.value[2 * variable] !== 0) continue;
      this.guess(this.turns.finding ? this.likelyLiteral(variable) : 2 * variable);
      return true;
    }
  }

  /** Assumes an unassigned literal, on a level of its own. */
  protected guess(literal: number): void {
    const { observer, counters } = this.work;
    counters.decisions++;
    this.levelStart[++this.currentLevel] = this.trailSize;
    if (this.currentLevel > this.depth) this.depth = this.currentLevel;
    observer?.guess?.(this.cellOf(literal >> 1), this.valueSaid(literal), this.currentLevel);
    this.assign(literal, NO_REASON);
  }

  /** Begins anew with guesses of what is likely; looks for a proof instead where nothing is. */
  private aim(): void {
    const { problem, state, budget, counters } = this.work;
    const { beliefs } = this;
    this.backjump(this.floor);
    if (!beliefs.estimate(problem, state, budget)) {
      this.turns.found();
      return;
    }
    this.phases.aim(beliefs, this.width * this.height);
    if (this.turns.attempts > 1) {
      this.phases.keepFresh(this.trailSize, this.variables, counters.conflicts);
    }
    this.preferLikely();
  }

  /** Estimates again what is likely with the present guesses. */
  private aimAgain(): void {
    const { problem, state, budget } = this.work;
    if (this.beliefs.estimateAgain(problem, state, budget)) this.preferLikely();
  }

  private preferLikely(): void {
    const { beliefs, phases, heap, value } = this;
    for (let variable = 0; variable < this.variables; variable++) {
      if (value[2 * variable] !== 0) continue;
      const cell = this.cellOf(variable);
      phases.value[cell] = beliefs.value[cell];
      heap.bump(variable, SETTINGS.likely * beliefs.certainty[cell]);
    }
  }

  /** Notes the values known before the last guess, if they are more than ever. */
  private keepPhases(): void {
    const size = this.levelStart[this.currentLevel];
    if (this.currentLevel === 0 || !this.phases.isNearest(size)) return;
    for (let i = 0; i < size; i++) {
      const literal = this.trail[i];
      // With several colours, what a cell is not says nothing of what it is.
      if (this.values > 2 && (literal & 1) === 1) continue;
      this.phases.value[this.cellOf(literal >> 1)] = this.valueSaid(literal);
    }
  }

  /** A literal that gives a variable's cell its likely value; the variable's own where it cannot. */
  private likelyLiteral(variable: number): number {
    const cell = this.cellOf(variable);
    const likely = this.phases.value[cell];
    if (this.values === 2) return 2 * cell + 1 - likely;
    const literal = 2 * (cell * this.values + likely);
    return this.value[literal] === 0 ? literal : 2 * variable;
  }

  /** Goes on behind the solution just found; false where nothing is left. */
  protected pass(): boolean {
    this.floor = this.currentLevel;
    return this.passSolution();
  }

  /**
   * Turns the guess of level `floor` round, as all its solutions are found, and keeps the guesses
   * below as they are: so a search for many solutions needs no clause for each of them (Gebser et
   * al. 2007, "Conflict-driven answer set enumeration"). False where there is no such guess.
   */
  protected passSolution(): boolean {
    if (this.floor === 0) return false;
    const guess = this.trail[this.levelStart[this.floor]];
    this.backjump(--this.floor);
    this.assign(guess ^ 1, NO_REASON);
    return true;
  }

  /**
   * Excludes the solution just found: not all of its guesses again. For one more solution this is
   * better than `passSolution`, as it leaves the search free to jump back and to restart.
   */
  private block(): void {
    const { learned } = this;
    const size = this.currentLevel;
    for (let l = size; l >= 1; l--) learned[size - l] = this.trail[this.levelStart[l]] ^ 1;
    this.backjump(size - 1);
    this.assign(learned[0], size === 1 ? NO_REASON : this.clauses.add(learned, size, PERMANENT));
  }
}
