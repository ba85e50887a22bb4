import type { PictureRows } from './check-words.js';
import { textLength } from './text.js';
import { BLANK, type Cells } from './types.js';

// Finished grids as `writeCells` writes them, read from bytes: a coordinator reads two of them a
// puzzle, and the characters of a string take several times as long.

const SLASH = '/'.charCodeAt(0);
const FILLED_CODE = '#'.charCodeAt(0);
const BLANK_CODE = '.'.charCodeAt(0);

/** The cell that each byte means; -1 for none. */
const CELL_OF_BLACK_AND_WHITE = finishedCells('#');
const CELL_OF_COLOUR = finishedCells('123456789abcdefghijklmnopqrstuv');

function finishedCells(filled: string): Int16Array {
  const cells = new Int16Array(256).fill(-1);
  for (let i = 0; i < filled.length; i++) cells[filled.charCodeAt(i)] = i + 1;
  cells[BLANK_CODE] = BLANK;
  return cells;
}

/**
 * The cells of a finished grid that `writeCells` wrote into `codes` from `offset` on; null if its `length` bytes
 * are anything else, an unknown cell or another way to write a colour included.
 */
export function readFinishedCells(
  codes: Uint8Array,
  offset: number,
  length: number,
  width: number,
  height: number,
  colours: number,
): Cells | null {
  if (length !== textLength(width, height) || offset + length > codes.length) return null;
  const cellOf = colours === 1 ? CELL_OF_BLACK_AND_WHITE : CELL_OF_COLOUR;
  const cells = new Uint8Array(width * height);
  for (let y = 0, i = 0, at = offset; y < height; y++) {
    if (y > 0 && codes[at++] !== SLASH) return null;
    for (const end = i + width; i < end; i++) {
      const cell = cellOf[codes[at++]];
      if (cell < 0) return null;
      cells[i] = cell;
    }
  }
  return cells;
}

/**
 * Takes a finished grid in black and white that is written in `codes` from `offset` on as the words of
 * `picture`. False if it is anything else.
 */
export function readFinishedRows(
  picture: PictureRows,
  codes: Uint8Array,
  offset: number,
  width: number,
  height: number,
): boolean {
  if (offset + textLength(width, height) > codes.length) return false;
  const words = picture.roomFor(height);
  let isOther = 0;
  for (let y = 0, at = offset; y < height; y++) {
    if (y > 0) isOther |= codes[at++] ^ SLASH;
    let bits = 0;
    for (const end = at + width; at < end; at++) {
      const code = codes[at];
      // The lowest bit tells the two codes apart, and the code of which it is says whether it is one.
      const cell = code & 1;
      isOther |= code ^ (BLANK_CODE + cell * (FILLED_CODE - BLANK_CODE));
      bits = (bits + bits + cell) | 0;
    }
    words[y] = bits;
  }
  return isOther === 0;
}
