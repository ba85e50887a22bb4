import {
  misfitsOf,
  type Misfit,
  misfitText,
  shortMisfitText,
} from '../../../craft/advice/misfit.js';
import { textToCells } from '../../../core/puzzle/text.js';
import type { Cells } from '../../../core/puzzle/types.js';
import type { SolvedPuzzle } from '../queries/stored-results.js';

/**
 * A puzzle whose start position or author's picture does not fit, with what is wrong as sentences.
 */
export interface NamedMisfit {
  readonly solved: SolvedPuzzle;
  /** As data; without those that may or may not fit. */
  readonly misfits: readonly Misfit[];
  /** One sentence, without a full stop. */
  readonly text: string;
  /** The same in few words. */
  readonly shortText: string;
}

/**
 * Milliseconds in which the first wrong cell of one puzzle is looked for, and those of all of them.
 */
const PUZZLE_MS = 1000;
const ALL_MS = 5000;

/** Says of each puzzle which of its cells is the first wrong one, as far as time allows. */
export function nameMisfits(puzzles: readonly SolvedPuzzle[]): NamedMisfit[] {
  const deadline = performance.now() + ALL_MS;
  return puzzles.map((solved) => {
    const left = Math.min(PUZZLE_MS, deadline - performance.now());
    const { puzzle, goal, result } = solved;
    const found = { puzzle, goal, status: result.status, solution: solutionOf(solved) };
    const misfits = misfitsOf(found, Math.max(1, left));
    const texts = misfits.map((misfit) => misfitText(misfit, puzzle));
    const short = misfits.map((misfit) => shortMisfitText(misfit, puzzle));
    const open = 'whether the start position fits the clues is not known';
    return {
      solved,
      misfits,
      text: texts.join('; ') || open,
      shortText: short.join('; ') || 'start: not known whether it fits',
    };
  });
}

function solutionOf({ puzzle, result }: SolvedPuzzle): Cells | null {
  return result.solution === null
    ? null
    : textToCells(result.solution, puzzle.width, puzzle.height);
}
