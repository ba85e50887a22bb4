import type { Draft } from '../../puzzle/draft.js';
import { cluesOfPicture } from '../../puzzle/picture.js';
import type { Cells, Palette } from '../../puzzle/types.js';

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
