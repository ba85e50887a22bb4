import type { Clue } from '../../core/puzzle/types.js';
import { parseClueText } from '../parse/clue-text.js';
import {
  alone,
  type EntrySink,
  excerptOf,
  type FirstSide,
  type Format,
  holding,
  mistyped,
  type Mistyped,
  type Parser,
  type ParserLimits,
  plainDraft,
  quoted,
  sidesOf,
  type TextEntry,
} from '../contract/format.js';
import { CLUES_ALONE, entryParser } from '../parse/entry-reader.js';

/**
 * Text in the style of DIMACS.
 *
 *   file      ( c comment | header | clue )*
 *   header    nonogram n m            n rows, m columns
 *   clue      block* 0                the rows, then the columns
 */
export const nonogramText: Format = {
  ...nonogramWith('rows'),
  columnsFirst: nonogramWith('columns'),
};

function nonogramWith(side: FirstSide): Format {
  return {
    name: 'nonogram',
    extensions: ['.nono', '.txt'],
    holds: CLUES_ALONE,
    detect: (head) => {
      const first = linesOf(head).find((line) => line !== '' && !/^c\b/.test(line));
      return first !== undefined && HEADER.test(first) ? 1 : 0;
    },
    createParser: (sink, limits) =>
      entryParser({ title: 'nonogram text', read: (lines) => read(lines, side) }, sink, limits),
    ...alone('nonogram text', ({ puzzle: { width, height, rows, columns } }) => {
      return `nonogram ${height} ${width}\n${zeroEndedLines([...rows, ...columns])}`;
    }),
  };
}

const HEADER = /^(?:p\s+)?nonogram\s+(\d{1,6})\s+(\d{1,6})$/;

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim());
}

function read(all: readonly string[], side: FirstSide): TextEntry | Mistyped | string {
  const lines = all.map((line) => line.trim()).filter((line) => line !== '' && !/^c\b/.test(line));
  const header = HEADER.exec(lines[0] ?? '');
  if (header === null) {
    return `expected "nonogram rows columns", found ${quoted(lines[0] ?? '')}`;
  }
  const [height, width] = [Number(header[1]), Number(header[2])];
  const clues = zeroEnded(lines.slice(1).join(' '));
  if (typeof clues === 'string') return mistyped(clues);
  if (clues.length !== width + height) {
    return mistyped(
      `expected ${height} rows and ${width} columns, each ended by 0, found ${clues.length} clues`,
    );
  }
  const { rows, columns } = cutSides(clues, width, height, side);
  const draft = plainDraft(width, height, rows, columns);
  return { name: null, title: null, draft };
}

function cutSides<Clues>(
  clues: readonly Clues[],
  width: number,
  height: number,
  first: FirstSide,
): { readonly rows: readonly Clues[]; readonly columns: readonly Clues[] } {
  const before = first === 'rows' ? height : width;
  return sidesOf(first, clues.slice(0, before), clues.slice(before));
}

