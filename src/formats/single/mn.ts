import type { Format } from '../contract/format.js';
import { sizedText } from '../parse/sized-text.js';

/**
 * The text that many small solvers read.
 *
 *   file   m n, then m lines for the rows and n lines for the columns
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * .nin has the same shape with the width first. The two sizes mean the same where they are equal;
 * else the sums of the blocks tell, as those of the rows and of the columns agree in one order
 * alone. Where they agree in both, a file whose name says nothing is read as "m n".
 */
export const mn: Format = sizedText({
  name: 'mn',
  title: '"m n" text',
  description: '"m n" text: the numbers of rows and columns, rows, columns',
  extensions: ['.mn', '.txt'],
  order: 'height first',
});
