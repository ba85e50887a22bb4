import type { Cells } from '../../../../solver/core/puzzle/types.js';

/*
 * A picture in an address, so that a drawing stays one after a reload: in black and white six cells
 * a letter, in colours a letter a cell. The puzzle beside it says the size and the colours.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const BITS = 6;

/** The cells as text that needs no escapes in an address. */
export function pictureToAddress(cells: Cells, colours: number): string {
  if (colours > 1) return Array.from(cells, (cell) => LETTERS[cell]).join('');
  let text = '';
  for (let first = 0; first < cells.length; first += BITS) {
    let bits = 0;
    for (let i = 0; i < BITS; i++) bits = bits * 2 + (cells[first + i] ?? 0);
    text += LETTERS[bits];
  }
  return text;
}

/**
 * The `length` cells that such a text holds; null if it has another length, or other letters or
 * colours.
 */
export function addressToPicture(text: string, length: number, colours: number): Cells | null {
  const perLetter = colours > 1 ? 1 : BITS;
  if (text.length !== Math.ceil(length / perLetter)) return null;
  const cells = new Uint8Array(length);
  for (let at = 0; at < text.length; at++) {
    const value = LETTERS.indexOf(text[at]);
    if (value < 0 || (colours > 1 && value > colours)) return null;
    for (let i = 0; i < perLetter && at * perLetter + i < length; i++) {
      cells[at * perLetter + i] = colours > 1 ? value : (value >> (BITS - 1 - i)) & 1;
    }
  }
  return cells;
}
