import {
  alone,
  type FirstSide,
  type Format,
  mistyped,
  type Mistyped,
  plainEntry,
  quoted,
  sidesOf,
  type TextEntry,
} from '../contract/format.js';
import {
  CLUES_ALONE,
  entryParser,
  sideLines,
  sizedText,
  twoNumbers,
} from '../parse/entry-reader.js';
import { cluesOfLines } from '../parse/clue-text.js';

/**
 * .nin, of Jakub Wilk's solver.
 *
 *   file   width height, then a line a row, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * `mn` below says how it is told apart from "m n" text.
 */
export const nin: Format = sizedText({
  name: 'nin',
  title: '.nin',
  extensions: ['.nin'],
  doubt:
    'its sizes fit as "width height" before the rows, not as "rows columns"; if they are rows and columns, and the clues of the columns come first, read it with --columns-first',
  order: 'width first',
});

/**
 * .mk, of Mirek Olsak's and other Czech solvers.
 *
 *   file   height width, then a line a row, a line `#`, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const mk: Format = { ...mkWith('rows'), columnsFirst: mkWith('columns') };

function mkWith(side: FirstSide): Format {
  return {
    name: 'mk',
    extensions: ['.mk'],
    holds: CLUES_ALONE,
    detect: (head) =>
      /^\s*\d+[ \t]+\d+[ \t]*\r?\n[\d\s]*\n#[ \t]*\r?\n[\d\s]*$/.test(head) ? 0.8 : 0,
    createParser: (sink, limits) =>
      entryParser({ title: '.mk', read: (lines) => read(lines, side) }, sink, limits),
    ...alone('.mk', ({ puzzle: { width, height, rows, columns } }) => {
      return `${height} ${width}\n${sideLines(rows)}#\n${sideLines(columns)}`;
    }),
  };
}

function read(
  [first, ...lines]: readonly string[],
  side: FirstSide,
): TextEntry | Mistyped | string {
  const sizes = twoNumbers(first);
  if (sizes === null) return `expected "height width", found ${quoted(first)}`;
  const [height, width] = sizes;
  const parting = lines.findIndex((line) => line.trim() === '#');
  if (parting < 0) return mistyped('expected a line # between rows and columns, found none');
  const [before, after] = [lines.slice(0, parting), lines.slice(parting + 1)];
  const sides = sidesOf(side, before, after);
  const rows = cluesOfLines(trimmed(sides.rows, height), 'row');
  const columns = cluesOfLines(trimmed(sides.columns, width), 'column');
  return plainEntry(null, width, height, rows, columns);
}

/** The lines without blank ones, and without a second `#` after the expected number of lines. */
function trimmed(lines: readonly string[], size: number): readonly string[] {
  let end = lines.length;
  while (end > size && /^\s*#?\s*$/.test(lines[end - 1])) end--;
  return lines.slice(0, end);
}

/**
 * The text that many small solvers read.
 *
 *   file   m n, then m lines for the rows and n lines for the columns
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * .nin has the same form with the width first. If the two sizes differ, the sums of the blocks tell
 * the formats apart: those of rows and columns usually agree only in one order. If they agree in
 * both, a file whose name does not help is read as "m n".
 */
export const mn: Format = sizedText({
  name: 'mn',
  title: '"m n" text',
  extensions: ['.mn', '.txt'],
  order: 'height first',
});
