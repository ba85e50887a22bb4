import type { Cells, Palette } from './types.js';

/**
 * What a reader made of an entry, before validation: numbers may still be negative, fractions or
 * NaN, zeros may pad a clue, and nothing has to agree.
 */
export interface Draft {
  /** The size that the entry states; null if only the number of clues tells it. */
  readonly width: number | null;
  readonly height: number | null;
  /** Blocks as numbers (see Block); a null clue is one that the entry calls unknown. */
  readonly rows: readonly (readonly number[] | null)[];
  readonly columns: readonly (readonly number[] | null)[];
  /** `#rrggbb` each, the background first; null for black on white. */
  readonly palette: Palette | null;
  /** The cells that the puzzle gives away, or null. */
  readonly start: Cells | null;
  /** The author's picture, or null. */
  readonly goal: Cells | null;
}
