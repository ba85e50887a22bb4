import { TO_PLAY, addressToDraft, puzzleToHash } from '../../../solver/core/puzzle/address.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { ifPossible } from '../../../solver/core/text/error-codes.js';
import { jsonToClues } from '../../../solver/core/puzzle/clues-json.js';
import { textToCells } from '../../../solver/core/puzzle/text.js';
import type { PuzzleAnswer } from '../answers.js';

/** The longest side of a drawing, and so of a puzzle that the workbench takes. */
export const LONGEST_SIDE = 60;

/** The part of an address with a puzzle, its picture, and what is locked: no server sees it. */
export function tryHash(
  puzzle: Puzzle,
  title: string,
  picture: Cells | null = null,
  locked: Uint8Array | null = null,
): string {
  const drawing = picture === null ? '' : `&d=${pictureToAddress(picture, puzzle.colours)}`;
  const locks = locked === null ? '' : `&k=${pictureToAddress(locked, 1)}`;
  return `${puzzleToHash(puzzle, title)}${drawing}${locks}`;
}

/** The puzzle that an address holds; null for none. */
export function readTryHash(hash: string) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const text = words.get('p');
  if (text === null) return null;
  return {
    /** Null if it cannot be read. */
    draft: addressToDraft(text),
    title: words.get('t') ?? unsealed(words.get('s') ?? ''),
    /** The text of the picture that it was drawn as, or null. */
    drawing: words.get('d'),
    /** The text that says which cells are locked, or null. */
    locks: words.get('k'),
  };
}

/** The part of an address that opens a puzzle to play, its title sealed until it is solved. */
export function playHash(puzzle: Puzzle, title: string, picture: Cells | null = null): string {
  return `${tryHash(puzzle, '', picture)}${sealed(title)}${TO_PLAY}`;
}

function sealed(title: string): string {
  if (title === '') return '';
  const bytes = new TextEncoder().encode(title);
  const text = btoa(String.fromCharCode(...bytes));
  return `&s=${text.replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')}`;
}

/** Empty if it is no sealed title. */
function unsealed(text: string): string {
  return ifPossible(() => {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  }, '');
}

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

/** The `length` cells that such a text holds; null if it holds anything else. */
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

type PuzzleRow = PuzzleAnswer['result']['puzzle'];

/** The puzzle in a row of columns from the server. */
export function puzzleOfRow(row: PuzzleRow): Puzzle {
  const { width, height, colours } = row;
  return {
    width,
    height,
    colours,
    ...jsonToClues(row.clues),
    palette: row.palette?.split(' ') ?? null,
    start: cellsOfText(row.start, row),
  };
}

/** Stored cells, or null if there are none. */
export function cellsOfText(text: string | null, { width, height }: PuzzleRow): Cells | null {
  return text === null ? null : textToCells(text, width, height);
}
