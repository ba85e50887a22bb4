import type { Puzzle } from '../puzzle/types.js';
import { startDomains } from './domain.js';
import type { Step } from './step.js';

/** The grid at any point of a replay: 0 is before the first step. */
export class Timeline {
  /** The domains of all cells after `position` steps; callers must not change them. */
  readonly domains: Uint32Array;
  private current = 0;
  private readonly steps: readonly Step[];

  constructor(puzzle: Puzzle, steps: readonly Step[]) {
    this.domains = startDomains(puzzle);
    this.steps = steps;
  }

  get position(): number {
    return this.current;
  }

  /** Goes to a position by doing or undoing the steps in between. */
  seek(position: number): void {
    const target = Math.max(0, Math.min(this.steps.length, position));
    while (this.current < target) {
      const { changes } = this.steps[this.current++];
      for (let i = 0; i < changes.length; i += 3) this.domains[changes[i]] = changes[i + 2];
    }
    while (this.current > target) {
      const { changes } = this.steps[--this.current];
      for (let i = changes.length - 3; i >= 0; i -= 3) {
        this.domains[changes[i]] = changes[i + 1];
      }
    }
  }

  /** The cells that are assumed or guessed at this position, the latest last. */
  assumed(): number[] {
    const open: number[] = [];
    for (const step of this.steps.slice(0, this.current)) {
      if (step.kind === 'probe' || step.kind === 'guess') open.push(step.cell!);
      else open.length = Math.min(open.length, step.depth);
    }
    return open;
  }
}
