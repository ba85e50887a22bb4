import { pack } from '../../core/puzzle/packed.js';
import type { Puzzle } from '../../core/puzzle/types.js';
import type { Difficulty } from '../../core/result/difficulty.js';
import {
  outcomeFields,
  type OutcomeFields,
  refuse,
  type Verdict,
} from '../../core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { replaySolving } from '../replay/replay.js';
import type { CellPlace, HintedLine, Step } from '../replay/step.js';
import { cellPlace, hintedLine, valueOf } from '../replay/step.js';
import {
  checkOptions,
  type Expectation,
  positiveNumber,
  type PuzzleInput,
  puzzleOf,
  wholeNumber,
} from './options.js';

/** What may be spent on one puzzle, and what to find out. */
export interface SolveOptions {
  /** Milliseconds; Infinity for no limit. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** A budget of line solves, which makes results repeatable; Infinity for none, the default. */
  readonly maxSteps?: number | undefined;
  /** The most MiB that the solver's tables may take; Infinity for no limit, the default. */
  readonly memoryMiB?: number | undefined;
  /** How many solutions to look for, at least 2; `exact` counts them all. Default: 2. */
  readonly count?: number | 'exact' | undefined;
  /** How deep to classify puzzles that need guessing, from 1 to 100. Default: 1. */
  readonly guessDepth?: number | undefined;
}

/**
 * What was found about a puzzle: the columns of `results` in camelCase, see
 * docs/pipeline/results.md. The status tells which solutions there are.
 */
export type SolveResult = OutcomeFields & Verdict;

/**
 * Solves one puzzle in this thread. Every solution was checked against the clues by code that
 * shares nothing with the solver.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function solve(puzzle: PuzzleInput, options: SolveOptions = {}): SolveResult {
  const { checked, outcome, solveMs, solver } = solved('solve', puzzle, options);
  // What was not refused has the pictures of its verdict.
  return outcomeFields(checked, outcome, solveMs, solver.rate(outcome)) as SolveResult;
}

/**
 * How hard a puzzle is for people (docs/solver/difficulty.md); null if it does not have exactly one
 * solution, or if its limits do not suffice.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function rate(puzzle: PuzzleInput, options: SolveOptions = {}): Difficulty | null {
  const { outcome, solver } = solved('rate', puzzle, options);
  return solver.rate(outcome);
}

function solved(name: string, puzzle: PuzzleInput, options: SolveOptions) {
  const limits = solveLimits(name, options);
  const checked = puzzleOf(puzzle);
  const words = pack(checked);
  const solver = (keptSolver ??= new Solver());
  const started = performance.now();
  const outcome = solver.solve(words, 0, limits);
  const solveMs = performance.now() - started;
  const refusal = refuse(words, 0, outcome);
  // A fault of the solver: nobody may get a wrong answer.
  if (refusal !== null) throw new Error(refusal);
  return { checked, outcome, solveMs, solver };
}

/** Made when it is first needed, and kept, as making its tables takes time. */
let keptSolver: Solver | undefined;

/** The solver's limits for these options. @throws ArgumentError */
export function solveLimits(name: string, options: SolveOptions): SolveLimits {
  checkOptions(name, options, SOLVE_OPTIONS);
  const { memoryMiB = Infinity, ...given } = options;
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...DEFAULT_SOLVE_LIMITS,
    ...(Object.fromEntries(set) as Partial<SolveLimits>),
    memoryBytes: memoryMiB * 2 ** 20,
  };
}

const solutions: Expectation = (value) =>
  value === 'exact' || (Number.isInteger(value) && (value as number) >= 2)
    ? null
    : 'a whole number from 2 on, or exact';

/** Every option of `solve`, with its check. */
export const SOLVE_OPTIONS: Readonly<Record<keyof SolveOptions, Expectation>> = {
  timeoutMs: positiveNumber,
  maxSteps: positiveNumber,
  memoryMiB: positiveNumber,
  count: solutions,
  guessDepth: wholeNumber(1, 100),
};

/** A cell that a step changes. */
export interface StepChange extends CellPlace {
  /** BLANK, a colour, or UNKNOWN (in a coloured puzzle a cell can lose a colour and stay open). */
  readonly from: number;
  readonly to: number;
}

export interface SolvingStep extends Pick<Step, 'kind' | 'words' | 'depth' | 'needs'> {
  /** The line that is solved, or null. */
  readonly line: HintedLine | null;
  /** The cell that is assumed, guessed or freed, or null. */
  readonly cell: CellPlace | null;
  readonly changes: readonly StepChange[];
}

export interface Solving {
  readonly steps: readonly SolvingStep[];
  /** Whether there were more steps than the 20,000 that are kept. */
  readonly cut: boolean;
}

/**
 * How a puzzle is solved, step by step: lines first, then what has to be assumed.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function steps(puzzle: PuzzleInput, options: SolveOptions = {}): Solving {
  const limits = solveLimits('steps', options);
  const checked = puzzleOf(puzzle);
  const { replay } = replaySolving(checked, limits);
  return { steps: replay.steps.map((step) => describedStep(checked, step)), cut: replay.cut };
}

function describedStep(puzzle: Puzzle, { kind, words, line, cell, depth, changes, needs }: Step) {
  const changed: StepChange[] = [];
  for (let i = 0; i < changes.length; i += 3) {
    const [at, from, to] = changes.slice(i, i + 3);
    changed.push({ ...cellPlace(at, puzzle.width), from: valueOf(from), to: valueOf(to) });
  }
  return {
    kind,
    words,
    line: line === null ? null : hintedLine(puzzle, line),
    cell: cell === null ? null : cellPlace(cell, puzzle.width),
    depth,
    changes: changed,
    needs,
  };
}
