import {
  blocksAtMost,
  coloursOf,
  hasStart,
  heightOf,
  type PackedWords,
  startWords,
  widthOf,
} from '../../core/puzzle/packed.js';

/** What the solver should find out about each puzzle, and what it may spend: plain data. */
export interface SolveLimits {
  /** Milliseconds for one puzzle, from the start of its solving; Infinity for none. */
  readonly timeoutMs: number;
  /** A deterministic budget of steps (line solves); Infinity for none. */
  readonly maxSteps: number;
  /** The most bytes that the solver's own tables may take; Infinity for no limit. */
  readonly memoryBytes: number;
  /** How many solutions to look for, at least 2; `exact` to count them all. */
  readonly count: number | 'exact';
  /** The deepest level of contradictions to classify by, at least 1. */
  readonly guessDepth: number;
}

/** Ten seconds a puzzle; is it unique, and does it need guessing? */
export const DEFAULT_SOLVE_LIMITS: SolveLimits = {
  timeoutMs: 10_000,
  maxSteps: Infinity,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 1,
};

/** Steps instead of time: every machine comes to the same. */
export function limitedBySteps(maxSteps: number): SolveLimits {
  return { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, maxSteps };
}

/** The bytes of the puzzle and of what is known about its cells. */
export function bytesFor(words: PackedWords, offset: number): number {
  const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
  const colours = coloursOf(words, offset);
  const lines = width + height;
  const starts = hasStart(words, offset) ? startWords(width * height) : 0;
  const blocks = blocksAtMost(words, offset) - starts;
  const planes = (colours + 1) * (height * ((width + 31) >>> 5) + width * ((height + 31) >>> 5));
  return 4 * (2 * lines + 1 + 4 * blocks + planes) + 5 * width * height * colours;
}

type RanOut = 'timeout' | 'steps' | 'memory';

/** What a solve may still spend: steps, time and bytes. All stages of a puzzle share one clock. */
export class Budget {
  /** What ran out, if anything: then all work returns with what it knows. */
  stopped: RanOut | null = null;
  /** What is left of the steps (line solves). */
  stepsLeft = Infinity;

  private timeoutMs = Infinity;
  /** In milliseconds of the clock; 0 before it was first looked at. */
  private deadline = 0;
  private memoryBytes = Infinity;

  /** Begins a puzzle; the engine's first look starts its clock: a look costs a tiny one a tenth. */
  start(limits: SolveLimits): void {
    this.stopped = null;
    this.stepsLeft = limits.maxSteps;
    this.memoryBytes = limits.memoryBytes;
    this.timeoutMs = limits.timeoutMs;
    this.deadline = 0;
  }

  /** Starts the clock, for a puzzle that takes long to load. */
  startClock(): void {
    this.deadline = performance.now() + this.timeoutMs;
  }

  /** Whether tables of `bytes` are within the limit; if not, the work is stopped. */
  allows(bytes: number): boolean {
    if (bytes > this.memoryBytes) this.stopped ??= 'memory';
    return this.stopped === null;
  }

  /** Takes over what the engine has spent, and what it ran out of. */
  takeOver(steps: number, stopped: RanOut | null): void {
    this.stepsLeft -= steps;
    this.stopped ??= stopped;
  }

  /** Whether the clock, which it starts if it does not run yet, is past the deadline. */
  isTimeOver(): boolean {
    const now = performance.now();
    if (this.deadline === 0) this.deadline = now + this.timeoutMs;
    return now > this.deadline;
  }
}
