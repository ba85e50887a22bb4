import { BLANK, UNKNOWN, type Cells } from '../../core/puzzle/types.js';
import { parseClueText } from '../parse/clue-text.js';
import {
  type Format,
  holding,
  inSequence,
  mistyped,
  type Mistyped,
  type NamedPuzzle,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import { entryParser } from '../parse/entry-reader.js';

/**
 * Game ids of Pattern in Simon Tatham's puzzle collection (pattern.c there), one on each line.
 *
 *   line    widthxheight : clue ( / clue )* [ , given ]     columns first, then rows
 *   clue    block ( . block )*, or nothing: an empty clue
 *   given   the cells that are given, in order: a letter skips as many cells as its distance from
 *           a, and the next cell is blank if the letter is small, filled if it is capital; z skips
 *           25 cells, and the next is not given
 */
export const tatham: Format = {
  name: 'tatham',
  extensions: ['.pattern', '.txt'],
  holds: holding('many', 'start'),
  detect: (head) =>
    /^\s*\d{1,6}x\d{1,6}:[\d./]*(,[a-zA-Z]*)?[ \t]*(\r?\n|$)/.test(head) ? 0.95 : 0,
  createParser: (sink, limits) =>
    entryParser({ title: 'Pattern', starts: () => true, read }, sink, limits),
  ...inSequence({ puzzle: idOf }),
};

function read([line]: readonly string[]): TextEntry | Mistyped | string {
  const parts = /^\s*(\d{1,6})x(\d{1,6}):([^,]*)(?:,(.*))?$/.exec(line.trimEnd());
  if (parts === null) {
    return /^\s*\d+x\d+[^:]*#/.test(line)
      ? 'a random seed instead of the clues: only the game itself can turn it into a puzzle'
      : `expected widthxheight:clues, found ${quoted(line)}`;
  }
  const [width, height] = [Number(parts[1]), Number(parts[2])];
  const fields = parts[3].split('/');
  if (fields.length !== width + height) {
    return mistyped(`expected ${width} columns and ${height} rows, found ${fields.length} clues`);
  }
  const clues: (readonly number[])[] = [];
  for (const field of fields) {
    const clue = /^[\d.]*$/.test(field) ? parseClueText(field) : `"${field}" is not a clue`;
    if (typeof clue === 'string') return mistyped(clue);
    clues.push(clue);
  }
  const start = parts[4] === undefined ? null : givenCells(parts[4], width * height);
  if (typeof start === 'string') return mistyped(start, 'cells');
  const [columns, rows] = [clues.slice(0, width), clues.slice(width)];
  return {
    name: null,
    title: null,
    draft: { width, height, rows, columns, palette: null, start, goal: null },
  };
}

/** The cells that a suffix gives, or the reason why it does not fit a grid of `count` cells. */
function givenCells(text: string, count: number): Cells | string {
  if (count > 4_000_000) return 'the grid is too large';
  const cells = new Uint8Array(count).fill(UNKNOWN);
  let at = 0;
  for (const character of text) {
    if (!/[a-zA-Z]/.test(character)) return `"${character}" does not give any cells`;
    const left = character.toLowerCase().charCodeAt(0) - 97;
    at += left;
    if (left < 25 && at < count) cells[at++] = character < 'a' ? 1 : BLANK;
    if (at > count) return 'more cells are given than there are';
  }
  return at === count ? cells : `${count} cells should be given or left out, found ${at}`;
}

function idOf({ puzzle }: NamedPuzzle): string {
  const clues = [...puzzle.columns, ...puzzle.rows].map((clue) => clue.join('.')).join('/');
  const given = puzzle.start === null ? '' : `,${givenText(puzzle.start)}`;
  return `${puzzle.width}x${puzzle.height}:${clues}${given}\n`;
}

function givenText(start: Cells): string {
  let text = '';
  let left = 0;
  for (const cell of start) {
    if (cell === UNKNOWN) {
      left++;
      if (left === 25) {
        text += 'z';
        left = 0;
      }
    } else {
      text += String.fromCharCode((cell === BLANK ? 97 : 65) + left);
      left = 0;
    }
  }
  return left > 0 ? text + String.fromCharCode(97 + left) : text;
}
