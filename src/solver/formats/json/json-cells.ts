import { BLANK, UNKNOWN, type Cells, type Palette } from '../../core/puzzle/types.js';
import { draftOfRows, isRow } from '../parse/picture-lines.js';

/** A grid of cells as an entry describes it; a flat list has no sizes of its own. */
export interface FoundCells {
  readonly cells: Cells;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether a cell is unknown (-1, null or `?`). */
  readonly partial: boolean;
  /** The colours that the signs of the picture name themselves, if they do. */
  readonly palette?: Palette;
}

/** A value that no cell can have: validation finds it and names its position. */
export const BROKEN = 254;

/**
 * The cells of a JSON value: rows of booleans, numbers (-1 and null are unknown) or texts, one flat
 * list of them, or one text with or without `/` or line breaks between rows. Rows in the signs of
 * plain text (🟦, ■, O) are read as they are there.
 *
 * Returns null if the value is not a grid, or the reason if its rows differ in length. Texts may
 * name colours only if the puzzle is `coloured`; otherwise words would look like pictures.
 * `nullIsBlank` is for grids of palette indexes, where null is the background and 0 the first
 * colour.
 */
export function cellsOfJson(
  value: unknown,
  coloured: boolean,
  nullIsBlank = false,
): FoundCells | string | null {
  if (typeof value === 'string') return cellsOfText(value, coloured);
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value as unknown[];
  return drawnCells(rows) ?? cellsOfRows(rows, nullIsBlank);
}

/** As `cellsOfJson`, for rows that are not in the signs of plain text. */
function cellsOfRows(rows: readonly unknown[], nullIsBlank: boolean): FoundCells | string | null {
  let alone = 0;
  while (alone < rows.length && isAlone(rows[alone])) alone++;
  if (alone === rows.length)
    return { ...fill([rows], rows.length, nullIsBlank), width: null, height: null };
  if (!rows.every((row) => Array.isArray(row) || typeof row === 'string')) return null;
  const lines = rows as (readonly unknown[] | string)[];
  const width = lines[0].length;
  const ragged = lines.findIndex((line) => line.length !== width);
  if (ragged >= 0) {
    return `row ${ragged + 1} of the picture has ${lines[ragged].length} cells, row 1 has ${width}`;
  }
  return { ...fill(lines, width, nullIsBlank), width, height: lines.length };
}

/** Signs of pictures in plain text that are no cells of JSON by themselves. */
const DRAWN = /[^ -~]|[O*@]|^[ox]*o[ox]*$/;

/** Rows of texts, or of lists of signs, in the signs of plain text; null if they are not. */
function drawnCells(rows: readonly unknown[]): FoundCells | null {
  const lines: string[] = [];
  let isDrawn = false;
  for (const row of rows) {
    const line = Array.isArray(row) && typeof row[0] === 'string' ? row.join('') : row;
    if (typeof line !== 'string') return null;
    isDrawn ||= DRAWN.test(line);
    lines.push(line);
  }
  if (!isDrawn || !lines.every(isRow)) return null;
  const draft = draftOfRows(lines, null);
  if (typeof draft === 'string') return null;
  const { goal, palette } = draft;
  // One sign a text is a flat list, as it is for numbers.
  const isFlat = draft.width === 1 && !rows.some((row) => Array.isArray(row));
  const width = isFlat ? null : draft.width;
  const height = isFlat ? null : draft.height;
  const found = { cells: goal!, width, height, partial: false };
  return palette === null ? found : { ...found, palette };
}

/** Whether a value is one cell, and not a row of them. */
function isAlone(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return !Array.isArray(value) && !(typeof value === 'string' && value.length > 1);
}

/** As `cellsOfJson`, for one text such as `0110/1001` or `#..#`. */
function cellsOfText(text: string, coloured: boolean): FoundCells | string | null {
  const trimmed = text.trim();
  if (trimmed.length === 0) return null;
  const lines = trimmed.split(/\r\n|[/\n\r]/);
  const drawn = lines.length > 1 ? drawnCells(lines) : null;
  if (drawn !== null) return drawn;
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const cell = textCell(line.charCodeAt(i));
      if (cell === BROKEN || (cell > 1 && cell !== UNKNOWN && !coloured)) return null;
    }
  }
  return lines.length > 1
    ? cellsOfRows(lines, false)
    : { ...fill(lines, trimmed.length, false), width: null, height: null };
}

function fill(
  lines: readonly (readonly unknown[] | string)[],
  width: number,
  nullIsBlank: boolean,
): { cells: Cells; partial: boolean } {
  const cells = new Uint8Array(width * lines.length);
  let partial = false;
  let at = 0;
  for (const line of lines) {
    const isText = typeof line === 'string' && !nullIsBlank;
    for (let x = 0; x < width; x++) {
      const cell = isText
        ? textCell(line.charCodeAt(x))
        : nullIsBlank
          ? indexCell(line[x])
          : jsonCell(line[x]);
      if (cell === UNKNOWN) partial = true;
      cells[at++] = cell;
    }
  }
  return { cells, partial };
}

function indexCell(value: unknown): number {
  if (value === null) return BLANK;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 253
    ? value + 1
    : BROKEN;
}

function jsonCell(value: unknown): number {
  if (value === 0 || value === 1) return value;
  if (typeof value === 'string') return value.length === 1 ? textCell(value.charCodeAt(0)) : BROKEN;
  if (value === true) return 1;
  if (value === false) return BLANK;
  if (value === null || value === -1) return UNKNOWN;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 253
    ? value
    : BROKEN;
}

/** By code, of ASCII: what a character of a picture means. */
const TEXT_CELLS = new Uint8Array(128).fill(BROKEN);
for (const [characters, first] of [
  ['0123456789abcdefghijklmnopqrstuv', null],
  ['.- _', BLANK],
  ['#Xx', 1],
  ['?', UNKNOWN],
] as const) {
  for (let i = 0; i < characters.length; i++) {
    TEXT_CELLS[characters.charCodeAt(i)] = first ?? i;
  }
}

/**
 * One character of a picture, by its code: 0 . - blank; 1 # X filled; ? unknown; a digit in base 32
 * a colour.
 */
function textCell(code: number): number {
  return code < 128 ? TEXT_CELLS[code] : BROKEN;
}
