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
 * .nin, of Jakub Wilk's solver.
 *
 *   file   width height, then a line a row, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const nin: Format = {
  name: 'nin',
  description: '.nin (Wilk): width and height, rows, columns',
  extensions: ['.nin'],
  holds: CLUES_ALONE,
  detect: (head) => {
    const sizes = twoNumbers(head.slice(0, 40).split(/[\r\n]/)[0]);
    // Below the same shape with the height first, which more files have.
    return sizes === null ? 0 : fitOfSides(head, sizes[0], sizes[1]) * 0.9;
  },
  createParser: (sink, limits) =>
    entryParser(
      {
        title: '.nin',
        read([first, ...lines]) {
          const sizes = twoNumbers(first);
          if (sizes === null) return `expected "width height", found "${first.slice(0, 40)}"`;
          return readSides(lines, sizes[0], sizes[1]);
        },
      },
      sink,
      limits,
    ),
  *write(puzzles) {
    const { puzzle } = onlyOne(puzzles, '.nin');
    yield `${puzzle.width} ${puzzle.height}\n`;
    yield sideLines(puzzle.rows) + sideLines(puzzle.columns);
  },
};
