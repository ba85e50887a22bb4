import { cluesOfLines } from '../parse/clue-text.js';
import {
  type Format,
  holding,
  inSequence,
  type Mistyped,
  type NamedPuzzle,
  plainEntry,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import { entryParser } from '../parse/entry-reader.js';

/**
 * GRID text.
 *
 *   file     ( # comment | puzzle )*
 *   puzzle   GRID title, ROWS, a line a row, COLUMNS, a line a column
 *   line     [ block* ]
 */
export const gridText: Format = {
  name: 'grid',
  extensions: ['.grid', '.txt'],
  holds: holding('many', 'title'),
  detect: (head) => {
    const lines = head.split('\n').map((line) => line.trim());
    const [first = '', second] = lines.filter((line) => line !== '' && !line.startsWith('#'));
    return /^GRID\b/.test(first) && second === 'ROWS' ? 1 : 0;
  },
  createParser: (sink, limits) =>
    entryParser(
      { title: 'GRID text', starts: (line) => /^\s*GRID\b/.test(line), read },
      sink,
      limits,
    ),
  ...inSequence({ puzzle: puzzleText }),
};

function read(all: readonly string[]): TextEntry | Mistyped | string | null {
  const lines = all
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) return null;
  const header = /^GRID\b\s*(.*)$/.exec(lines[0]);
  if (header === null) return `expected GRID and a title, found ${quoted(lines[0])}`;
  const rowsAt = lines.indexOf('ROWS');
  const columnsAt = lines.indexOf('COLUMNS');
  if (rowsAt !== 1 || columnsAt < 0) return 'expected ROWS and then COLUMNS, each on its line';
  const rows = sideOf(lines.slice(rowsAt + 1, columnsAt), 'row');
  const columns = sideOf(lines.slice(columnsAt + 1), 'column');
  const title = header[1] === '' ? null : header[1].slice(0, 500);
  return plainEntry(title, null, null, rows, columns);
}

function sideOf(lines: readonly string[], kind: 'row' | 'column'): (readonly number[])[] | string {
  const inner: string[] = [];
  for (const [index, line] of lines.entries()) {
    const clue = /^\[([^[\]]*)\]$/.exec(line);
    if (clue === null) return `${kind} ${index + 1}: expected [ blocks ], found ${quoted(line)}`;
    inner.push(clue[1]);
  }
  return cluesOfLines(inner, kind);
}

function puzzleText({ title, puzzle }: NamedPuzzle): string {
  const side = (clues: readonly (readonly number[])[]): string =>
    clues.map((clue) => `[ ${clue.map((length) => `${length} `).join('')}]\n`).join('');
  const label = (title ?? '').replace(/\s+/g, ' ').trim();
  return `GRID${label === '' ? '' : ` ${label}`}\nROWS\n${side(puzzle.rows)}COLUMNS\n${side(puzzle.columns)}`;
}
