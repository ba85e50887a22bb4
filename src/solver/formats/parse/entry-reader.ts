import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import { LINE_FEED, RETURN } from '../../core/text/codes.js';
import {
  alone,
  type EntrySink,
  excerptOf,
  type FirstSide,
  type Format,
  holding,
  type Mistyped,
  mistyped,
  type Parser,
  type ParserLimits,
  plainEntry,
  quoted,
  readSoundly,
  type TextEntry,
  tooLong,
} from '../contract/format.js';
import { clueLines, cluesOfLines } from './clue-text.js';

/** The most lines of an entry: twice as many clues as there can be, and room for other lines. */
const MAX_LINES = 2 * MAX_BLOCK_LENGTH + 1000;

/** How a format that is read line by line makes entries from its lines. */
interface EntryFormat {
  /** The format's name for people: every reason begins with it. */
  readonly title: string;
  /** Whether a line begins a new entry; absent if a file holds only one. */
  readonly starts?: (line: string) => boolean;
  /** Whether a line ends the entry without belonging to it. */
  readonly ends?: (line: string) => boolean;
  /**
   * The puzzle in an entry's lines, of which at least one is not blank; or why it cannot be read;
   * or why there is none; or null if there are only comments.
   */
  readonly read: (lines: readonly string[]) => TextEntry | Mistyped | string | null;
}

/** A parser that gathers the lines of one entry and hands them to its format. */
export function entryParser(
  { title, starts, ends, read }: EntryFormat,
  sink: EntrySink,
  limits: ParserLimits,
): Parser {
  let lines: string[] = [];
  let firstLine = 0;
  let length = 0;
  let refused: string | null = null;

  const finish = (): void => {
    const text = lines;
    const line = firstLine;
    const excerpt = (): string => excerptOf(text.slice(0, 20).join(' '));
    const found = text.length === 0 ? null : (refused ?? readSoundly(read, text));
    lines = [];
    length = 0;
    refused = null;
    if (found === null) return;
    if (typeof found !== 'string' && 'draft' in found) {
      sink.entry({ line, ...found, excerpt });
      return;
    }
    const { kind, reason } =
      typeof found === 'string' ? { kind: 'text' as const, reason: found } : found;
    sink.reject({ line, name: null, kind, reason: `${title}: ${reason}`, excerpt: excerpt() });
  };

  const add = (text: string, number: number): void => {
    if (lines.length === 0) {
      if (text.trim() === '') return;
      firstLine = number;
    }
    length += text.length + 1;
    if (length > limits.maxEntryLength) {
      refused ??= tooLong('it', limits.maxEntryLength);
    } else if (lines.length > MAX_LINES) {
      refused ??= `it has more than ${MAX_LINES} lines`;
    }
    if (refused === null || lines.length === 0) lines.push(text);
  };

  const reader: LineReader = {
    line(text, number) {
      if (ends?.(text) === true) {
        finish();
        return;
      }
      if (starts?.(text) === true) finish();
      add(text, number);
    },
    tooLong(text, number) {
      add(text, number);
      refused ??= tooLong(`line ${number}`, limits.maxLineLength);
    },
    end: finish,
  };
  return new LineParser(reader, limits.maxLineLength);
}

/** What a format does with its text, line by line. */
export interface LineReader {
  /** One line without its line break; `number` is 1-based. */
  line(text: string, number: number): void;
  /** A line that is longer than the limit; its text is cut off. */
  tooLong(text: string, number: number): void;
  end(): void;
}

/**
 * Cuts pieces of text into lines, ended by a line feed, a return or both, and hands them to a
 * reader. It holds at most one line, up to the limit.
 */
export class LineParser implements Parser {
  private rest = '';
  private number = 0;
  private overlong = false;
  private afterReturn = false;

  constructor(
    private readonly reader: LineReader,
    private readonly maxLineLength: number,
  ) {}

  write(text: string): void {
    const from = this.afterReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0;
    if (text.length > 0) this.afterReturn = false;
    // Files without returns, nearly all, are searched only for line feeds. This loop is separate
    // because the compiler would move the search for a return into a shared one, for every line.
    if (text.includes('\r')) this.writeMixed(text, from);
    else this.writeFeeds(text, from);
  }

  private writeFeeds(text: string, from: number): void {
    let at = from;
    for (;;) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      this.emit(text.slice(at, end));
      at = end + 1;
    }
    this.keep(text.slice(at));
  }

  private writeMixed(text: string, from: number): void {
    let at = from;
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== LINE_FEED && code !== RETURN) continue;
      this.emit(text.slice(at, i));
      if (code === RETURN) {
        if (text.charCodeAt(i + 1) === LINE_FEED) i++;
        this.afterReturn = i + 1 === text.length && text.charCodeAt(i) === RETURN;
      }
      at = i + 1;
    }
    this.keep(text.slice(at));
  }

  end(): void {
    if (this.rest !== '') this.emit('');
    this.reader.end();
  }

  /** Keeps the beginning of a line whose end has not come yet. */
  private keep(piece: string): void {
    if (this.overlong || piece === '') return;
    this.rest += piece;
    if (this.rest.length > this.maxLineLength) {
      this.overlong = true;
      this.rest = this.rest.slice(0, 200);
    }
  }

  private emit(piece: string): void {
    this.number++;
    let line = piece;
    if (this.rest !== '') {
      line = this.rest + piece;
      this.rest = '';
    }
    if (this.overlong || line.length > this.maxLineLength) {
      this.overlong = false;
      this.reader.tooLong(line.slice(0, 200), this.number);
    } else {
      this.reader.line(line, this.number);
    }
  }
}

/** What formats hold that describe nothing but the clues of one black-and-white puzzle. */
export const CLUES_ALONE = holding();

