import type { Format } from '../contract/format.js';
import { sizedText } from '../parse/sized-text.js';

/**
 * .nin, of Jakub Wilk's solver.
 *
 *   file   width height, then a line a row, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * mn.ts explains how it is told apart from "m n" text.
 */
export const nin: Format = sizedText({
  name: 'nin',
  title: '.nin',
  description: '.nin (Wilk): width and height, rows, columns',
  extensions: ['.nin'],
  order: 'width first',
});