/** Clues that each end with 0, or the reason why they are not clues. */
function zeroEnded(text: string): (readonly number[])[] | string {
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
function zeroEndedLines(clues: readonly Clue[]): string {
  return clues.map((clue) => `${[...clue, 0].join(' ')}\n`).join('');
}

/**
 * The list of SPOJ's nonogram problems: only numbers, separated by blanks or line breaks.
 *
 *   file     count puzzle*
 *   puzzle   height width clue*         the rows, then the columns
 *   clue     block* 0
 */
export const spoj: Format = { ...spojWith('rows'), columnsFirst: spojWith('columns') };

function spojWith(side: FirstSide): Format {
  return {
    name: 'spoj',
    extensions: ['.spoj', '.txt'],
    holds: holding('many'),
    detect: (head) =>
      /^\s*\d+\s*\n\s*\d+[ \t]+\d+[ \t]*\r?\n(([1-9]\d*[ \t]+)*0[ \t]*\r?\n)+/.test(head) ? 0.8 : 0,
    createParser: (sink, limits) => new SpojParser(sink, limits, side),
    *write(puzzles) {
      // The count comes first, so all puzzles are gathered; the format is for short lists.
      const all = [...puzzles];
      yield `${all.length}\n`;
      for (const {
        puzzle: { width, height, rows, columns },
      } of all) {
        yield `${height} ${width}\n${zeroEndedLines([...rows, ...columns])}`;
      }
    },
  };
}

/**
 * Reads number by number. After something that is not a number, the rest is lost: nothing shows
 * where the next puzzle starts.
 */
class SpojParser implements Parser {
  private rest = '';
  private line = 1;
  private count: number | null = null;
  private found = 0;
  private height: number | null = null;
  private width: number | null = null;
  private clues: number[][] = [];
  private clue: number[] = [];
  private numbers = 0;
  private startLine: number | null = 1;
  /** The line on which the last puzzle ended. */
  private takenLine = 0;
  private lost = false;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
    private readonly first: FirstSide,
  ) {}

  write(text: string): void {
    const all = this.rest + text;
    let at = 0;
    for (let i = 0; i < all.length && !this.lost; i++) {
      const code = all.charCodeAt(i);
      if (code !== 32 && (code < 9 || code > 13)) continue;
      if (i > at) this.number(all.slice(at, i));
      if (code === 10) this.line++;
      at = i + 1;
    }
    this.rest = this.lost ? '' : all.slice(at);
    if (this.rest.length > 20) this.number(this.rest);
  }

  end(): void {
    if (this.rest !== '' && !this.lost) this.number(this.rest);
    if (this.lost || this.count === null) return;
    if (this.height !== null) {
      this.lose(`the file is cut off in puzzle ${this.found + 1} of ${this.count}`);
    } else if (this.found < this.count) {
      this.lose(`expected ${this.count} puzzles, found ${this.found}`);
    }
  }

  private number(text: string): void {
    if (!/^\d{1,9}$/.test(text)) {
      this.lose(`expected a whole number, found ${quoted(text)}`);
      return;
    }
    const value = Number(text);
    if (this.count === null) this.count = value;
    else if (this.found === this.count) this.lose(`more numbers after ${this.count} puzzles`);
    else if (this.height === null) {
      this.startLine = this.takenLine === this.line ? null : this.line;
      this.height = value;
    } else if (this.width === null) this.width = value;
    else this.clueNumber(value, this.height, this.width);
  }

  private clueNumber(value: number, height: number, width: number): void {
    if (++this.numbers * 2 > this.limits.maxEntryLength) {
      this.lose('the puzzle is too long');
      return;
    }
    if (value !== 0) {
      this.clue.push(value);
      return;
    }
    this.clues.push(this.clue);
    this.clue = [];
    if (this.clues.length < height + width) return;
    const { clues, startLine } = this;
    const { rows, columns } = cutSides(clues, width, height, this.first);
    this.sink.entry({
      line: startLine,
      name: null,
      title: null,
      draft: plainDraft(width, height, rows, columns),
      excerpt: () => excerptOf(`${height} ${width} ${clues.slice(0, 30).join(' 0 ')}`),
    });
    this.found++;
    this.takenLine = this.line;
    this.numbers = 0;
    this.clues = [];
    this.height = this.width = null;
  }

  private lose(reason: string): void {
    this.lost = true;
    const line = this.height === null ? this.line : this.startLine;
    const excerpt = excerptOf(
      `${this.height ?? ''} ${this.width ?? ''} ${this.clues.slice(0, 30).join(' 0 ')}`,
    );
    const after = 'the rest is not read, as nothing shows where the next puzzle starts';
    // What follows the number of puzzles was meant to be puzzles.
    const kind = this.count === null ? 'text' : 'clues';
    this.sink.reject({ line, name: null, kind, reason: `SPOJ: ${reason}; ${after}`, excerpt });
  }
}
