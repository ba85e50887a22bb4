import { stuckLines } from './stuck-lines.js';
import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { Outcome } from '../../../../solver/core/result/outcome.js';
import { openingOf } from '../../../../solver/craft/advice/hint.js';
import { replaySolving } from '../../../../solver/craft/replay/replay.js';
import { solveInPosition, Solver } from '../../../../solver/engine/solver/solve.js';
import type { SolveRequest, SolveAnswer, SolvedVerdict } from './solve-request.js';

/**
 * The most cells of a puzzle whose opening is looked for with each stroke: 20 ms at 60x60, but 70
 * at 100x100 and 210 at 200x200.
 */
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

function verdictBy(solver: Solver, { puzzle, limits }: SolveRequest): SolvedVerdict {
  const start = performance.now();
  const outcome = solver.solve(pack(puzzle), 0, limits);
  const difficulty = solver.rate(outcome);
  const ms = performance.now() - start;
  const isOpen =
    outcome.status === 'multiple' || (difficulty !== null && outcome.technique !== 'line');
  const stuck = isOpen ? stuckLines(puzzle, limits) : [];
  const isSmall = puzzle.width * puzzle.height <= MOST_CELLS;
  const opening = isOpen || difficulty === null || !isSmall ? null : openingOf(puzzle);
  return { outcome, difficulty, ms, stuck, opening };
}

/** A solver that is told the outcome as soon as it looks up, and then rates the puzzle as it is. */
function solverThatKnows(outcome: Outcome): Solver {
  return new Solver(undefined, {
    begin: () => undefined,
    isDue: () => true,
    end: () => outcome,
  });
}
