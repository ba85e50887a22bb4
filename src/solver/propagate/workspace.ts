import { Budget } from '../model/budget.js';
import type { Observer } from '../../engine/observer.js';
import type { Counters } from '../../result/outcome.js';
import { Problem } from '../model/problem.js';
import { Propagator } from './propagate.js';
import { State } from '../model/state.js';

/** The parts of a solver that work on one puzzle at a time, and their counters. */
export interface Workspace {
  readonly problem: Problem;
  readonly state: State;
  readonly budget: Budget;
  readonly propagator: Propagator;
  readonly counters: Counters;
  observer: Observer | undefined;
}

/** The parts for a separate solver, with nothing loaded. */
export function newWorkspace(): Workspace {
  const problem = new Problem();
  const state = new State(problem);
  const budget = new Budget();
  const propagator = new Propagator(problem, state, budget);
  const counters = { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 };
  return { problem, state, budget, propagator, counters, observer: undefined };
}
