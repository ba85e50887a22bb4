import { quoted } from '../contract/excerpt.js';
import type { Clue } from '../../puzzle/types.js';
import { parseClueText } from '../parse/clue-text.js';
import { plainDraft, type TextEntry } from '../contract/draft-of.js';
import { entryParser } from '../parse/entry-reader.js';
import type { Format } from '../contract/format.js';
import { alone } from '../contract/sequence.js';
import { CLUES_ALONE } from '../parse/sized-text.js';

/**
 * Text in the style of DIMACS.
 *
 *   file      ( c comment | header | clue )*
 *   header    nonogram n m            n rows, m columns
 *   clue      block* 0                the rows, then the columns
 */
export const nonogramText: Format = {
  name: 'nonogram',
  description: 'DIMACS-like text: "nonogram n m", rows, columns, each ended by 0',
  extensions: ['.nono', '.txt'],
  holds: CLUES_ALONE,
  detect: (head) => {
    const first = linesOf(head).find((line) => line !== '' && !/^c\b/.test(line));
    return first !== undefined && HEADER.test(first) ? 1 : 0;
  },
  createParser: (sink, limits) => entryParser({ title: 'nonogram text', read }, sink, limits),
  ...alone('nonogram text', ({ puzzle: { width, height, rows, columns } }) => {
    return `nonogram ${height} ${width}\n${zeroEndedLines([...rows, ...columns])}`;
  }),
};

const HEADER = /^(?:p\s+)?nonogram\s+(\d{1,6})\s+(\d{1,6})$/;

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function read(all: readonly string[]): TextEntry | string {
  const lines = all.map((line) => line.trim()).filter((line) => line !== '' && !/^c\b/.test(line));
  const header = HEADER.exec(lines[0] ?? '');
  if (header === null) {
    return `expected "nonogram rows columns", found ${quoted(lines[0] ?? '')}`;
  }
  const [height, width] = [Number(header[1]), Number(header[2])];
  const clues = zeroEnded(lines.slice(1).join(' '));
  if (typeof clues === 'string') return clues;
  if (clues.length !== width + height) {
    return `expected ${height} rows and ${width} columns, each ended by 0, found ${clues.length} clues`;
  }
  const draft = plainDraft(width, height, clues.slice(0, height), clues.slice(height));
  return { name: null, title: null, draft };
}

/** Clues that each end with 0, or the reason why they are not clues. */
export function zeroEnded(text: string): (readonly number[])[] | string {
  const numbers = parseClueText(text);
  if (typeof numbers === 'string') return numbers;
  const clues: number[][] = [];
  let clue: number[] = [];
  for (const number of numbers) {
    if (number !== 0) clue.push(number);
    else {
      clues.push(clue);
      clue = [];
    }
  }
  return clue.length === 0 ? clues : 'the last clue is not ended by 0';
}

/** Clues, one a line, each ended by 0. */
export function zeroEndedLines(clues: readonly Clue[]): string {
  return clues.map((clue) => `${[...clue, 0].join(' ')}\n`).join('');
}
