import { sharedEngine, type EngineAnswer } from '../engine/engine.js';
import {
  blocksAtMost,
  hasStart,
  heightOf,
  startWords,
  widthOf,
  type PackedWords,
} from '../puzzle/packed.js';
import type { SolveLimits } from './model/limits.js';
import { SETTINGS } from './model/settings.js';
import type { Workspace } from './propagate/workspace.js';

/**
 * Lets the engine decide the puzzles that it takes, and hands what it knows to the stage that it does not
 * have: rating. That comes for few puzzles, so it is taken over when it begins.
 */
export class ByEngine {
  private readonly engine = sharedEngine();
  /** The last puzzle, as long as its problem is not loaded. */
  private unread: { readonly words: PackedWords; readonly offset: number } | null = null;

  constructor(private readonly work: Workspace) {}

  /**
   * Decides the puzzle at `offset`, within the budget, which has been started. Returns null if that is left to
   * others: the engine counts no solutions beyond a number, and cannot be watched.
   */
  decide(words: PackedWords, offset: number, limits: SolveLimits): EngineAnswer | null {
    const { engine } = this;
    const { budget, counters, observer } = this.work;
    this.unread = null;
    const { count: wanted, guessDepth, maxSteps, memoryBytes } = limits;
    if (typeof wanted !== 'number' || observer !== undefined) return null;
    if (engine === null || !engine.takes(words, offset)) return null;
    if (!budget.allows(bytesFor(words, offset))) return null;
    budget.startClock();
    const isTimeOver = (): boolean => budget.isTimeOver();
    const answer = engine.solve(words, offset, SETTINGS, {
      wanted,
      guessDepth,
      maxSteps,
      memoryBytes,
      isTimeOver,
    });
    budget.takeOver(answer.steps, answer.ranOut);
    counters.decisions = answer.decisions;
    counters.conflicts = answer.conflicts;
    counters.probes = answer.probes;
    this.unread = { words, offset };
    return answer;
  }

  /** Takes over what the first propagation of the last puzzle read, if it is still the engine's last one, for its rating. */
  keepLog(): void {
    const { log } = this.work.propagator;
    log.end = this.engine?.copyLog(log.entries) ?? 0;
  }

  /** Loads the last puzzle, if it was the engine's. */
  loadProblem(): void {
    if (this.unread === null) return;
    this.work.problem.load(this.unread.words, this.unread.offset);
    this.unread = null;
  }
}

/** The bytes of the puzzle and of what is known about its cells, in the engine or in a state. */
function bytesFor(words: PackedWords, offset: number): number {
  const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
  const lines = width + height;
  const starts = hasStart(words, offset) ? startWords(width * height) : 0;
  const blocks = blocksAtMost(words, offset) - starts;
  const planes = 2 * (height * ((width + 31) >>> 5) + width * ((height + 31) >>> 5));
  return 4 * (2 * lines + 1 + 4 * blocks + planes) + 5 * width * height;
}
