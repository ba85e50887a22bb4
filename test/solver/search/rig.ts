import assert from 'node:assert/strict';
import { Budget } from '../../../src/solver/model/budget.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../src/solver/model/limits.js';
import { Problem } from '../../../src/solver/model/problem.js';
import { FIXPOINT, Propagator } from '../../../src/solver/propagate/propagate.js';
import { Search, type SearchEnd } from '../../../src/solver/search/search.js';
import { State } from '../../../src/solver/model/state.js';
import type { Workspace } from '../../../src/solver/propagate/workspace.js';
import { pack } from '../../../src/puzzle/packed.js';
import type { Cells, Puzzle } from '../../../src/puzzle/types.js';

/** A search with all that it works on, over one puzzle after the other. */
export class Rig {
  readonly work: Workspace;
  readonly search: Search;
  shown: Cells[] = [];

  constructor() {
    const problem = new Problem();
    const state = new State(problem);
    const budget = new Budget();
    const propagator = new Propagator(problem, state, budget);
    const counters = { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 };
    this.work = { problem, state, budget, propagator, counters, observer: undefined };
    this.work.observer = { solution: (cells) => this.shown.push(cells) };
    this.search = new Search(this.work);
  }

  /** Propagates and searches; null if propagation alone decides. */
  run(puzzle: Puzzle, wanted: number, limits: Partial<SolveLimits> = {}): SearchEnd | null {
    const { problem, state, budget, propagator, counters } = this.work;
    this.shown = [];
    budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, ...limits });
    counters.decisions = 0;
    counters.conflicts = 0;
    assert.ok(problem.load(pack(puzzle), 0));
    state.reset();
    if (propagator.run() !== FIXPOINT || state.unknown === 0) return null;
    const before = state.cells().join();
    const planes = state.planes.join();
    const end = this.search.run(wanted, []);
    assert.equal(state.cells().join(), before, 'the state is what it was');
    assert.equal(state.planes.join(), planes);
    return end;
  }
}
