import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { Outcome } from '../../../../solver/core/result/outcome.js';
import { openingOf, findHint } from '../../../../solver/craft/advice/hint.js';
import { replaySolving } from '../../../../solver/craft/replay/replay.js';
import type { Replay } from '../../../../solver/craft/replay/step.js';
import { solveInPosition, Solver } from '../../../../solver/engine/solver/solve.js';
import { steppedGrid } from '../../../../solver/engine/wasm/stepped-grid.js';
import { type Puzzle, UNKNOWN, type Cells } from '../../../../solver/core/puzzle/types.js';
import { type SolveLimits, DEFAULT_SOLVE_LIMITS } from '../../../../solver/engine/model/limits.js';
import { findAmbiguity } from '../../../../solver/craft/advice/ambiguity.js';
import {
  checkCells,
  completable,
  misfitsOf,
  type SolvedWithGoal,
} from '../../../../solver/craft/advice/mistake.js';
import { findFix } from '../../../../solver/craft/fix/fix.js';
import { drawnPuzzles, keepOnly, NO_WISH } from '../../../../solver/craft/random-puzzles.js';
import type { PlayedGame } from '../../../../solver/craft/replay/played-game.js';
import {
  allSolutions,
  certificateSeconds,
  certify,
} from '../../../../solver/engine/certificate/certify.js';

/** The most cells whose opening is looked for with each stroke: 20 ms, but 210 at 200x200. */
const MOST_CELLS = 3600;

/** Kept, so that its tables grow once for all strokes of a drawing. */
let current: Solver | undefined;

/** What a page is told for what it asks; `onBegin` is called when a verdict is looked for. */
export function solveAnswer(request: SolveRequest, onBegin?: () => void): SolveAnswer {
  const { kind, puzzle, position, limits } = request;
  if (kind === 'replay') return { kind, ...replaySolving(puzzle, limits) };
  // Made here, so that a browser without WebAssembly can say so.
  const solver = (current ??= new Solver());
  onBegin?.();
  if (position === 0) return { kind, verdict: verdictBy(solver, request) };
  const outcome = solveInPosition(solver, puzzle, position, limits);
  return { kind, verdict: outcome && verdictBy(solverThatKnows(outcome), request) };
}

export type SolvedVerdict = ReturnType<typeof verdictBy>;

function verdictBy(solver: Solver, { puzzle, limits }: SolveRequest) {
  const start = performance.now();
  const outcome = solver.solve(pack(puzzle), 0, limits);
  /** Null if there is not exactly one solution, or the limits do not suffice. */
  const difficulty = solver.rate(outcome);
  const ms = performance.now() - start;
  const isOpen =
    outcome.status === 'multiple' || (difficulty !== null && outcome.technique !== 'line');
  const stuck = isOpen ? stuckLines(puzzle, limits) : [];
  const isSmall = puzzle.width * puzzle.height <= MOST_CELLS;
  /** How it opens, if lines find the last cell. */
  const opening = isOpen || difficulty === null || !isSmall ? null : openingOf(puzzle);
  return { outcome, difficulty, ms, stuck, opening };
}

/** A solver that is told the outcome as soon as it looks up, and then rates the puzzle as it is. */
function solverThatKnows(outcome: Outcome): Solver {
  return new Solver(undefined, { begin: () => undefined, isDue: () => true, end: () => outcome });
}

/** The lines (columns after rows) that line solving does not finish; none if it cannot tell. */
function stuckLines(puzzle: Puzzle, limits: SolveLimits): number[] {
  const grid = steppedGrid();
  if (!grid.load(pack(puzzle), 0, limits) || grid.propagate() !== 'fixpoint') return [];
  return Array.from({ length: puzzle.height + puzzle.width }, (_, line) => line).filter((line) =>
    grid.isOpen(line),
  );
}

/** All that pages ask besides verdicts and replays, each with what it is asked of. */
const ADVICE = {
  hint: (puzzle: Puzzle, cells: Cells) => findHint(puzzle, cells),
  check: (puzzle: Puzzle, cells: Cells) => checkCells(puzzle, cells),
  /** Null if there is none, or if there are several. */
  solution: onlySolution,
  fix: findFix,
  map: (puzzle: Puzzle) => findAmbiguity(puzzle),
  random: randomOne,
  misfits: (solved: SolvedWithGoal) => misfitsOf(solved),
  certificate: makeCertificate,
  ratings: ratingsOf,
};

export type Advice = typeof ADVICE;

