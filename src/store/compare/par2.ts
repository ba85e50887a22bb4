import { isUndecided, type Status } from '../../result/outcome.js';
import { penalisedMs, timeLimits, type TimeLimits } from '../../result/par2.js';
import type { Store } from '../open/open.js';
import { runById } from '../runs/runs.js';

/** Adds up PAR-2 of some puzzles of a run. */
export class Par2 {
  /** Puzzles without a verdict. */
  undecided = 0;
  private puzzles = 0;
  private sumMs = 0;
  private readonly limits: TimeLimits;

  constructor(store: Store, runId: number) {
    this.limits = timeLimits(runById(store, runId)?.options ?? {});
  }

  add(status: Status, ms: number): void {
    this.puzzles++;
    if (isUndecided(status)) this.undecided++;
    this.sumMs += penalisedMs(status, ms, this.limits.timeoutMs);
  }

  /** Milliseconds a puzzle; null for none, and if steps were limited. */
  get mean(): number | null {
    return this.puzzles === 0 || this.limits.bySteps ? null : this.sumMs / this.puzzles;
  }
}
