import type { Format } from '../contract/format.js';
import { sizedText } from '../parse/sized-text.js';

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
  description: '"m n" text: the numbers of rows and columns, rows, columns',
  extensions: ['.mn', '.txt'],
  order: 'height first',
});