/** What a page is told for what it asks. */
export function adviceAnswer({ kind, asked }: AdviceRequest): unknown {
  return (ADVICE[kind] as (...asked: readonly unknown[]) => unknown)(...asked);
}

function onlySolution(puzzle: Puzzle): Cells | null {
  const start = puzzle.start ?? new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
  const found = completable(puzzle, start);
  return found.kind === 'yes' && found.unique ? found.solution : null;
}

/** The share of filled cells with which most random puzzles have one solution. */
const DENSITY = { from: 0.58, to: 0.66 };

/** A random puzzle with one solution and some stars. */
function randomOne(side: number, stars: number, seed: number): Puzzle {
  const sizes = [{ width: side, height: side }];
  const puzzles = drawnPuzzles({ sizes, density: DENSITY, seed });
  for (const found of keepOnly({ ...NO_WISH, stars }, puzzles)) {
    if (found !== null) return found.puzzle;
  }
  throw new Error('there is no end to random puzzles');
}

/** For each puzzle that was played: nobody solves one by hand that takes long. */
const RATING_LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 1000 };

/** Null for a puzzle without a score, undefined for one that takes too long. */
function ratingsOf(puzzles: readonly Puzzle[]): PlayedGame['rating'][] {
  const solver = new Solver();
  return puzzles.map((puzzle) => {
    const outcome = solver.solve(pack(puzzle), 0, RATING_LIMITS);
    const found = solver.rate(outcome);
    if (found !== null) return { stars: found.stars, score: found.difficulty };
    return outcome.status === 'multiple' ? null : undefined;
  });
}

/** The reader can stop it at any time. */
const LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 600_000 };
const MOST_SOLUTIONS = 1000;

/** A certificate that takes longer, in seconds, is announced before it is made. */
const LONG_CERTIFICATE = 10;

/** Certifies what is true of a puzzle, unless that takes long and may not. */
function makeCertificate(puzzle: Puzzle, mayTakeLong: boolean) {
  const solutions = solutionsOf(puzzle);
  const none = (reason: string) => ({ kind: 'none', reason }) as const;
  if (typeof solutions === 'string') return none(solutions);
  if (!mayTakeLong) {
    const seconds = certificateSeconds(puzzle, solutions, LIMITS);
    if (seconds === null) return none(NOT_DECIDED);
    if (seconds > LONG_CERTIFICATE) return { kind: 'long', seconds } as const;
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const take = (bytes: Uint8Array): void => void pieces.push(new Uint8Array(bytes));
  const { stoppedBy, lemmas, dimacs } = certify(puzzle, solutions, LIMITS, 'lrat', take);
  if (stoppedBy !== null) return none(NOT_DECIDED);
  // In LRAT and DIMACS.
  const [proof, clauses] = [new Blob(pieces), new Blob([...dimacs()])];
  return { kind: 'made', solutions: solutions.length, lemmas, proof, clauses } as const;
}

const NOT_DECIDED = 'It could not be decided in ten minutes.';

/** All solutions; or why there is nothing to certify. */
function solutionsOf(puzzle: Puzzle): readonly Cells[] | string {
  const { status, solution } = new Solver().solve(pack(puzzle), 0, LIMITS);
  if (status === 'contradiction') return [];
  if (status === 'unique') return [solution!];
  if (status !== 'multiple') return NOT_DECIDED;
  const { outcome, solutions } = allSolutions(puzzle, MOST_SOLUTIONS, LIMITS);
  if (outcome.solutionsExact) return solutions;
  if (outcome.stoppedBy !== 'count') return NOT_DECIDED;
  return `It has more than ${MOST_SOLUTIONS} solutions. Two different pictures prove that it has several.`;
}

/** What a page asks its advice worker. */
interface AdviceRequest {
  readonly kind: keyof Advice;
  readonly asked: Parameters<Advice[keyof Advice]>;
}

/** What a page asks its worker: what a puzzle is worth, or how it is solved. */
export interface SolveRequest {
  readonly kind: 'verdict' | 'replay';
  readonly puzzle: Puzzle;
  /** In which position a verdict is looked for; a replay is of the puzzle as it is. */
  readonly position: number;
  readonly limits: SolveLimits;
}

/** What a worker says once it has loaded, and begins to look for a verdict. */
export interface SolveBegun {
  readonly kind: 'begun';
}

/** The worker's answer; the verdict is null if another position says nothing of the puzzle. */
export type SolveAnswer =
  | { readonly kind: 'verdict'; readonly verdict: SolvedVerdict | null }
  | { readonly kind: 'replay'; readonly outcome: Outcome; readonly replay: Replay };
