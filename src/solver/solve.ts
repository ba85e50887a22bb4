import { sharedEngine, type Engine, type EngineAnswer } from '../engine/engine.js';
import { pack, type PackedWords } from '../puzzle/packed.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import type { BriefSearch } from './brief/brief-search.js';
import { StateSearch } from './brief/brief-state.js';
import { TinySearch } from './brief/brief-tiny.js';
import { ByEngine } from './by-engine.js';
import { Count } from './count/count.js';
import { Depth } from './depth/depth.js';
import { Rater } from './difficulty/rater.js';
import type { RanOut } from './model/budget.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from './model/limits.js';
import type { Observer } from '../engine/observer.js';
import type { Difficulty } from '../result/difficulty.js';
import { openOutcome, type Outcome } from '../result/outcome.js';
import { CONTRADICTION, STOPPED } from './propagate/propagate.js';
import { Search } from './search/search.js';
import { SETTINGS } from './model/settings.js';
import { State } from './model/state.js';
import { TinyGrid } from './propagate/tiny.js';
import { newWorkspace, type Workspace } from './propagate/workspace.js';

/**
 * Solves puzzles one after the other and reuses its memory. Deterministic for a puzzle and its
 * limits, whatever was solved before, unless a deadline in milliseconds cuts the work off.
 *
 * The order of the work: propagation, which is all that most pictures need; then search, until it
 * is decided how many solutions there are; then, only if that is one or none, the levels of
 * contradictions that say how hard the puzzle is.
 */
export class Solver {
  private parts: Parts;

  /** With null instead of an engine, the rooms in TypeScript do the work. */
  constructor(private readonly engine: Engine | null = sharedEngine()) {
    this.parts = new Parts(engine);
  }

  /**
   * Solves the validated puzzle at `offset` of `words`. Never throws for a puzzle: if the
   * machine has no memory for its tables, the status is `memory`.
   */
  solve(words: PackedWords, offset: number, limits: SolveLimits, observer?: Observer): Outcome {
    try {
      return this.parts.solve(words, offset, limits, observer);
    } catch (error) {
      if (!(error instanceof RangeError) || !NO_ROOM.test(error.message)) throw error;
      // Some tables may have grown, and others not.
      this.parts = new Parts(this.engine);
      return { ...openOutcome('memory', 0), stoppedBy: 'memory' };
    }
  }

  /**
   * How hard the puzzle that was solved last, with `outcome`, is for people; null if it is not
   * `unique`, or what is left of its limits is too little.
   */
  rate(outcome: Outcome): Difficulty | null {
    if (outcome.status !== 'unique' || outcome.solution === null) return null;
    try {
      return this.parts.rate(outcome.solution);
    } catch (error) {
      if (!(error instanceof RangeError) || !NO_ROOM.test(error.message)) throw error;
      this.parts = new Parts(this.engine);
      return null;
    }
  }
}

/** What engines say if they cannot allocate an array buffer. */
const NO_ROOM = /alloc|array length|array size/i;

/** The parts of a solver, and the order of its work. */
class Parts {
  private readonly work: Workspace;
  private readonly tiny: TinyGrid;
  private readonly stateSearch: StateSearch;
  private readonly tinySearch: TinySearch;
  private readonly searching: Search;
  private counting: Count | undefined;
  private readonly depth: Depth;
  private readonly rater: Rater;
  private isTiny = false;
  private readonly byEngine: ByEngine;

  constructor(engine: Engine | null) {
    this.work = newWorkspace();
    const { problem, budget, propagator } = this.work;
    this.byEngine = new ByEngine(this.work, engine);
    this.tiny = new TinyGrid(problem, propagator.table, budget);
    this.stateSearch = new StateSearch(this.work);
    this.tinySearch = new TinySearch(this.work, this.tiny);
    this.searching = new Search(this.work);
    this.depth = new Depth(this.work);
    this.rater = new Rater(this.work);
  }

