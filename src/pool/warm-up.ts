import type { PackedWords } from '../puzzle/packed.js';
import type { BatchLimits } from './pool.js';
import type { PuzzleSolver } from './puzzle-solver.js';

/** After this many puzzles, most of the solver is compiled. */
const PUZZLES = 400;

/** But small runs must not wait, and hard puzzles would take for ever. */
const MOST_MS = 300;

/**
 * Solves the puzzles of a thread's first batch for nothing, over and over, so that the solver is compiled
 * when times count: without that, 6 to 9 of the 10 slowest of 6,000 puzzles are among the first 300.
 * `note` is told which puzzle is under work, as it is to blame if the thread dies.
 */
export function warmUp(
  solver: PuzzleSolver,
  { words, offsets }: { readonly words: PackedWords; readonly offsets: ArrayLike<number> },
  limits: BatchLimits,
  note: (index: number) => void,
): void {
  const end = performance.now() + MOST_MS;
  for (let solved = 0; solved < PUZZLES; solved++) {
    const left = end - performance.now();
    if (left <= 0) return;
    const index = solved % offsets.length;
    note(index);
    solver.solve(words, offsets[index], { ...limits, timeoutMs: Math.min(limits.timeoutMs, left) });
  }
}
