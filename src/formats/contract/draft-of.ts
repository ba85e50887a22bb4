import type { Cells, Draft, Palette } from '../../core/puzzle/types.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';

/** A puzzle as a text format describes it, before validation. */
export interface TextEntry {
  readonly name: string | null;
  readonly title: string | null;
  readonly draft: Draft;
}

/** A draft in black and white, without a start position. */
export function plainDraft(
  width: number | null,
  height: number | null,
  rows: Draft['rows'],
  columns: Draft['columns'],
  goal: Cells | null = null,
): Draft {
  return { width, height, rows, columns, palette: null, start: null, goal };
}

/**
 * The entry of a draft in black and white, from clues that were read for each side: of a side that
 * could not be read, the reason comes instead of its clues, and is returned.
 */
export function plainEntry(
  title: string | null,
  width: number | null,
  height: number | null,
  rows: Draft['rows'] | string,
  columns: Draft['columns'] | string,
  goal: Cells | null = null,
): TextEntry | string {
  if (typeof rows === 'string') return rows;
  if (typeof columns === 'string') return columns;
  return { name: null, title, draft: plainDraft(width, height, rows, columns, goal) };
}

/** A draft whose clues are those of a finished picture. */
export function draftOfPicture(
  cells: Cells,
  width: number,
  height: number,
  palette: Palette | null = null,
): Draft {
  return {
    width,
    height,
    ...cluesOfPicture(cells, width, height),
    palette,
    start: null,
    goal: cells,
  };
}