  solve(words: PackedWords, offset: number, limits: SolveLimits, observer?: Observer): Outcome {
    const { work } = this;
    const { problem, state, budget, propagator, counters } = work;
    budget.start(limits);
    counters.probes = 0;
    counters.decisions = 0;
    counters.conflicts = 0;
    work.observer = observer;
    propagator.observer = observer;
    const outcome = openOutcome('timeout', 0);
    this.byEngine.begin(words, offset);
    this.isTiny = !this.byEngine.takes && this.tiny.load(words, offset);
    if (this.isTiny) this.decideTiny(outcome, limits);
    else {
      const answer = this.byEngine.decide(limits);
      if (answer !== null) this.conclude(answer, outcome);
      else if (!problem.load(words, offset)) decided(outcome, null, 'contradiction', 0);
      else if (budget.allows(problem.bytes + State.bytesFor(problem))) {
        budget.startClock();
        state.reset();
        this.decide(outcome, limits);
      }
    }
    if (budget.stopped !== null) {
      outcome.stoppedBy = budget.stopped;
      if (outcome.status === 'timeout') outcome.status = budget.stopped;
    }
    outcome.counters.lineSolves = budget.steps;
    outcome.counters.probes = counters.probes;
    outcome.counters.decisions = counters.decisions;
    outcome.counters.conflicts = counters.conflicts;
    return outcome;
  }

  /** Rates the puzzle that was solved last, using its only solution. */
  rate(solution: Cells): Difficulty | null {
    if (this.byEngine.takes) return this.byEngine.rate(solution);
    if (this.isTiny) this.tiny.loadProblem();
    return this.rater.rate(solution);
  }

  private decide(outcome: Outcome, limits: SolveLimits): void {
    const { propagator, state } = this.work;
    propagator.log.open();
    const propagated = propagator.run();
    propagator.log.close();
    if (propagated === STOPPED) return;
    if (propagated === CONTRADICTION) decided(outcome, null, 'contradiction', 0);
    else if (state.unknown === 0) this.lineSolved(outcome, state.cells(), propagator.passes);
    else this.searchOn(outcome, limits, this.stateSearch);
  }

  /** Goes on from what the engine has found out. */
  private conclude(answer: EngineAnswer, outcome: Outcome): void {
    const { ended, solutions } = answer;
    if (ended === 'stopped early') return;
    if (ended === 'contradiction') {
      decided(outcome, null, 'contradiction', 0);
      return;
    }
    if (ended === 'solved') {
      decided(outcome, solutions[0], 'unique', 0);
      outcome.sweeps = answer.passes;
      return;
    }
    outcome.guessDepthMin = 1;
    outcome.searchDepth = answer.depth;
    outcome.solutions = answer.found;
    outcome.countEstimate = answer.estimate?.log10 ?? null;
    outcome.countEstimateError = answer.estimate?.error ?? null;
    outcome.solutionsExact = ended === 'exhausted';
    if (ended === 'wanted') outcome.stoppedBy = 'count';
    if (!searched(outcome, solutions)) return;
    const { guessDepth, guessDepthMin } = answer;
    if (guessDepth !== null || guessDepthMin > 1) classified(outcome, guessDepth, guessDepthMin);
  }

  private decideTiny(outcome: Outcome, limits: SolveLimits): void {
    const { tiny } = this;
    const propagated = tiny.run(this.work.observer);
    if (propagated === STOPPED) return;
    if (propagated === CONTRADICTION) decided(outcome, null, 'contradiction', 0);
    else if (tiny.solved) this.lineSolved(outcome, tiny.cells(), tiny.passes);
    else this.searchOn(outcome, limits, this.tinySearch);
  }

  private lineSolved(outcome: Outcome, cells: Cells, sweeps: number): void {
    this.work.observer?.solution?.(cells);
    decided(outcome, cells, 'unique', 0);
    outcome.sweeps = sweeps;
  }

  /** Lets the search decide what propagation left open. */
  private searchOn(outcome: Outcome, limits: SolveLimits, brief: BriefSearch): void {
    outcome.guessDepthMin = 1;
    const solutions: Cells[] = [];
    if (typeof limits.count === 'number') this.search(outcome, limits.count, solutions, brief);
    else this.count(outcome, solutions, brief, limits.count === 'estimate');
    if (!searched(outcome, solutions)) return;
    this.openState(brief);
    this.classify(outcome, limits.guessDepth);
  }

  /** Looks for `wanted` solutions; without learning first, which is faster on small puzzles. */
  private search(outcome: Outcome, wanted: number, solutions: Cells[], brief: BriefSearch): void {
    const { searching } = this;
    let end = brief.run(wanted, SETTINGS.briefConflicts, solutions);
    outcome.searchDepth = brief.depth;
    outcome.solutions = BigInt(brief.found);
    if (end === 'given up') {
      this.openState(brief);
      const shown = solutions.splice(0);
      end = searching.run(wanted, solutions, brief.found > 0);
      outcome.searchDepth = Math.max(outcome.searchDepth, searching.depth);
      // If it was cut off before it found as much as the brief search, it has nothing to add.
      if (searching.solutions < brief.found) solutions.splice(0, Infinity, ...shown);
      else outcome.solutions = BigInt(searching.solutions);
    }
    outcome.solutionsExact = end === 'exhausted';
    if (end === 'wanted') outcome.stoppedBy = 'count';
  }

