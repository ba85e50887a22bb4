import { Beliefs } from '../beliefs/beliefs.js';
import { Phases } from '../beliefs/phases.js';
import { SETTINGS } from '../model/settings.js';
import { Modes } from './modes.js';
import type { SearchLearning } from './search-learning.js';
import type { Workspace } from '../propagate/workspace.js';

/** What a search guesses next: a variable and its value. */
export class Guesses {
  readonly modes = new Modes();
  private readonly beliefs = new Beliefs();
  private readonly phases = new Phases();

  constructor(
    private readonly work: Workspace,
    private readonly engine: SearchLearning,
  ) {}

  /** Guesses a literal of the most active unassigned variable; returns false if all are assigned. */
  decide(): boolean {
    const { heap, value } = this.engine;
    for (;;) {
      const variable = heap.pop();
      if (variable < 0) return false;
      if (value[2 * variable] !== 0) continue;
      this.engine.guess(this.modes.finding ? this.likelyLiteral(variable) : 2 * variable);
      return true;
    }
  }

  /** Notes a conflict, while the assignment is still that of the conflict. */
  noteConflict(): void {
    if (this.modes.finding) this.keepPhases();
  }

  /** Changes to the other mode if it is time; returns whether it did. */
  changeMode(): boolean {
    if (!this.modes.change(this.work.counters.conflicts, this.engine.meanRank)) return false;
    if (this.modes.finding) this.aim();
    return true;
  }

  /** Estimates again what is likely if enough was learned about the cells since the last time. */
  refresh(): void {
    if (!this.modes.finding) return;
    const { problem, state, budget, counters } = this.work;
    if (!this.phases.isStale(this.engine.trailSize, counters.conflicts)) return;
    if (this.beliefs.estimateAgain(problem, state, budget)) this.preferLikely();
  }

  /** Begins again to guess what is likely; looks for a proof if that cannot be estimated. */
  private aim(): void {
    const { problem, state, budget, counters } = this.work;
    const { beliefs, phases, modes, engine } = this;
    engine.backjump(engine.floor);
    const damped = modes.attempts % 2 === 0;
    if (!beliefs.estimate(problem, state, budget, damped)) {
      modes.proveOnly();
      return;
    }
    phases.aim(beliefs, problem.width * problem.height);
    if (modes.attempts > 1)
      phases.keepFresh(engine.trailSize, engine.variables, counters.conflicts);
    this.preferLikely();
  }

  private preferLikely(): void {
    const { beliefs, phases } = this;
    const { engine } = this;
    for (let variable = 0; variable < engine.variables; variable++) {
      if (engine.value[2 * variable] !== 0) continue;
      const cell = engine.cellOf(variable);
      phases.value[cell] = beliefs.value[cell];
      engine.heap.bump(variable, SETTINGS.likely * beliefs.certainty[cell]);
    }
  }

  /** Notes the values known before the last guess, if they are more than ever. */
  private keepPhases(): void {
    const { engine, phases } = this;
    const size = engine.levelStart[engine.currentLevel];
    if (engine.currentLevel === 0 || !phases.isNearest(size)) return;
    for (let i = 0; i < size; i++) {
      const literal = engine.trail[i];
      // With several colours, a value that a cell does not have says nothing about the one it has.
      if (engine.values > 2 && (literal & 1) === 1) continue;
      phases.value[engine.cellOf(literal >> 1)] = engine.valueSaid(literal);
    }
  }

  /**
   * A literal that gives a variable's cell its likely value or, if it cannot have it, the
   * variable's own value.
   */
  private likelyLiteral(variable: number): number {
    const { engine } = this;
    const cell = engine.cellOf(variable);
    const likely = this.phases.value[cell];
    if (engine.values === 2) return 2 * cell + 1 - likely;
    const literal = 2 * (cell * engine.values + likely);
    return engine.value[literal] === 0 ? literal : 2 * variable;
  }
}
