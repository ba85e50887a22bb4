import {
  alone,
  type FirstSide,
  type Format,
  type Mistyped,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import {
  CLUES_ALONE,
  entryParser,
  fitOfSides,
  readSides,
  sideLines,
} from '../parse/entry-reader.js';

/**
 * .cwd.
 *
 *   file   the height, and on the next line the width; then a line a row, a blank line, and a
 *          line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const cwd: Format = { ...cwdWith('rows'), columnsFirst: cwdWith('columns') };

function cwdWith(side: FirstSide): Format {
  return {
    name: 'cwd',
    extensions: ['.cwd'],
    holds: CLUES_ALONE,
    detect: (head) => {
      const sizes = /^(\d{1,6})[ \t]*\r?\n(\d{1,6})[ \t]*\r?\n/.exec(head);
      if (sizes === null) return 0;
      const [height, width] = [Number(sizes[1]), Number(sizes[2])];
      return side === 'rows'
        ? fitOfSides(head, width, height, 2)
        : fitOfSides(head, height, width, 2);
    },
    createParser: (sink, limits) =>
      entryParser({ title: '.cwd', read: (lines) => read(lines, side) }, sink, limits),
    ...alone('.cwd', ({ puzzle: { width, height, rows, columns } }) => {
      return `${height}\n${width}\n${sideLines(rows)}\n${sideLines(columns)}`;
    }),
  };
}

function read(
  [first, second = '', ...lines]: readonly string[],
  side: FirstSide,
): TextEntry | Mistyped | string {
  const [height, width] = [first, second].map((line) =>
    /^\s*\d{1,6}\s*$/.test(line) ? Number(line) : null,
  );
  if (height === null || width === null) {
    return `expected the height and the width on lines of their own, found ${quoted(first)} and ${quoted(second)}`;
  }
  return readSides(lines, width, height, side);
}