/** The two numbers of a header line, or null. */
export function twoNumbers(line: string): readonly [number, number] | null {
  const found = /^\s*(\d{1,6})[\s,]+(\d{1,6})\s*$/.exec(line);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/**
 * The puzzle of `height` row lines and `width` column lines, those of `first` before the others; or
 * the reason why they are not one.
 */
export function readSides(
  lines: readonly string[],
  width: number,
  height: number,
  first: FirstSide = 'rows',
): TextEntry | Mistyped {
  const rowsFirst = first === 'rows';
  const before = rowsFirst ? height : width;
  const kept = clueLines(lines, width + height - before, before);
  if (kept.length !== width + height) {
    return mistyped(
      `expected ${height} lines for the rows and ${width} for the columns, found ${kept.length}`,
    );
  }
  const [one, other] = [kept.slice(0, before), kept.slice(before)];
  const rows = cluesOfLines(rowsFirst ? one : other, 'row');
  const columns = cluesOfLines(rowsFirst ? other : one, 'column');
  if (
    width !== height &&
    fitOfLines(kept, before) < 0.6 &&
    fitOfLines(kept, width + height - before) >= 0.6
  ) {
    return mistyped(
      rowsFirst
        ? 'the first lines, which are the rows by custom, do not fit the others; they would with the two sizes the other way round, or, if they are the columns, with --columns-first'
        : 'with the columns first the clues do not fit, but with the rows first they do: leave --columns-first out',
    );
  }
  return plainEntry(null, width, height, rows, columns);
}

/** A side's clues, one a line, `0` for an empty one. */
export function sideLines(clues: readonly (readonly number[])[], between = ' '): string {
  return clues.map((clue) => `${clue.length === 0 ? '0' : clue.join(between)}\n`).join('');
}

/** How many lines a file with a mistake in it may have too many or too few. */
const MISCOUNTED = 2;

/**
 * How well the lines of numbers after `headers` lines fit `height` rows and `width` columns: 0.6 if
 * the sums of both sides agree, 0.5 if the head is cut off, 0.2 to 0.3 if the sums differ, 0.1 if a
 * line or two are missing or too many (the reader then reports it), else 0.
 */
export function fitOfSides(head: string, width: number, height: number, headers = 1): number {
  const lines = head.split(/\r\n|[\r\n]/).slice(headers);
  if (lines.slice(0, -1).some((line) => !/^[\d\s,]*$/.test(line))) return 0;
  const wanted = width + height;
  const kept = clueLines(lines, width, height);
  if (kept.length < wanted && head.length > 32768) return 0.5;
  if (kept.length !== wanted) {
    const written = kept.filter((line) => line.trim() !== '').length;
    const missed = Math.abs(written - wanted);
    return wanted > 2 * MISCOUNTED && missed <= MISCOUNTED ? 0.1 : 0;
  }
  return fitOfLines(kept, height);
}

/** How well the sums of lines agree of which the first `before` are one side. */
function fitOfLines(lines: readonly string[], before: number): number {
  return fitOfSums(numbersSum(lines.slice(0, before)), numbersSum(lines.slice(before)), 0.6);
}

/**
 * `agreeing` if rows and columns hold the same number of cells; else less, the more they differ: of
 * two ways to read a puzzle with a mistake, the one with the smaller mistake is meant.
 */
export function fitOfSums(rows: number, columns: number, agreeing: number): number {
  return rows === columns ? agreeing : 0.2 + 0.1 / (1 + Math.abs(rows - columns));
}

/** The sum of all numbers in some lines. */
export function numbersSum(lines: readonly string[]): number {
  const digits = lines.join(' ').match(/\d+/g) ?? [];
  return digits.reduce((total, number) => total + Number(number), 0);
}

/** Formats that differ only in the order of their two sizes. */
interface SizedText extends Pick<Format, 'name' | 'extensions' | 'doubt'> {
  /** The name for people, in messages. */
  readonly title: string;
  readonly order: 'height first' | 'width first';
}

/** Two sizes, then a line for each row and each column. */
export function sizedText(text: SizedText): Format {
  return { ...sizedWith(text, 'rows'), columnsFirst: sizedWith(text, 'columns') };
}

function sizedWith({ title, order, ...named }: SizedText, side: FirstSide): Format {
  const heightFirst = order === 'height first';
  const sizesOf = (line: string): { width: number; height: number } | null => {
    const sizes = twoNumbers(line);
    if (sizes === null) return null;
    const [first, second] = sizes;
    return heightFirst ? { width: second, height: first } : { width: first, height: second };
  };
  return {
    ...named,
    holds: CLUES_ALONE,
    detect: (head) => {
      const sizes = sizesOf(head.slice(0, 40).split(/[\r\n]/)[0]);
      if (sizes === null) return 0;
      // More files begin with the height.
      const { width, height } = sizes;
      const fit =
        side === 'rows' ? fitOfSides(head, width, height) : fitOfSides(head, height, width);
      return fit * (heightFirst ? 1 : 0.9);
    },
    createParser: (sink, limits) =>
      entryParser(
        {
          title,
          read([first, ...lines]) {
            const sizes = sizesOf(first);
            if (sizes !== null) return readSides(lines, sizes.width, sizes.height, side);
            const expected = heightFirst ? 'rows columns' : 'width height';
            return `expected "${expected}", found ${quoted(first)}`;
          },
        },
        sink,
        limits,
      ),
    ...alone(title, ({ puzzle: { width, height, rows, columns } }) => {
      const sizes = heightFirst ? [height, width] : [width, height];
      return `${sizes.join(' ')}\n${sideLines(rows)}${sideLines(columns)}`;
    }),
  };
}
