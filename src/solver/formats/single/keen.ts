import { parseSideText, cluesOfLines } from '../parse/clue-text.js';
import {
  alone,
  type FirstSide,
  type Format,
  mistyped,
  type Mistyped,
  plainEntry,
  sidesOf,
  type TextEntry,
} from '../contract/format.js';
import {
  CLUES_ALONE,
  entryParser,
  fitOfSums,
  numbersSum,
  sideLines,
} from '../parse/entry-reader.js';

/**
 * The text of Keen's solver: no header at all.
 *
 *   file   a line a row, a gap of one or more blank lines, a line a column
 *   line   block ( blank block )*, or 0: an empty clue
 *
 * Each side may also be on one line, with / or ; between its clues: 1/3/1.
 */
export const keen: Format = { ...keenWith('rows'), columnsFirst: keenWith('columns') };

function keenWith(side: FirstSide): Format {
  return {
    name: 'keen',
    extensions: ['.keen', '.txt'],
    holds: CLUES_ALONE,
    detect,
    createParser: (sink, limits) =>
      entryParser({ title: 'Keen', read: (lines) => read(lines, side) }, sink, limits),
    ...alone('Keen', ({ puzzle }) => `${sideLines(puzzle.rows)}\n${sideLines(puzzle.columns)}`),
  };
}

/**
 * Lines that hold something other than numbers are taken for typing errors if they are this few and
 * short.
 */
const MOST_STRANGE_LINES = 2;
const STRANGE_LINE_LENGTH = 60;

/**
 * Recognises the form: lines of numbers with one gap between them. Sums that agree raise the
 * rating. Sums that differ, a stray letter or a second gap mean a puzzle with a mistake in it:
 * reporting it is better than ignoring the file.
 */
function detect(head: string): number {
  if (head.trim() === '') return 0;
  const lines = head.trim().split(/\r\n|[\r\n]/);
  const sums = [0];
  let strange = 0;
  let isGap = false;
  for (const line of lines) {
    if (line.trim() === '') {
      if (!isGap) sums.push(0);
      isGap = true;
      continue;
    }
    isGap = false;
    if (/^[\d\s,/;]*$/.test(line)) sums[sums.length - 1] += numbersSum([line]);
    else if (line.length < STRANGE_LINE_LENGTH && /^[\da-z\s,.;:/]*$/i.test(line)) strange++;
    else return 0;
  }
  // Row clues alone: the reader asks for the others.
  if (sums.length < 2 && strange === 0 && lines.length > 2) return 0.05;
  if (sums.length < 2 || strange > Math.min(MOST_STRANGE_LINES, (lines.length - 1) / 4)) return 0;
  if (sums.length > 2 || strange > 0) return 0.1;
  return fitOfSums(sums[0], sums[1], 0.4);
}

/**
 * One side: a clue a line, or all of them on one line with a slash or a semicolon between.
 */
function sideOf(lines: readonly string[], kind: 'row' | 'column'): ReturnType<typeof cluesOfLines> {
  if (lines.length === 1 && /[/;]/.test(lines[0])) return parseSideText(lines[0].trim(), null);
  return cluesOfLines(lines, kind);
}

function read(lines: readonly string[], side: FirstSide): TextEntry | Mistyped | string {
  let end = lines.length;
  while (lines[end - 1].trim() === '') end--;
  const used = lines.slice(0, end);
  const gap = used.findIndex((line) => line.trim() === '');
  if (gap < 0)
    return mistyped(
      'expected a blank line between rows and columns, found none: where are the columns?',
    );
  let after = gap;
  while (used[after].trim() === '') after++;
  const secondLines = used.slice(after);
  if (secondLines.some((line) => line.trim() === '')) {
    return mistyped(
      'expected one gap, between rows and columns, found more; write an empty clue as 0',
    );
  }
  const sides = sidesOf(side, used.slice(0, gap), secondLines);
  const rows = sideOf(sides.rows, 'row');
  const columns = sideOf(sides.columns, 'column');
  return plainEntry(null, null, null, rows, columns);
}
