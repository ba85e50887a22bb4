import { check } from '../../puzzle/check.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { completable, type Mistake } from './mistake.js';

/** What a picture, or a grid on the way to one, is to a puzzle. */
export type Checked =
  /** It keeps all clues. */
  | { readonly kind: 'solution' }
  /** It has unknown cells, and can be completed. */
  | { readonly kind: 'on-the-way'; readonly unknown: number }
  | { readonly kind: 'wrong'; readonly mistake: Mistake }
  /** The puzzle has no solution, so that nothing is right. */
  | { readonly kind: 'impossible' }
  /** Whether it can be completed was not found out in time. */
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
