import type { SolveLimits } from './limits.js';

export type RanOut = 'timeout' | 'steps' | 'memory';

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

  /**
   * Begins a new puzzle. Without `startClock`, the clock starts when the engine first asks for it,
   * after 0.1 ms or so: reading it costs a tenth of the time of a tiny puzzle.
   */
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
