import { Pace } from './pace.js';
import type { Progress } from './progress.js';

/** Is told how far some work is, which may ask for it at every step: it costs next to nothing. */
export interface Watch {
  /** What is done, and of how much in all, or about so; null if nobody knows. */
  reached(done: number, total: number | null, isEstimate?: boolean): void;
  /** What is done from here on, as a phrase: its count begins anew. */
  stage(what: string): void;
}

/** Nobody is told. */
export const UNWATCHED: Watch = { reached: () => undefined, stage: () => undefined };

/** Work that says from time to time how much of it is done, with its pace. */
export class CountedWork {
  private readonly pace = new Pace();
  private done = 0;
  private total: number | null = null;
  private isEstimate = false;

  /** The work begins now; `now` is the clock. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.pace.note(this.now(), 0);
  }

  note(done: number, total: number | null, isEstimate = false): void {
    this.done = done;
    this.total = total === null ? null : Math.max(done, total);
    this.isEstimate = isEstimate;
    this.pace.note(this.now(), done);
  }

  progress(): Progress {
    const { done, total, isEstimate } = this;
    const now = this.now();
    const rest = total === null ? 0 : total - done;
    return {
      done,
      total,
      isEstimate,
      perSecond: this.pace.perSecond(now, done),
      timeLeft: rest === 0 ? null : this.pace.timeLeft(now, done, rest),
    };
  }
}
