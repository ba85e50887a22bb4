import { HASH, POINT, QUESTION_MARK, SLASH } from '../text/codes.js';
import { BLANK, type Cells, UNKNOWN } from './types.js';

const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/** The character code of each cell value. */
const BLACK_AND_WHITE_CODES = codesOf(() => HASH);
const COLOUR_CODES = codesOf((colour) => DIGITS.charCodeAt(colour));

function codesOf(filled: (colour: number) => number): Uint8Array {
  const codes = Uint8Array.from({ length: 256 }, (_, cell) => filled(cell));
  codes[BLANK] = POINT;
  codes[UNKNOWN] = QUESTION_MARK;
  return codes;
}

/** A text of 20x20 takes it 0.1 us, and 12 us from codes as the arguments of a call. */
const decoder = new TextDecoder();

/** The cell that each character code below 128 means; -1 for none. */
const CELL_OF_CODE = cellsOfCodes();

function cellsOfCodes(): Int16Array {
  const cells = new Int16Array(128).fill(-1);
  for (let colour = 1; colour < DIGITS.length; colour++) cells[DIGITS.charCodeAt(colour)] = colour;
  cells[POINT] = BLANK;
  cells[HASH] = 1;
  cells[QUESTION_MARK] = UNKNOWN;
  return cells;
}

/** The cell that a character means, by its code; -1 for none. */
function cellOfCode(code: number): number {
  return code < 128 ? CELL_OF_CODE[code] : -1;
}

/** How one cell is written: `.` blank, `?` unknown, else `#` or the colour in base 32. */
export function cellCharacter(cell: number, colours: number): string {
  return String.fromCharCode((colours === 1 ? BLACK_AND_WHITE_CODES : COLOUR_CODES)[cell]);
}

/** Cells as text, the rows joined by `/`, each cell as `cellCharacter` writes it. */
export function cellsToText(cells: Cells, width: number, height: number, colours: number): string {
  const codes = new Uint8Array(textLength(width, height));
  writeCells(codes, 0, cells, width, height, colours);
  return decoder.decode(codes);
}

/** The number of characters of a grid as text. */
export function textLength(width: number, height: number): number {
  return height * (width + 1) - 1;
}

/** As `cellsToText`, into `codes` from `offset` on, a byte a character; returns the end. */
export function writeCells(
  codes: Uint8Array,
  offset: number,
  cells: Cells,
  width: number,
  height: number,
  colours: number,
): number {
  const codeOf = colours === 1 ? BLACK_AND_WHITE_CODES : COLOUR_CODES;
  let at = offset;
  for (let row = 0; row < height; row++) {
    if (row > 0) codes[at++] = SLASH;
    for (let i = row * width; i < (row + 1) * width; i++) codes[at++] = codeOf[cells[i]];
  }
  return at;
}

/** What `cellsToText` wrote. @throws RangeError for another size, or what is not a cell. */
export function textToCells(text: string, width: number, height: number): Cells {
  const cells = readCells(text, width, height);
  if (cells === null) throw new RangeError(faultOf(text, width, height));
  return cells;
}

/** The same, or null if anything is wrong with the text. */
export function readCells(text: string, width: number, height: number): Cells | null {
  if (text.length !== textLength(width, height)) return null;
  const cells = new Uint8Array(width * height);
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    if (y > 0 && text.charCodeAt(at++) !== SLASH) return null;
    for (const end = i + width; i < end; i++) {
      const cell = cellOfCode(text.charCodeAt(at++));
      if (cell < 0) return null;
      cells[i] = cell;
    }
  }
  return cells;
}

/** What is wrong with a text that is not cells of this size. */
function faultOf(text: string, width: number, height: number): string {
  const rows = text.split('/');
  if (rows.length !== height) return `expected ${height} rows of cells, got ${rows.length}`;
  const y = rows.findIndex((row) => row.length !== width || NO_CELL.test(row));
  const row = rows[y];
  if (row.length !== width) return `row ${y + 1}: expected ${width} cells, got ${row.length}`;
  const x = row.search(NO_CELL);
  return `row ${y + 1}, cell ${x + 1}: "${row[x]}" is not a cell (# . ? 1-9 a-v)`;
}

const NO_CELL = /[^#.?1-9a-v]/;

/** Characters that programs and people draw cells with, besides digits and letters for colours. */
const FILLED_SIGNS = '#X@*█■▓●x⬛';
const BLANK_SIGNS = '.-_ ·□░○~⬜';

/** The value of a drawn cell, or null for what is none in a puzzle with so many colours. */
export function drawnCell(character: string, colours: number): number | null {
  if (BLANK_SIGNS.includes(character) || character === '0') return 0;
  if (FILLED_SIGNS.includes(character) && (colours === 1 || character === '#')) return 1;
  const colour = /^[\da-v]$/.test(character) ? Number.parseInt(character, 32) : NaN;
  return colour <= colours ? colour : null;
}
