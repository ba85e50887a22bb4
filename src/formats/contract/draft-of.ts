import type { Draft } from '../../puzzle/draft.js';
import { cluesOfPicture } from '../../puzzle/picture.js';
import type { Cells, Palette } from '../../puzzle/types.js';
import { parseClueText } from '../parse/clue-text.js';

/** A puzzle as a text format holds it, before validation. */
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

/** The clues of lines of numbers, or the reason why they are none. */
export function cluesOfLines(
  lines: readonly string[],
  kind: 'row' | 'column',
): (readonly number[])[] | string {
  const clues: (readonly number[])[] = [];
  for (const [index, line] of lines.entries()) {
    const clue = parseClueText(line);
    if (typeof clue === 'string') return `${kind} ${index + 1}: ${clue}`;
    clues.push(clue);
  }
  return clues;
}

/**
 * The lines of `height` rows and `width` columns without what only parts them: blank lines at
 * the end, one between the sides, or one behind each line. Blank lines can be empty clues, so
 * none is dropped where the number of lines is right with it.
 */
export function clueLines(lines: readonly string[], width: number, height: number): string[] {
  const wanted = width + height;
  let end = lines.length;
  while (end > wanted && lines[end - 1].trim() === '') end--;
  const kept = lines.slice(0, end);
  if (kept.length === wanted + 1 && kept[height].trim() === '') kept.splice(height, 1);
  if (kept.length > wanted) {
    const written = kept.filter((line) => line.trim() !== '');
    if (written.length === wanted) return written;
  }
  return kept;
}
