import type { NamedPuzzle } from '../../formats/contract/format.js';
import { pack } from '../../puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import type { Solver } from '../../solver/solve.js';
import type { SheetPuzzle } from '../../sheets/sheet-layout.js';

/** What a puzzle needs to be printed: its solution and its stars, which are worked out here. */
export function sheetPuzzle(
  { name, title, puzzle, goal }: NamedPuzzle,
  number: number,
  solver: Solver,
): SheetPuzzle {
  const outcome = solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
  const rated = solver.rate(outcome);
  return {
    called: title ?? name ?? `puzzle ${number}`,
    puzzle,
    solution: outcome.status === 'unique' ? outcome.solution : (goal ?? outcome.solution),
    stars: rated?.stars ?? null,
    difficulty: rated?.difficulty ?? null,
    unique: outcome.status === 'unique',
  };
}
