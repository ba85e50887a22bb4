import { cluesOfLines } from '../parse/clue-lines.js';
import { draftOfPicture, plainDraft, type TextEntry } from '../contract/draft-of.js';
import { entryParser } from '../parse/entry-reader.js';
import type { Format, NamedPuzzle } from '../contract/format.js';
import { inSequence } from '../contract/sequence.js';

/**
 * The text of the TAAI and TCGA tournaments: square puzzles without sizes.
 *
 *   file      ( $number, then a line a column, then a line a row )*
 *   line      block ( tab block )*, with tabs too many here and there; blank: an empty clue
 *
 * Their files of solutions have the same shape with a line of 0 and 1 for each row: these are
 * read as pictures.
 */
export const tournament: Format = {
  name: 'tournament',
  description: 'tournament text (TAAI, TCGA): $number, columns, rows; square',
  extensions: ['.txt'],
  holds: { colour: false, name: true, many: true, title: false, start: false, goal: false },
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

function read([first, ...lines]: readonly string[]): TextEntry | string {
  const number = /^\s*\$\s*(\d{1,15})\s*$/.exec(first);
  if (number === null) return `expected $ and a number, found "${first.slice(0, 40)}"`;
  const name = number[1];
  let end = lines.length;
  while (end > 0 && lines[end - 1].trim() === '') end--;
  const picture = pictureOf(lines.slice(0, end));
  if (picture !== null) {
    const side = end;
    return { name, title: null, draft: draftOfPicture(picture, side, side) };
  }
  // Blank lines at the end are empty clues, or part the puzzles: the sums tell.
  let reason = `expected as many columns as rows, found ${lines.length} lines`;
  for (let side = lines.length >> 1; side > 0 && side * 2 >= end; side--) {
    const columns = cluesOfLines(lines.slice(0, side), 'column');
    const rows = cluesOfLines(lines.slice(side, side * 2), 'row');
    if (typeof rows === 'string') return rows;
    if (typeof columns === 'string') return columns;
    if (sum(rows) === sum(columns)) {
      return { name, title: null, draft: plainDraft(side, side, rows, columns) };
    }
    reason = `the rows hold ${sum(rows)} filled cells, the columns ${sum(columns)}`;
  }
  return reason;
}

function sum(clues: readonly (readonly number[])[]): number {
  return clues.flat().reduce((total, length) => total + length, 0);
}

/** The cells of as many lines of 0 and 1 as each of them has; null where they are none. */
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
