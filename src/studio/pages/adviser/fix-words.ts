import type { Change, Fixed } from '../../../solver/craft/fix/fix.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';

/** How many cells a fix changes, and whether fewer would do; of `shown`, one of its sets. */
export function fixTitle(fixed: Fixed, shown = fixed.changes): string {
  const { by, atLeast, forSymmetry } = fixed;
  if (shown.length === 0) return 'Nothing to change.';
  const one = by === 'pixels' ? '1 cell changes' : '1 cell is given';
  const many = by === 'pixels' ? 'cells change' : 'cells are given';
  const count = shown.length === 1 ? one : `${shown.length} ${many}`;
  if (forSymmetry !== undefined && shown === fixed.changes) {
    return `${count}, ${forSymmetry} more than it takes without keeping the symmetry.`;
  }
  return atLeast >= shown.length
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
