import { puzzleToAddress } from '../../../puzzle/address.js';
import { cellsToText, textToCells } from '../../../puzzle/text.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../puzzle/types.js';

/** How far somebody got with a puzzle. */
export interface Progress {
  readonly cells: Cells;
  readonly seconds: number;
}

/** Cells in a form that needs no escapes in an address; empty if there are none. */
export function cellsToAddress({ width, height, colours }: Puzzle, cells: Cells): string {
  if (cells.every((cell) => cell === UNKNOWN)) return '';
  return cellsToText(cells, width, height, colours)
    .replaceAll('#', '1')
    .replaceAll('?', 'x')
    .replaceAll('/', '_');
}

/** The cells of an address, or null if they do not fit the puzzle. */
export function addressToCells({ width, height, colours }: Puzzle, text: string): Cells | null {
  try {
    const cells = textToCells(text.replaceAll('x', '?').replaceAll('_', '/'), width, height);
    return cells.every((cell) => cell <= colours || cell === UNKNOWN) ? cells : null;
  } catch {
    return null;
  }
}

/** Keeps the progress in this browser only. It does not matter if a browser keeps nothing. */
export function keepProgress(puzzle: Puzzle, { cells, seconds }: Progress): void {
  try {
    const text = `${seconds} ${cellsToAddress(puzzle, cells)}`;
    localStorage.setItem(keyOf(puzzle), text);
  } catch {
    return;
  }
}

/** What this browser kept of a puzzle, or null. */
export function keptProgress(puzzle: Puzzle): Progress | null {
  try {
    const [seconds, text] = (localStorage.getItem(keyOf(puzzle)) ?? '').split(' ');
    const cells = text === undefined || text === '' ? null : addressToCells(puzzle, text);
    return cells === null ? null : { cells, seconds: Math.max(0, Number(seconds) || 0) };
  } catch {
    return null;
  }
}

function keyOf(puzzle: Puzzle): string {
  return `nonomill-play ${puzzleToAddress(puzzle)}`;
}
