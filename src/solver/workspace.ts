import type { Budget } from './budget.js';
import type { Observer } from './observer.js';
import type { Counters } from './outcome.js';
import type { Problem } from './problem.js';
import type { Propagator } from './propagate.js';
import type { State } from './state.js';

/** The parts of a solver that work on one puzzle at a time, and what they count. */
export interface Workspace {
  readonly problem: Problem;
  readonly state: State;
  readonly budget: Budget;
  readonly propagator: Propagator;
  readonly counters: Counters;
  observer: Observer | undefined;
}
