import { stuckLines } from './stuck-lines.js';
import { pack } from '../../../../solver/core/puzzle/packed.js';
import { openingOf } from '../../../../solver/craft/advice/opening.js';
import { replaySolving } from '../../../../solver/craft/replay/replay.js';
import { Solver } from '../../../../solver/engine/solver/solve.js';
import type { SolveRequest, SolveAnswer } from './solve-request.js';

/** Kept, so that its tables grow once for all strokes of a drawing. */
let current: Solver | undefined;

/** What a page is told for what it asks. */
export function solveAnswer({ kind, puzzle, limits }: SolveRequest): SolveAnswer {
  if (kind === 'replay') return { kind, ...replaySolving(puzzle, limits) };
  // Made here, so that a browser without WebAssembly can say so.
  const solver = (current ??= new Solver());
  const start = performance.now();
  const outcome = solver.solve(pack(puzzle), 0, limits);
  const difficulty = solver.rate(outcome);
  const ms = performance.now() - start;
  const isOpen =
    outcome.status === 'multiple' || (difficulty !== null && outcome.technique !== 'line');
  const stuck = isOpen ? stuckLines(puzzle, limits) : [];
  const opening = isOpen || difficulty === null ? null : openingOf(puzzle);
  return { kind, verdict: { outcome, difficulty, ms, stuck, opening } };
}
