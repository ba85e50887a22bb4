import { pack } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Solver } from '../../solver/solve.js';

/** A solution that becomes unique with one given cell, and that cell; or what is known instead. */
export type SingleGiven =
  | { readonly kind: 'found'; readonly solution: Cells }
  /** No single cell will do, whatever its value. */
  | { readonly kind: 'none' }
  | { readonly kind: 'open' };

/** Line solves for the verdict on one given cell. */
const STEPS = 200_000;

/**
 * Looks for one cell that, given with some value, leaves a puzzle of several solutions with a
 * single one (and, if `byLines`, lets line solving find it). It is for puzzles without a picture,
 * whose author may not mind which solution it becomes.
 */
export function singleGiven(puzzle: Puzzle, byLines: boolean, deadline: number): SingleGiven {
  const solver = new Solver();
  const { width, height, colours } = puzzle;
  const start = puzzle.start?.slice() ?? new Uint8Array(width * height).fill(UNKNOWN);
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, maxSteps: STEPS };
  let open = false;
  for (let cell = 0; cell < start.length; cell++) {
    if (start[cell] !== UNKNOWN) continue;
    for (let value = 0; value <= colours; value++) {
      if (performance.now() > deadline) return { kind: 'open' };
      start[cell] = value;
      const { status, technique, solution } = solver.solve(pack({ ...puzzle, start }), 0, limits);
      if (status === 'unique' && (!byLines || technique === 'line')) {
        return { kind: 'found', solution: solution! };
      }
      open ||= status !== 'unique' && status !== 'multiple' && status !== 'contradiction';
    }
    start[cell] = UNKNOWN;
  }
  return { kind: open ? 'open' : 'none' };
}
