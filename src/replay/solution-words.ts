import type { Cells } from '../puzzle/types.js';
import { numberOf } from '../text/numbers.js';

/** A sentence about a second solution of a puzzle. */
export function anotherSolution(first: Cells, second: Cells): string {
  const differing = first.reduce((count, cell, i) => count + (cell === second[i] ? 0 : 1), 0);
  return `another solution: it differs in ${numberOf(differing, 'cell')}`;
}
