import { check } from '../../puzzle/check.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { completable, type Mistake } from './mistake.js';

/** How a picture, or a half-filled grid, relates to a puzzle. */
export type Checked =
  /** It fits all clues. */
  | { readonly kind: 'solution' }
  /** It has unknown cells, and can be completed. */
  | { readonly kind: 'on-the-way'; readonly unknown: number }
  | { readonly kind: 'wrong'; readonly mistake: Mistake }
  /** The puzzle has no solution, so that no cell is right. */
  | { readonly kind: 'impossible' }
  /** There was not enough time to find out whether it can be completed. */
  | { readonly kind: 'open'; readonly unknown: number };

/** Checks cells (UNKNOWN for those not filled in yet) against a puzzle. Any solution will do. */
export function checkCells(puzzle: Puzzle, cells: Cells, timeoutMs?: number): Checked {
  const unknown = cells.reduce((count, cell) => count + (cell === UNKNOWN ? 1 : 0), 0);
  if (unknown === 0 && check(puzzle, cells) === null) return { kind: 'solution' };
  const found = completable(puzzle, cells, timeoutMs);
  if (found.kind === 'yes') return { kind: 'on-the-way', unknown };
  if (found.kind === 'no') return { kind: 'wrong', mistake: found.mistake };
  return found.kind === 'open' ? { kind: 'open', unknown } : found;
}
