import type { Engine, EngineAnswer } from '../engine/engine.js';
import type { PackedWords } from '../puzzle/packed.js';
import type { Cells } from '../puzzle/types.js';
import { NEEDS, type Difficulty } from '../result/difficulty.js';
import { scoreOf } from './difficulty/effort.js';
import { bytesFor } from './model/bytes-for.js';
import type { SolveLimits } from './model/limits.js';
import { SETTINGS } from './model/settings.js';
import type { Workspace } from './propagate/workspace.js';

/** Lets the engine decide and rate the puzzles that it takes. */
export class ByEngine {
  /** The last puzzle. */
  private words: PackedWords | null = null;
  private offset = 0;
  /** The number of the last puzzle in the engine, if it has decided it. */
  private decided = -1;

  constructor(
    private readonly work: Workspace,
    private readonly engine: Engine | null,
  ) {}

  /** Begins with a puzzle. */
  begin(words: PackedWords, offset: number): void {
    this.words = words;
    this.offset = offset;
    this.decided = -1;
  }

  /** Whether the puzzle is one for the engine. */
  get takes(): boolean {
    return this.words !== null && this.engine !== null;
  }

  /**
   * Decides the puzzle within the budget, which has been started. Returns null if the engine does not take it.
   */
  decide(limits: SolveLimits): EngineAnswer | null {
    const { engine, words, offset } = this;
    const { budget, counters, observer } = this.work;
    const { count: wanted, guessDepth, maxSteps, memoryBytes } = limits;
    if (engine === null || words === null || !this.takes) return null;
    const bytes = bytesFor(words, offset);
    if (!budget.allows(bytes)) return null;
    // Reading the clock takes a tenth of the time of a small puzzle, which need not have it until it is looked at.
    if (bytes > SMALL) budget.startClock();
    const isTimeOver = (held: number): boolean => budget.isTimeOver(held);
    const answer = engine.solve(words, offset, SETTINGS, {
      wanted,
      guessDepth,
      maxSteps,
      memoryBytes,
      isTimeOver,
      observer,
    });
    this.decided = engine.puzzles;
    budget.takeOver(answer.steps, answer.ranOut);
    counters.decisions = answer.decisions;
    counters.conflicts = answer.conflicts;
    counters.probes = answer.probes;
    return answer;
  }

  /** Rates the last puzzle by its only solution; null if the budget ends that. @pre it `takes` it. */
  rate(solution: Cells): Difficulty | null {
    const { engine, words, offset } = this;
    const { budget } = this.work;
    if (engine === null || words === null || budget.stopped !== null) return null;
    const limits = { maxSteps: budget.stepsLeft, isTimeOver: () => budget.isTimeOver() };
    const isLast = this.decided === engine.puzzles;
    const effort = engine.rate(words, offset, solution, SETTINGS, limits, isLast);
    return effort === null ? null : scoreOf(effort, NEEDS[effort.level]);
  }
}

/** The bytes of a puzzle whose propagation takes a few microseconds. */
const SMALL = 4000;
