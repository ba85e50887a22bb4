import type { PackedWords } from '../puzzle/packed.js';
import type { Difficulty } from '../result/difficulty.js';
import type { Outcome } from '../result/outcome.js';
import type { SolveLimits } from '../solver/model/limits.js';

/** The solver of a thread. */
export interface PuzzleSolver {
  /** Solves the puzzle at `offset` of `words`. */
  solve(words: PackedWords, offset: number, limits: SolveLimits): Outcome;
  /** Rates the puzzle that was solved last, with this outcome; null if it has no difficulty. */
  rate?(outcome: Outcome): Difficulty | null;
}
