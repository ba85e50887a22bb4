import { misfitsOf } from '../../advice/check/misfit.js';
import { misfitText } from '../../advice/check/misfit-text.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { countText } from '../../text/numbers.js';
import type { Status } from '../../result/outcome.js';

/** What came with a puzzle besides its clues, and what solving says about it. */
export interface Given {
  readonly puzzle: Puzzle;
  /** The author's picture; null if there is no picture. */
  readonly goal: Cells | null;
  readonly goalMatches: boolean | null;
  readonly status: Status;
  readonly solution: Cells | null;
}

/** How many milliseconds the search for the first wrong cell may take. */
const PATIENCE_MS = 2000;

/**
 * Sentences about the start position, as a puzzle may have only one solution because of it, and
 * about the author's picture: if one does not fit, its first wrong cell is named.
 */
export function givenWords(given: Given): string[] {
  const { puzzle, goalMatches, status } = given;
  const words: string[] = [];
  const cells = puzzle.start?.reduce((sum, cell) => sum + (cell === UNKNOWN ? 0 : 1), 0) ?? 0;
  if (cells > 0) {
    const count = cells === 1 ? '1 cell is' : `${countText(cells)} cells are`;
    words.push(`It is solved from its start position, where ${count} given.`);
  }
  if (goalMatches === true) words.push(`The author's picture is ${goalWords(status)}.`);
  if (goalMatches === false || (cells > 0 && status === 'contradiction')) {
    const misfits = misfitsOf(given, PATIENCE_MS);
    words.push(...misfits.map((misfit) => `${capital(misfitText(misfit, puzzle))}.`));
  }
  return words;
}

function goalWords(status: Status): string {
  if (status === 'unique') return 'the solution, the only one';
  if (status === 'multiple') return 'a solution, but not the only one';
  return 'a solution; whether it is the only one is not decided';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
