import { BLANK, UNKNOWN, type Cells } from '../../core/puzzle/types.js';
import { cluesOfLines, sideLines, withoutBlankEnd } from '../parse/clue-text.js';
import {
  alone,
  draftOfPicture,
  entryOf,
  type Format,
  holding,
  type NamedPuzzle,
  plainDraft,
  quoted,
  type TextEntry,
  unreadable,
} from '../contract/format.js';
import { entryParser } from '../parse/entry-reader.js';

/**
 * .gno, of Gnonograms.
 *
 *   file      ( [Section] line* )*, in any order; // starts a comment
 *   sections  Description: title, author, date, difficulty
 *             Dimensions: the rows, and on the next line the columns
 *             Row clues, Column clues: a line each, block ( , block )*, 0 for an empty clue
 *             Solution (also: Solution grid): a line a row, 1 blank, 2 filled, 0 unknown
 *
 * Clues may be missing if there is a solution.
 */
export const gno: Format = {
  name: 'gno',
  extensions: ['.gno'],
  holds: holding('title', 'goal'),
  detect: (head) => (/^[ \t]*\[Dimensions\]/im.test(head) ? 0.95 : 0),
  createParser: (sink, limits) => entryParser({ title: '.gno', read, kindOf }, sink, limits),
  ...alone('.gno', puzzleText),
};

function kindOf(lines: readonly string[]): 'clues' | 'cells' {
  return lines.some((line) => /^\s*\[\s*solution/i.test(line)) ? 'cells' : 'clues';
}

function read(lines: readonly string[]): TextEntry {
  const sections = sectionsOf(lines);
  const sizes = (sections.get('dimensions') ?? []).filter((line) => line !== '');
  const [height, width] = sizes.map((line) => (/^\d{1,6}$/.test(line) ? Number(line) : NaN));
  if (sizes.length !== 2 || Number.isNaN(width) || Number.isNaN(height)) {
    unreadable('expected [Dimensions] with the rows and the columns, a line each', 'text');
  }
  const title = sections.get('description')?.find((line) => line !== '') ?? null;
  const solution = sections.get('solution') ?? sections.get('solution grid');
  const goal = solution === undefined ? null : goalOf(solution);
  const rowLines = sections.get('row clues');
  const columnLines = sections.get('column clues');
  if (rowLines === undefined && columnLines === undefined && goal !== null) {
    if (goal.length !== width * height || goal.includes(UNKNOWN)) {
      unreadable(
        `the solution is not a full picture of ${width}x${height} cells, and there are no clues`,
      );
    }
    return entryOf(draftOfPicture(goal, width, height), title);
  }
  if (rowLines === undefined || columnLines === undefined) {
    const kind = rowLines === columnLines ? 'text' : null;
    unreadable('expected [Row clues] and [Column clues]', kind);
  }
  const rows = cluesOfLines(withoutBlankEnd(rowLines, height), 'row');
  const columns = cluesOfLines(withoutBlankEnd(columnLines, width), 'column');
  const picture = goal?.includes(UNKNOWN) === true ? null : goal;
  return entryOf(plainDraft(width, height, rows, columns, picture), title);
}

/** The lines of each section by its name in lower case, trimmed and without comments. */
function sectionsOf(lines: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  for (const line of lines) {
    const text = line.replace(/\/\/.*$/, '').trim();
    const header = /^\[(.*)\]$/.exec(text);
    if (header === null) {
      section.push(text);
      continue;
    }
    section = [];
    sections.set(header[1].trim().toLowerCase(), section);
  }
  return sections;
}

/** @throws Unreadable */
function goalOf(lines: readonly string[]): Cells {
  const values = lines.flatMap((line) => line.split(/\s+/)).filter((value) => value !== '');
  const cells = new Uint8Array(values.length);
  for (const [index, value] of values.entries()) {
    if (value !== '0' && value !== '1' && value !== '2') {
      unreadable(`the solution: expected 1 for blank or 2 for filled, found ${quoted(value)}`);
    }
    cells[index] = value === '2' ? 1 : value === '1' ? BLANK : UNKNOWN;
  }
  return cells;
}

function puzzleText({ title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, rows, columns } = puzzle;
  const label = (title ?? '').replace(/\s+/g, ' ').replaceAll('//', '/').trim();
  let text = label === '' ? '' : `[Description]\n${label.replace(/^\[/, '(')}\n`;
  text += `[Dimensions]\n${height}\n${width}\n`;
  text += `[Row clues]\n${sideLines(rows, ',')}[Column clues]\n${sideLines(columns, ',')}`;
  if (goal === null) return text;
  text += '[Solution]\n';
  for (let y = 0; y < height; y++) {
    const row = Array.from(goal.subarray(y * width, (y + 1) * width), (cell) => cell + 1);
    text += `${row.join(' ')}\n`;
  }
  return text;
}
