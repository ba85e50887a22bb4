import { BLANK, type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { entryParser, parseClueText } from '../contract/lines.js';
import {
  type Format,
  inSequence,
  entryOf,
  type NamedPuzzle,
  plainDraft,
  quoted,
  type TextEntry,
  unreadable,
} from '../contract/format.js';

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
  holds: new Set(['many', 'start']),
  detect: (head) =>
    /^\s*\d{1,6}x\d{1,6}:[\d./]*(,[a-zA-Z]*)?[ \t]*(\r?\n|$)/.test(head) ? 0.95 : 0,
  createParser: entryParser({ title: 'Pattern', starts: () => true, read: readId }),
  ...inSequence({ puzzle: idOf }),
};

function readId([line]: readonly string[]): TextEntry {
  const parts = /^\s*(\d{1,6})x(\d{1,6}):([^,]*)(?:,(.*))?$/.exec(line.trimEnd());
  if (parts === null) {
    unreadable(
      /^\s*\d+x\d+[^:]*#/.test(line)
        ? 'a random seed instead of the clues: only the game itself can turn it into a puzzle'
        : `expected widthxheight:clues, found ${quoted(line)}`,
      'text',
    );
  }
  const [width, height] = [Number(parts[1]), Number(parts[2])];
  const fields = parts[3].split('/');
  if (fields.length !== width + height) {
    unreadable(`expected ${width} columns and ${height} rows, found ${fields.length} clues`);
  }
  const clues = fields.map((field) => {
    const clue = /^[\d.]*$/.test(field) ? parseClueText(field) : `"${field}" is not a clue`;
    if (typeof clue === 'string') unreadable(clue);
    return clue;
  });
  const start = parts[4] === undefined ? null : givenCells(parts[4], width * height);
  const draft = plainDraft(width, height, clues.slice(width), clues.slice(0, width));
  return entryOf({ ...draft, start });
}

