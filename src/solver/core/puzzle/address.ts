import { cellsToText, textToCells } from './text.js';
import {
  block,
  blockColour,
  blockLength,
  type Clue,
  type Draft,
  type Palette,
  type Puzzle,
} from './types.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDE';

/**
 * A puzzle as text for an address: `3x2:1.1_3:1_1_1` is the size, rows and columns, with `_`
 * between lines and `.` between blocks. In several colours a letter follows each block, and `~` and
 * the palette come at the end; a start is added as `!` and its cells.
 */
export function puzzleToAddress(puzzle: Puzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const blockText = (value: number): string =>
    `${blockLength(value)}${colours === 1 ? '' : LETTERS[blockColour(value) - 1]}`;
  const side = (clues: readonly Clue[]): string =>
    clues.map((clue) => clue.map(blockText).join('.')).join('_');
  const colourText = palette === null ? '' : `~${palette.map((c) => c.slice(1)).join('-')}`;
  const cells = start === null ? '' : cellsToText(start, width, height, colours);
  const startText =
    cells === '' ? '' : `!${cells.replaceAll('#', '1').replaceAll('?', 'x').replaceAll('/', '_')}`;
  return `${width}x${height}:${side(rows)}:${side(columns)}${colourText}${startText}`;
}

/** What opens a puzzle on the board to play, after a hash that holds it. */
export const TO_PLAY = '&play=1';

/** The part of the workbench's address, from its `#` on, that holds a puzzle and its title. */
export function puzzleToHash(puzzle: Puzzle, title: string): string {
  // Halves of characters cannot be in an address.
  const whole = title.replace(/\p{Cs}/gu, '\ufffd');
  const called = title === '' ? '' : `&t=${encodeURIComponent(whole)}`;
  return `#p=${puzzleToAddress(puzzle)}${called}`;
}

/** What `puzzleToAddress` wrote, yet to be validated; null if the text does not have that form. */
export function addressToDraft(text: string): Draft | null {
  const found = /^(\d{1,5})x(\d{1,5}):([^:~!]*):([^:~!]*)(?:~([^!]*))?(?:!(.*))?$/.exec(text);
  if (found === null) return null;
  const [, width, height, rows, columns] = found;
  const [colours, start] = found.slice(5) as (string | undefined)[];
  const palette: Palette | null =
    colours === undefined ? null : colours.split('-').map((c) => `#${c}`);
  const side = (lines: string): number[][] =>
    lines.split('_').map((line) => (line === '' ? [] : line.split('.').map(blockOf)));
  try {
    return {
      width: Number(width),
      height: Number(height),
      rows: side(rows),
      columns: side(columns),
      palette,
      start: start === undefined ? null : startOf(start, Number(width), Number(height)),
      goal: null,
    };
  } catch {
    return null;
  }
}

function blockOf(text: string): number {
  const found = /^(\d{1,6})([a-zA-E]?)$/.exec(text);
  if (found === null) return NaN;
  const colour = found[2] === '' ? 1 : LETTERS.indexOf(found[2]) + 1;
  return block(Number(found[1]), colour);
}

function startOf(text: string, width: number, height: number): Uint8Array {
  return textToCells(text.replaceAll('x', '?').replaceAll('_', '/'), width, height);
}