  /** Counts all solutions, one by one if they are few; estimates their number if that is wanted and needed. */
  private count(
    outcome: Outcome,
    solutions: Cells[],
    brief: BriefSearch,
    estimates: boolean,
  ): void {
    const end = brief.run(SETTINGS.countedOneByOne, SETTINGS.briefConflicts, solutions);
    outcome.searchDepth = brief.depth;
    outcome.solutions = BigInt(brief.found);
    outcome.solutionsExact = end === 'exhausted';
    if (end === 'exhausted' || end === 'stopped') return;
    this.openState(brief);
    const shown = solutions.splice(0);
    this.counting ??= new Count(this.work);
    const { budget } = this.work;
    if (estimates) budget.holdBack(SETTINGS.estimateShare);
    const { count, exact } = this.counting.count(solutions);
    outcome.searchDepth = Math.max(outcome.searchDepth, this.counting.depth);
    outcome.solutionsExact = exact;
    if (count > outcome.solutions) outcome.solutions = count;
    if (estimates) this.estimate(outcome, solutions, budget.giveBack());
    if (solutions.length < shown.length) solutions.splice(0, Infinity, ...shown);
  }

  /** Estimates what a count left open because something `ranOut`. */
  private estimate(outcome: Outcome, solutions: Cells[], ranOut: RanOut | null): void {
    const { budget } = this.work;
    if (this.counting === undefined || outcome.solutionsExact || budget.stopped !== null) return;
    const estimated = this.counting.estimate(solutions);
    outcome.searchDepth = Math.max(outcome.searchDepth, this.counting.depth);
    if (typeof estimated === 'bigint') {
      outcome.solutions = estimated;
      outcome.solutionsExact = true;
      return;
    }
    budget.stopped ??= ranOut;
    const found = BigInt(solutions.length);
    if (found > outcome.solutions) outcome.solutions = found;
    outcome.countEstimate = estimated?.log10 ?? null;
    outcome.countEstimateError = estimated?.error ?? null;
  }

  /** Brings the state up to date if the brief search worked on a tiny grid instead. */
  private openState(brief: BriefSearch): void {
    if (brief === this.tinySearch) this.tiny.store(this.work.state);
  }

  /** Closes level after level until one decides the puzzle. */
  private classify(outcome: Outcome, levels: number): void {
    this.depth.start();
    for (let level = 1; level <= levels; level++) {
      const closed = this.depth.close(level, outcome.solution);
      if (closed === 'stopped') return;
      if (closed !== 'stuck') {
        classified(outcome, level, level);
        return;
      }
      classified(outcome, null, level + 1);
    }
  }
}

/** Solves one puzzle with a solver of its own. */
export function solvePuzzle(puzzle: Puzzle, limits?: SolveLimits, observer?: Observer): Outcome {
  return new Solver().solve(pack(puzzle), 0, limits ?? DEFAULT_SOLVE_LIMITS, observer);
}

/** Fills in what propagation alone has proven. */
function decided(
  outcome: Outcome,
  solution: Cells | null,
  status: 'unique' | 'contradiction',
  depth: number,
): void {
  outcome.status = status;
  outcome.technique = 'line';
  outcome.guessDepth = depth;
  outcome.guessDepthMin = depth;
  outcome.solutions = solution === null ? 0n : 1n;
  outcome.solutionsExact = true;
  outcome.solution = solution;
}

/** Says what a search has found. Returns whether its guess depth is of interest: there is one solution, or none. */
function searched(outcome: Outcome, solutions: readonly Cells[]): boolean {
  outcome.solution = solutions[0] ?? null;
  outcome.secondSolution = solutions[1] ?? null;
  if (solutions.length > 1) {
    outcome.status = 'multiple';
    outcome.technique = 'search';
    outcome.guessDepthMin = null;
    return false;
  }
  if (outcome.solutionsExact) outcome.status = solutions.length === 1 ? 'unique' : 'contradiction';
  return outcome.solutionsExact;
}

/** Says which level of contradictions decides the puzzle, null if that is not known, and which is the lowest that may. */
function classified(outcome: Outcome, level: number | null, least: number): void {
  outcome.guessDepth = level;
  outcome.guessDepthMin = least;
  outcome.technique = level === 1 ? 'probe' : 'search';
}
