import { entryParser } from './entry-reader.js';
import type { Format } from './format.js';
import {
  CLUES_ALONE,
  fitOfSides,
  onlyOne,
  readSides,
  sideLines,
  twoNumbers,
} from './sized-text.js';

/**
 * The text that many small solvers read.
 *
 *   file   m n, then m lines for the rows and n lines for the columns
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const mn: Format = {
  name: 'mn',
  description: '"m n" text: the numbers of rows and columns, rows, columns',
  extensions: ['.mn', '.txt'],
  holds: CLUES_ALONE,
  detect: (head) => {
    const sizes = twoNumbers(head.slice(0, 40).split(/[\r\n]/)[0]);
    return sizes === null ? 0 : fitOfSides(head, sizes[1], sizes[0]);
  },
  createParser: (sink, limits) =>
    entryParser(
      {
        title: '"m n" text',
        read([first, ...lines]) {
          const sizes = twoNumbers(first);
          if (sizes === null) return `expected "rows columns", found "${first.slice(0, 40)}"`;
          return readSides(lines, sizes[1], sizes[0]);
        },
      },
      sink,
      limits,
    ),
  *write(puzzles) {
    const { puzzle } = onlyOne(puzzles, '"m n" text');
    yield `${puzzle.height} ${puzzle.width}\n`;
    yield sideLines(puzzle.rows) + sideLines(puzzle.columns);
  },
};
