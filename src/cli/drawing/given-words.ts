import { UNKNOWN, type Puzzle } from '../../puzzle/types.js';
import { countText } from '../../text/numbers.js';
import type { Status } from '../../result/outcome.js';

/** What came with a puzzle besides its clues, and what solving says of it. */
export interface Given {
  readonly puzzle: Puzzle;
  /** Whether the author's picture is a solution; null if there is no picture. */
  readonly goalMatches: boolean | null;
  readonly status: Status;
}

/**
 * Sentences on the start position, since a puzzle may have one solution only with it, and on the
 * author's picture.
 */
export function givenWords({ puzzle, goalMatches, status }: Given): string[] {
  const words: string[] = [];
  const given = puzzle.start?.reduce((sum, cell) => sum + (cell === UNKNOWN ? 0 : 1), 0) ?? 0;
  if (given > 0) {
    const cells = given === 1 ? '1 cell is' : `${countText(given)} cells are`;
    words.push(`It is solved from its start position, in which ${cells} given.`);
  }
  if (goalMatches !== null)
    words.push(`The author's picture is ${goalWords(goalMatches, status)}.`);
  return words;
}

function goalWords(matches: boolean, status: Status): string {
  if (!matches) return 'no solution';
  if (status === 'unique') return 'the solution, the only one';
  if (status === 'multiple') return 'a solution, but not the only one';
  return 'a solution; whether it is the only one is not decided';
}
