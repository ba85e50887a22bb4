import type { Change, Fixed } from '../../../solver/craft/fix/fix.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';

/** How many cells a fix changes, and whether fewer would do. */
export function fixTitle({ changes, by, fewestProven, atLeast }: Fixed): string {
  if (changes.length === 0) return 'Nothing to change.';
  const one = by === 'pixels' ? '1 cell changes' : '1 cell is given';
  const many = by === 'pixels' ? 'cells change' : 'cells are given';
  const count = changes.length === 1 ? one : `${changes.length} ${many}`;
  return fewestProven
    ? `${count}, the fewest possible.`
    : `${count}, the best found; at least ${atLeast} ${atLeast === 1 ? 'is' : 'are'} needed.`;
}

/** How many changes are told one by one. */
const TOLD = 12;

/** The changes of a fix, as sentences. */
export function changesText(changes: readonly Change[], puzzle: Puzzle): string {
  const lines = changes
    .slice(0, TOLD)
    .map(({ row, column, to }) => `Row ${row}, cell ${column}: ${cellValueText(to, puzzle)}.`);
  return [...lines, ...(changes.length > TOLD ? ['And more, as marked.'] : [])].join(' ');
}
