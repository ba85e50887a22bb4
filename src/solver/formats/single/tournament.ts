import { parseClueText } from '../parse/clue-text.js';
import {
  draftOfPicture,
  type Format,
  holding,
  inSequence,
  mistyped,
  type Mistyped,
  type NamedPuzzle,
  plainDraft,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import { entryParser } from '../parse/entry-reader.js';

/**
 * The text of the TAAI and TCGA tournaments: square puzzles without sizes.
 *
 *   file      ( $number, then a line a column, then a line a row )*
 *   line      block ( tab block )*, sometimes with extra tabs; blank: an empty clue
 *
 * Their files of solutions have the same form, with a line of 0 and 1 for each row: these are read
 * as pictures.
 */
export const tournament: Format = {
  name: 'tournament',
  extensions: ['.txt'],
  holds: holding('name', 'many'),
  detect: (head) => (/^\s*\$\d+[ \t]*\r?\n[\d \t\r\n$]*$/.test(head) ? 0.9 : 0),
  createParser: (sink, limits) =>
    entryParser(
      { title: 'tournament text', starts: (line) => line.trimStart().startsWith('$'), read },
      sink,
      limits,
    ),
  unfit: ({ puzzle: { width, height } }) =>
    width === height ? null : `holds square puzzles only, and this one is ${width}x${height}`,
  ...inSequence({ puzzle: puzzleText }),
};

function read([first, ...lines]: readonly string[]): TextEntry | Mistyped | string {
  const number = /^\s*\$\s*(\d{1,15})\s*$/.exec(first);
  if (number === null) return `expected $ and a number, found ${quoted(first)}`;
  const name = number[1];
  let end = lines.length;
  while (end > 0 && lines[end - 1].trim() === '') end--;
  const picture = pictureOf(lines.slice(0, end));
  if (picture !== null) {
    const side = end;
    return { name, title: null, draft: draftOfPicture(picture, side, side) };
  }
  const clues: (readonly number[])[] = [];
  for (const [index, line] of lines.slice(0, end).entries()) {
    const clue = parseClueText(line);
    if (typeof clue === 'string') {
      return mistyped(`line ${index + 1} of the clues: ${clue}`);
    }
    clues.push(clue);
  }
  const side = sideOf(clues, lines.length >> 1);
  if (side === null) {
    return mistyped(`expected as many columns as rows, found ${lines.length} lines`);
  }
  while (clues.length < 2 * side) clues.push([]);
  const draft = plainDraft(side, side, clues.slice(side), clues.slice(0, side));
  return { name, title: null, draft };
}

/**
 * The side of the square whose columns and rows these clues are, at most `longest`; null if there
 * are too many clues. Blank lines at the end, which are not counted, are empty clues or separate
 * the puzzles: the sums tell. If they never agree, the smallest side is taken.
 */
function sideOf(clues: readonly (readonly number[])[], longest: number): number | null {
  const least = Math.max(1, Math.ceil(clues.length / 2));
  if (least > longest) return null;
  const total = sum(clues);
  let columns = sum(clues.slice(0, longest));
  for (let side = longest; side >= least; side--) {
    if (2 * columns === total) return side;
    columns -= sum(clues.slice(side - 1, side));
  }
  return least;
}

function sum(clues: readonly (readonly number[])[]): number {
  return clues.flat().reduce((total, length) => total + length, 0);
}

/** The cells of as many lines of 0 and 1 as each of them has; null if they are something else. */
function pictureOf(lines: readonly string[]): Uint8Array | null {
  const side = lines.length;
  if (side < 2) return null;
  const cells = new Uint8Array(side * side);
  for (const [y, line] of lines.entries()) {
    const values = line.trim().split(/\s+/);
    if (values.length !== side) return null;
    for (const [x, value] of values.entries()) {
      if (value !== '0' && value !== '1') return null;
      cells[y * side + x] = Number(value);
    }
  }
  return cells;
}

function puzzleText({ name, puzzle }: NamedPuzzle, number: number): string {
  const side = (clues: readonly (readonly number[])[]): string =>
    clues.map((clue) => `${clue.join('\t')}\n`).join('');
  const label = name !== null && /^\d{1,15}$/.test(name) ? name : String(number);
  return `$${label}\n${side(puzzle.columns)}${side(puzzle.rows)}`;
}
