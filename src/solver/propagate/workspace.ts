import type { Budget } from '../model/budget.js';
import type { Observer } from '../model/observer.js';
import type { Counters } from '../../result/outcome.js';
import type { Problem } from '../model/problem.js';
import type { Propagator } from './propagate.js';
import type { State } from '../model/state.js';

/** The parts of a solver that work on one puzzle at a time, and what they count. */
export interface Workspace {
  readonly problem: Problem;
  readonly state: State;
  readonly budget: Budget;
  readonly propagator: Propagator;
  readonly counters: Counters;
  observer: Observer | undefined;
}
