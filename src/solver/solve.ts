import { pack, type PackedWords } from '../puzzle/packed.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import { BriefSearch, type BriefEnd } from './brief-search.js';
import { Budget } from './budget.js';
import { Depth } from './depth.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from './limits.js';
import type { Observer } from './observer.js';
import type { Outcome } from './outcome.js';
import { Problem } from './problem.js';
import { CONTRADICTION, Propagator, STOPPED } from './propagate.js';
import { Search } from './search.js';
import { State } from './state.js';
import type { Workspace } from './workspace.js';

/**
 * Solves puzzles one after the other, in memory that it keeps. Deterministic for a puzzle and its
 * limits, whatever was solved before, but for what a deadline in milliseconds cuts off.
 *
 * The order of the work: propagation, which is all that most pictures need; then search, until
 * it is decided how many solutions there are; then, only where that is one or none, the levels of
 * contradictions that say how hard the puzzle is.
 */
export class Solver {
  private readonly work: Workspace;
  private readonly brief: BriefSearch;
  private readonly search: Search;
  private readonly depth: Depth;

  constructor() {
    const problem = new Problem();
    const state = new State(problem);
    const budget = new Budget();
    const propagator = new Propagator(problem, state, budget);
    const counters = { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 };
    this.work = { problem, state, budget, propagator, counters, observer: undefined };
    this.brief = new BriefSearch(this.work);
    this.search = new Search(this.work);
    this.depth = new Depth(this.work);
  }

  /** Solves the validated puzzle at `offset` of `words`. Never throws for a puzzle. */
  solve(words: PackedWords, offset: number, limits: SolveLimits, observer?: Observer): Outcome {
    const { work } = this;
    const { problem, state, budget, propagator, counters } = work;
    budget.start(limits);
    counters.probes = 0;
    counters.decisions = 0;
    counters.conflicts = 0;
    work.observer = observer;
    propagator.observer = observer;
    const outcome = openOutcome();
    if (!problem.load(words, offset)) return decided(outcome, [], 'contradiction', 0);
    if (budget.allows(problem.bytes + State.bytesFor(problem))) {
      state.reset();
      this.decide(outcome, limits);
    }
    if (budget.stopped !== null) {
      outcome.stoppedBy = budget.stopped;
      if (outcome.status === 'timeout') outcome.status = budget.stopped;
    }
    outcome.counters = {
      lineSolves: budget.steps,
      probes: counters.probes,
      decisions: counters.decisions,
      conflicts: counters.conflicts,
    };
    return outcome;
  }

  private decide(outcome: Outcome, limits: SolveLimits): void {
    const { propagator, state, observer } = this.work;
    const propagated = propagator.run();
    if (propagated === STOPPED) return;
    if (propagated === CONTRADICTION) {
      decided(outcome, [], 'contradiction', 0);
      return;
    }
    if (state.unknown === 0) {
      const cells = state.cells();
      observer?.solution?.(cells);
      decided(outcome, [cells], 'unique', 0);
      outcome.sweeps = propagator.passes;
      return;
    }
    outcome.guessDepthMin = 1;
    const solutions: Cells[] = [];
    const wanted = limits.count === 'exact' ? Infinity : limits.count;
    let end: BriefEnd = this.brief.run(wanted, CONFLICTS_WITHOUT_LEARNING, solutions);
    let found = this.brief.found;
    outcome.searchDepth = this.brief.depth;
    if (end === 'given up') {
      solutions.length = 0;
      end = this.search.run(wanted, solutions);
      found = this.search.found;
      outcome.searchDepth = Math.max(outcome.searchDepth, this.search.depth);
    }
    outcome.solutions = BigInt(found);
    outcome.solution = solutions[0] ?? null;
    outcome.secondSolution = solutions[1] ?? null;
    outcome.solutionsExact = end === 'exhausted';
    if (solutions.length > 1) {
      outcome.status = 'multiple';
      outcome.technique = 'search';
      outcome.guessDepthMin = null;
      if (end === 'wanted') outcome.stoppedBy = 'count';
    } else if (end === 'exhausted') {
      outcome.status = solutions.length === 1 ? 'unique' : 'contradiction';
      this.classify(outcome, limits.guessDepth);
    }
  }

  /** Closes level after level until one decides the puzzle. */
  private classify(outcome: Outcome, levels: number): void {
    for (let level = 1; level <= levels; level++) {
      const closed = this.depth.close(level, outcome.solution);
      if (closed === 'stopped') return;
      if (closed !== 'stuck') {
        outcome.guessDepth = level;
        outcome.technique = level === 1 ? 'probe' : 'search';
        return;
      }
      outcome.guessDepthMin = level + 1;
      outcome.technique = 'search';
    }
  }
}

/**
 * How many contradictions the brief search may meet before the learning search takes over. On
 * random puzzles from 10x10 to 20x20, 10 to 20 are best; with none the rates are a fifth lower.
 */
const CONFLICTS_WITHOUT_LEARNING = 15;

/** Solves one puzzle with a solver of its own. */
export function solvePuzzle(puzzle: Puzzle, limits?: SolveLimits, observer?: Observer): Outcome {
  return new Solver().solve(pack(puzzle), 0, limits ?? DEFAULT_SOLVE_LIMITS, observer);
}

/** An outcome with nothing proven. */
function openOutcome(): Outcome {
  return {
    status: 'timeout',
    stoppedBy: null,
    technique: null,
    guessDepth: null,
    guessDepthMin: 0,
    searchDepth: 0,
    solutions: 0n,
    solutionsExact: false,
    sweeps: null,
    counters: { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 },
    solution: null,
    secondSolution: null,
  };
}

/** Fills in what propagation alone has proven. */
function decided(
  outcome: Outcome,
  solutions: readonly Cells[],
  status: 'unique' | 'contradiction',
  depth: number,
): Outcome {
  outcome.status = status;
  outcome.technique = 'line';
  outcome.guessDepth = depth;
  outcome.guessDepthMin = depth;
  outcome.solutions = solutions.length === 0 ? 0n : 1n;
  outcome.solutionsExact = true;
  outcome.solution = solutions[0] ?? null;
  return outcome;
}
