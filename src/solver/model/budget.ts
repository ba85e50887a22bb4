import type { SolveLimits } from './limits.js';
import { SETTINGS } from './settings.js';

/** What can run out. */
export type RanOut = 'timeout' | 'steps' | 'memory';

/** What a solve may still spend: steps, time and bytes. All stages of a puzzle share one clock. */
export class Budget {
  /** Line solves so far. */
  steps = 0;
  /** What ran out, if anything: then all work returns with what it knows. */
  stopped: RanOut | null = null;

  private maxSteps = Infinity;
  private timeoutMs = Infinity;
  /** In milliseconds of the clock; 0 before it was first looked at. */
  private deadline = 0;
  private memoryBytes = Infinity;
  /** Work left until the clock is looked at again. */
  private credit = 0;
  /** What is held back of the steps and of the milliseconds. */
  private heldSteps = 0;
  private heldMs = 0;

  /**
   * Begins a new puzzle. The clock starts when it is first read, or with `startClock`: reading it
   * costs a tenth of the time of a tiny puzzle.
   */
  start(limits: SolveLimits): void {
    this.steps = 0;
    this.stopped = null;
    this.maxSteps = limits.maxSteps;
    this.memoryBytes = limits.memoryBytes;
    this.timeoutMs = limits.timeoutMs;
    this.deadline = 0;
    this.heldSteps = 0;
    this.heldMs = 0;
    this.credit = SETTINGS.workBetweenLooks;
  }

  /** Starts the clock, for work that may take long before `spend` is called. */
  startClock(): void {
    this.deadline = performance.now() + this.timeoutMs;
  }

  /** From now on, lets this share of the steps and of the time be missing, for other work later. */
  holdBack(share: number): void {
    this.heldSteps = Number.isFinite(this.maxSteps) ? share * this.maxSteps : 0;
    this.heldMs = Number.isFinite(this.timeoutMs) ? share * this.timeoutMs : 0;
    this.move(-1);
  }

  /** Allows what was held back; returns what ran out until then. Only memory stays run out. */
  giveBack(): RanOut | null {
    const { stopped } = this;
    this.move(1);
    this.heldSteps = 0;
    this.heldMs = 0;
    if (stopped !== 'memory') this.stopped = null;
    return stopped;
  }

  private move(sign: 1 | -1): void {
    this.maxSteps += sign * this.heldSteps;
    this.timeoutMs += sign * this.heldMs;
    if (this.deadline !== 0) this.deadline += sign * this.heldMs;
  }

  /**
   * Counts `steps` line solves that cost `work` (one is about a word operation of a block, some
   * ten nanoseconds). Returns false once the budget is spent.
   */
  spend(steps: number, work: number): boolean {
    this.steps += steps;
    if (this.steps > this.maxSteps) this.stopped ??= 'steps';
    this.credit -= work;
    if (this.credit < 0) this.look();
    return this.stopped === null;
  }

  /** Whether tables of `bytes` are within the limit; if not, the work is stopped. */
  allows(bytes: number): boolean {
    if (bytes > this.memoryBytes) this.stopped ??= 'memory';
    return this.stopped === null;
  }

  /** Whether `bytes` more would be within the limit: for tables that only save time. */
  hasRoomFor(bytes: number): boolean {
    return bytes <= this.memoryBytes;
  }

  /** Takes over what the engine has spent, and what it ran out of. */
  takeOver(steps: number, stopped: RanOut | null): void {
    this.steps += steps;
    this.stopped ??= stopped;
  }

  /** What is left of the steps. */
  get stepsLeft(): number {
    return this.maxSteps - this.steps;
  }

  /** Whether the clock, which it starts if it does not run yet, is past the deadline, with the share `held` of the time held back. */
  isTimeOver(held = 0): boolean {
    if (this.deadline === 0) this.startClock();
    else if (performance.now() > this.deadline - (held > 0 ? held * this.timeoutMs : 0))
      return true;
    return false;
  }

  private look(): void {
    this.credit = SETTINGS.workBetweenLooks;
    if (this.isTimeOver()) this.stopped ??= 'timeout';
  }
}
