import { cluesOfLines } from '../parse/clue-lines.js';
import { plainDraft, type TextEntry } from '../contract/draft-of.js';
import { entryParser } from '../parse/entry-reader.js';
import type { Format } from '../contract/format.js';
import { alone } from '../contract/sequence.js';
import { CLUES_ALONE, sideLines } from '../parse/sized-text.js';

/**
 * The text of Keen's solver: no header at all.
 *
 *   file   a line a row, one blank line, a line a column
 *   line   block ( blank block )*, or 0: an empty clue
 */
export const keen: Format = {
  name: 'keen',
  description: 'Keen: rows, a blank line, columns',
  extensions: ['.keen', '.txt'],
  holds: CLUES_ALONE,
  detect,
  createParser: (sink, limits) => entryParser({ title: 'Keen', read }, sink, limits),
  ...alone('Keen', ({ puzzle }) => `${sideLines(puzzle.rows)}\n${sideLines(puzzle.columns)}`),
};

function detect(head: string): number {
  if (!/^(\d[\d ]*\r?\n)+\r?\n(\d[\d ]*(\r?\n|$))+\s*$/.test(head)) return 0;
  const parting = head.search(/\n\r?\n/);
  const sum = (text: string): number =>
    text.match(/\d+/g)?.reduce((total, digits) => total + Number(digits), 0) ?? 0;
  // Without a header the sums are all that tells clues from other numbers.
  return sum(head.slice(0, parting)) === sum(head.slice(parting)) ? 0.4 : 0;
}

function read(lines: readonly string[]): TextEntry | string {
  let end = lines.length;
  while (lines[end - 1].trim() === '') end--;
  const kept = lines.slice(0, end);
  const parting = kept.findIndex((line) => line.trim() === '');
  if (parting < 0) return 'expected a blank line between rows and columns, found none';
  const columnLines = kept.slice(parting + 1);
  if (columnLines.some((line) => line.trim() === '')) {
    return 'expected one blank line, between rows and columns, found more; an empty clue is 0';
  }
  const rows = cluesOfLines(kept.slice(0, parting), 'row');
  const columns = cluesOfLines(columnLines, 'column');
  if (typeof rows === 'string') return rows;
  if (typeof columns === 'string') return columns;
  return { name: null, title: null, draft: plainDraft(null, null, rows, columns) };
}