/** The cells that a suffix gives in a grid of `count` cells. @throws Unreadable */
function givenCells(text: string, count: number): Cells {
  if (count > 4_000_000) unreadable('the grid is too large', 'cells');
  const cells = new Uint8Array(count).fill(UNKNOWN);
  let at = 0;
  for (const character of text) {
    if (!/[a-zA-Z]/.test(character)) unreadable(`"${character}" does not give any cells`, 'cells');
    const left = character.toLowerCase().charCodeAt(0) - 97;
    at += left;
    if (left < 25 && at < count) cells[at++] = character < 'a' ? 1 : BLANK;
    if (at > count) unreadable('more cells are given than there are', 'cells');
  }
  return at === count
    ? cells
    : unreadable(`${count} cells should be given or left out, found ${at}`, 'cells');
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

/**
 * Addresses of nonograms at puzz.link, pzv.jp and other sites that run pzpr, one on each line.
 *
 *   line    [ site ? ] nonogram / [ flags / ] width / height / margin
 *   margin  the cells beside the grid, in order: above each column, from the left, half its length
 *           rounded up; then to the left of each row, from the top, as many as half its length.
 *           A clue's last block comes first, as it is nearest to the grid.
 *   cell    0..9 a..f, -xx or +xxx: a block, hexadecimal; g..z: 1 to 20 cells without a block
 */
export const puzzlink: Format = {
  name: 'puzzlink',
  extensions: ['.urls', '.txt'],
  holds: new Set(['many']),
  detect: (head) =>
    /^\s*(https?:\/\/[^\s?]{1,200}\?(m\+)?[a-z]\w{1,40}\/|(p(\.html)?\?)?nonogram\/\d)/.test(head)
      ? 0.95
      : 0,
  createParser: entryParser({ title: 'puzz.link', starts: () => true, read: readAddress }),
  unfit: ({ puzzle }) => unfitness(puzzle),
  ...inSequence({ puzzle: ({ puzzle }: NamedPuzzle) => `${addressOf(puzzle)}\n` }),
};

/** The longest block that the site reads, although it writes longer ones. */
const MAX_BLOCK = 255;

/** The address at which people play a puzzle; null if none can hold it. */
export function puzzlinkAddress(puzzle: Puzzle): string | null {
  return puzzlinkUnfit(puzzle) === null ? addressOf(puzzle) : null;
}

/** Why no address holds a puzzle, as what follows the name of the site; null if one does. */
export function puzzlinkUnfit(puzzle: Puzzle): string | null {
  if (puzzle.colours > 1) return 'holds no colours';
  if (puzzle.start !== null) return 'holds no start position';
  return unfitness(puzzle);
}

function addressOf({ width, height, columns, rows }: Puzzle): string {
  const blocks = [...marginCells(columns, height), ...marginCells(rows, width)];
  const cells = blocks.map((block) =>
    block === 0 ? '.' : `${block < 16 ? '' : '-'}${block.toString(16)}`,
  );
  // A letter is a gap of at most 20 cells without a block: z.
  const margin = cells.join('').replace(/\.{1,20}/g, ({ length }) => (15 + length).toString(36));
  return `https://puzz.link/p?nonogram/${width}/${height}/${margin}`;
}

/** The cells beside some lines, which are `length` long: blocks, and 0 for none. */
function* marginCells(clues: Puzzle['rows'], length: number): Iterable<number> {
  for (const clue of clues) {
    for (let at = 0; at < roomBeside(length); at++) yield clue[clue.length - 1 - at] ?? 0;
  }
}

/** How many cells there are beside a line: as many as it can have blocks. */
function roomBeside(length: number): number {
  return Math.ceil(length / 2);
}

function unfitness({ width, height, columns, rows }: Puzzle): string | null {
  const room = Math.max(roomBeside(width), roomBeside(height));
  for (const clue of [...columns, ...rows]) {
    const long = clue.find((block) => block > MAX_BLOCK);
    if (long !== undefined) {
      return `holds blocks of ${MAX_BLOCK} cells at most, and the puzzle has one of ${long}`;
    }
    if (clue.length > room)
      return `holds ${room} blocks a line at most, and one has ${clue.length}`;
  }
  return null;
}

function readAddress([line]: readonly string[]): TextEntry | null {
  const address = line.trim();
  // A comment in a list of addresses.
  if (address.startsWith('#')) return null;
  const [kind, ...parts] = address.slice(address.indexOf('?') + 1).split('/');
  const name = kind.replace(/^m\+/, '').replace(/_(edit|play)$/, '');
  if (parts.length < 2) {
    unreadable(`expected the address of a puzzle, found ${quoted(address)}`, 'text');
  }
  if (name !== 'nonogram') {
    unreadable(
      `the address is of another kind of puzzle: expected nonogram, found ${quoted(name)}`,
      'text',
    );
  }
  if (!/^\d+$/.test(parts[0])) parts.shift();
  const [width, height] = parts.map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : NaN));
  if (!(width > 0 && height > 0)) {
    unreadable(`expected nonogram/width/height/clues, found ${quoted(address)}`);
  }
  return readMargin(parts[2] ?? '', width, height);
}

const CELL = /-[0-9a-f]{2}|\+[0-9a-f]{3}|[^]/g;

function readMargin(text: string, width: number, height: number): TextEntry {
  const margins = { column: roomBeside(height), row: roomBeside(width) };
  const aboveColumns = width * margins.column;
  const room = aboveColumns + height * margins.row;
  const blocks: { readonly at: number; readonly block: number }[] = [];
  let at = 0;
  for (const { 0: cell, index } of text.matchAll(CELL)) {
    if (cell === '.') unreadable('a block of unknown length (.), which no nonogram has');
    if (/[g-z]/.test(cell)) at += parseInt(cell, 36) - 15;
    else if (/[0-9a-f]/.test(cell)) blocks.push({ at: at++, block: Math.abs(parseInt(cell, 16)) });
    else unreadable(`expected a clue, found ${quoted(text.slice(index, index + 20))}`);
  }
  if (at !== room) {
    unreadable(
      `${width}x${height} has room for ${room} blocks beside the grid, but ${at} are told or left out`,
    );
  }
  const columns = Array.from({ length: width }, (): number[] => []);
  const rows = Array.from({ length: height }, (): number[] => []);
  for (const { at: cell, block } of blocks.reverse()) {
    if (cell < aboveColumns) columns[Math.floor(cell / margins.column)].push(block);
    else rows[Math.floor((cell - aboveColumns) / margins.row)].push(block);
  }
  return entryOf(plainDraft(width, height, rows, columns));
}
