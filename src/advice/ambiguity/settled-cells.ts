import { pack } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import type { Solver } from '../../solver/solve.js';

/** Line solves for the question about one cell: some hundredths of a second. */
const STEPS = 200_000;

/** What is known about the cells of a puzzle over all its solutions. */
export interface SettledCells {
  /** The value of each cell that is the same in all solutions, UNKNOWN elsewhere. */
  readonly settled: Cells;
  /** A 1 for each cell that differs between two solutions. */
  readonly varying: Uint8Array;
}

/**
 * Finds the cells that are the same in all solutions, by asking for solutions in which one of them
 * differs: each solution shows that many other cells vary, and each refusal makes the next question
 * easier.
 */
export function findSettled(
  puzzle: Puzzle,
  solver: Solver,
  solution: Cells,
  deadline: number,
): SettledCells {
  const { width, height, colours } = puzzle;
  const varying = new Uint8Array(width * height);
  const known = puzzle.start?.slice() ?? new Uint8Array(width * height).fill(UNKNOWN);
  const asked = { ...puzzle, start: known };
  const limits = { ...DEFAULT_SOLVE_LIMITS, maxSteps: STEPS };
  const compare = (other: Cells | null): void => {
    other?.forEach((value, cell) => {
      if (value !== solution[cell]) varying[cell] = 1;
    });
  };
  for (let cell = 0; cell < known.length; cell++) {
    if (known[cell] !== UNKNOWN || varying[cell] === 1) continue;
    let refused = 0;
    for (let value = 0; value <= colours && varying[cell] === 0; value++) {
      if (value === solution[cell]) continue;
      const timeoutMs = deadline - performance.now();
      if (timeoutMs <= 0) return { settled: known, varying };
      known[cell] = value;
      const outcome = solver.solve(pack(asked), 0, { ...limits, timeoutMs });
      compare(outcome.solution);
      compare(outcome.secondSolution);
      if (outcome.status === 'contradiction') refused++;
    }
    known[cell] = refused === colours ? solution[cell] : UNKNOWN;
  }
  return { settled: known, varying };
}
