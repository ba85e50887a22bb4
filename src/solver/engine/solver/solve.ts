import { fromPosition, inPosition } from '../../core/puzzle/fingerprint.js';
import { heightOf, pack, type PackedWords, widthOf } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import type { Difficulty } from '../../core/result/difficulty.js';
import { isUndecided, openOutcome, type Outcome } from '../../core/result/outcome.js';
import { Budget, bytesFor, DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../model/limits.js';
import { SETTINGS } from '../model/settings.js';
import { type Engine, type EngineAnswer, sharedEngine, type TellStage } from '../wasm/engine.js';
import type { Observer } from '../wasm/event-reader.js';

/** Who may end the work on a puzzle: its answer came from elsewhere, or nobody waits for it. */
export interface Interruption {
  /** A puzzle begins. */
  begin(words: PackedWords, offset: number, limits: SolveLimits): void;
  /** Whether the work is to end now; asked at each look at the clock, every 0.1 ms or so. */
  isDue(): boolean;
  /** The work has ended, for any reason. Returns a whole answer from elsewhere, or null. */
  end(): Outcome | null;
}

/**
 * Solves puzzles one after the other: deterministic, whatever was solved before, unless a deadline
 * cuts the work off. First comes propagation, which is all that most pictures need; then search
 * (and probing before it, if that is promising), until it is decided how many solutions there are;
 * then, only if that is one or none, the levels of contradictions that say how hard the puzzle is.
 */
export class Solver {
  private readonly budget = new Budget();
  /** Asked at each look at the clock; made once for all puzzles. */
  private readonly isTimeOver: () => boolean;
  /** Of a rating: what solving has left. */
  private readonly left: Parameters<Engine['rate']>[4];
  private words: PackedWords = new Int32Array(0);
  private offset = 0;
  /** The number of the last puzzle in the engine, if it has decided it. */
  private decided = -1;

  /** @throws EngineError where WebAssembly is missing or forbidden */
  constructor(
    private readonly engine: Engine = sharedEngine(),
    private readonly interruption: Interruption | null = null,
  ) {
    const { budget } = this;
    this.isTimeOver =
      interruption === null
        ? () => budget.isTimeOver()
        : () => budget.isTimeOver() || interruption.isDue();
    this.left = {
      get maxSteps() {
        return budget.stepsLeft;
      },
      isTimeOver: () => budget.isTimeOver(),
    };
  }

  /**
   * Solves the validated puzzle at `offset`; the status is `memory` if the machine has none for its
   * tables. `tellStage` (see Statistics) hears of its stages.
   */
  solve(
    words: PackedWords,
    offset: number,
    limits: SolveLimits,
    observer?: Observer,
    tellStage?: TellStage,
  ): Outcome {
    const { budget } = this;
    this.words = words;
    this.offset = offset;
    this.decided = -1;
    budget.start(limits);
    // Nothing is proven so far, and nothing else is meant by the word: what stops it says so below.
    const outcome = openOutcome('timeout', 0);
    try {
      const bytes = bytesFor(words, offset);
      if (bytes > SMALL) budget.startClock();
      if (budget.allows(bytes)) this.decide(outcome, limits, observer, tellStage);
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      return { ...openOutcome('memory', 0), stoppedBy: 'memory' };
    }
    if (budget.stopped !== null) {
      outcome.stoppedBy = budget.stopped;
      if (outcome.status === 'timeout') outcome.status = budget.stopped;
    }
    return outcome;
  }

  /** How hard the puzzle solved last is for people; null if not `unique`, or out of its limits. */
  rate(outcome: Outcome): Difficulty | null {
    const { engine, budget, words, offset } = this;
    const { status, solution, guessDepth } = outcome;
    if (status !== 'unique' || solution === null || budget.stopped !== null) return null;
    const isLast = this.decided === engine.puzzles;
    try {
      const isDouble = guessDepth === 2;
      return engine.rate(words, offset, solution, SETTINGS, this.left, isLast, isDouble);
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      return null;
    }
  }

  private decide(
    outcome: Outcome,
    limits: SolveLimits,
    observer?: Observer,
    tellStage?: TellStage,
  ): void {
    const { budget, engine, words, offset } = this;
    const { count: wanted, guessDepth, maxSteps, memoryBytes } = limits;
    const { interruption, isTimeOver } = this;
    interruption?.begin(words, offset, limits);
    let elsewhere: Outcome | null;
    let answer: EngineAnswer;
    try {
      answer = engine.solve(words, offset, SETTINGS, {
        wanted,
        guessDepth,
        maxSteps,
        memoryBytes,
        isTimeOver,
        observer,
        tellStage,
      });
    } finally {
      elsewhere = interruption?.end() ?? null;
    }
    if (elsewhere !== null && answer.ranOut !== null) {
      // Its own work says nothing more; the clock goes on, for the rating.
      budget.takeOver(answer.steps, null);
      Object.assign(outcome, elsewhere);
    } else {
      this.decided = engine.puzzles;
      budget.takeOver(answer.steps, answer.ranOut);
      conclude(answer, outcome, widthOf(words, offset) * heightOf(words, offset));
    }
    const { counters } = outcome;
    counters.lineSolves += answer.steps;
    counters.probes += answer.probes;
    counters.decisions += answer.decisions;
    counters.conflicts += answer.conflicts;
  }
}

/** The bytes of a puzzle that is loaded in a few microseconds. */
const SMALL = 4000;

export function solvePuzzle(puzzle: Puzzle, limits?: SolveLimits, observer?: Observer): Outcome {
  return new Solver().solve(pack(puzzle), 0, limits ?? DEFAULT_SOLVE_LIMITS, observer);
}

/** Whether an error is what JavaScript engines say if they cannot allocate memory. */
function isNoRoom(error: unknown): boolean {
  return error instanceof RangeError && /alloc|array length|array size/i.test(error.message);
}

/** Says what the engine has found out about a puzzle of so many cells. */
function conclude(answer: EngineAnswer, outcome: Outcome, cells: number): void {
  const { ended } = answer;
  if (ended === 'stopped early') return;
  if (ended === 'contradiction') {
    decided(outcome, null, 'contradiction');
    return;
  }
  if (ended === 'solved') {
    decided(outcome, answer.first(cells), 'unique');
    outcome.sweeps = answer.passes;
    return;
  }
  outcome.guessDepthMin = 1;
  outcome.searchDepth = answer.depth;
  outcome.solutions = answer.found;
  outcome.solutionsExact = ended === 'exhausted';
  if (ended === 'wanted') outcome.stoppedBy = 'count';
  outcome.solution = answer.first(cells);
  outcome.secondSolution = answer.second(cells);
  if (!searched(outcome)) return;
  const { guessDepth, guessDepthMin } = answer;
  if (guessDepth === null && guessDepthMin <= 1) return;
  outcome.guessDepth = guessDepth;
  outcome.guessDepthMin = guessDepthMin;
  outcome.technique = guessDepth === 1 ? 'probe' : 'search';
}

/** Fills in what propagation alone has proven. */
function decided(outcome: Outcome, solution: Cells | null, status: 'unique' | 'contradiction') {
  outcome.status = status;
  outcome.technique = 'line';
  outcome.guessDepth = 0;
  outcome.guessDepthMin = 0;
  outcome.solutions = solution === null ? 0n : 1n;
  outcome.solutionsExact = true;
  outcome.solution = solution;
}

/** Says what the found solutions prove; true if that is one or none, whose guess depth counts. */
function searched(outcome: Outcome): boolean {
  if (outcome.secondSolution !== null) {
    outcome.status = 'multiple';
    outcome.technique = 'search';
    outcome.guessDepthMin = null;
    return false;
  }
  if (outcome.solutionsExact) {
    outcome.status = outcome.solution !== null ? 'unique' : 'contradiction';
  }
  return outcome.solutionsExact;
}

// Chance decides how long hard puzzles take: of threads in other positions, one may be far sooner.

/**
 * The positions to try besides the puzzle as it is: first those whose search differs most. In
 * conflicts, on 60 random 25x25 of more than 4,000, the sooner of it and position 6 takes 0.54 of
 * the puzzle alone in the mean; with other positions it is 0.59 to 0.70, with all eight 0.26.
 */
const ORDER = [6, 5, 4, 7, 1, 2, 3];

/** The other positions in which a puzzle is not the same as in an earlier one, in that order. */
export function otherPositions(puzzle: Puzzle): number[] {
  const laidDown = (position: number): string => String(pack(inPosition(puzzle, position)));
  const seen = new Set([laidDown(0)]);
  return ORDER.filter((position) => seen.size < seen.add(laidDown(position)).size);
}

/**
 * Solves a puzzle in another position; returns what is known of it as it is, null if a limit ended
 * part of the work, or lines alone decide it: passes depend on the position.
 */
export function solveInPosition(
  solver: Solver,
  puzzle: Puzzle,
  position: number,
  limits: SolveLimits,
): Outcome | null {
  const outcome = solver.solve(pack(inPosition(puzzle, position)), 0, limits);
  const { status, stoppedBy, technique, solution, secondSolution } = outcome;
  if (isUndecided(status) || technique === 'line') return null;
  if (stoppedBy !== null && stoppedBy !== 'count') return null;
  const { width, height } = puzzle;
  return {
    ...outcome,
    solution: solution && fromPosition(solution, width, height, position),
    secondSolution: secondSolution && fromPosition(secondSolution, width, height, position),
  };
}
