import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import { LINE_FEED, RETURN } from '../../core/text/codes.js';
import {
  type EntryFormat,
  type EntrySink,
  excerptOf,
  type Parser,
  type ParserLimits,
  readEntry,
  rejectEntry,
  tooLong,
  Unreadable,
} from '../contract/format.js';

/** The most lines of an entry: twice as many clues as there can be, and room for other lines. */
const MAX_LINES = 2 * MAX_BLOCK_LENGTH + 1000;

/** How a format makes entries from its lines, of which at least one is not blank. */
interface LinesFormat extends EntryFormat<readonly string[]> {
  /** Whether a line begins a new entry; absent if a file holds only one. */
  readonly starts?: (line: string) => boolean;
}

/** A parser that gathers the lines of one entry and hands them to its format. */
export function entryParser(format: LinesFormat, sink: EntrySink, limits: ParserLimits): Parser {
  let lines: string[] = [];
  let firstLine = 0;
  let length = 0;
  let refused: string | null = null;

  const finish = (): void => {
    const text = lines;
    const line = firstLine;
    const reason = refused;
    lines = [];
    length = 0;
    refused = null;
    if (text.length === 0) return;
    const place = { line, name: null, excerpt: () => excerptOf(text.slice(0, 20).join(' ')) };
    if (reason === null) readEntry(format, text, place, sink);
    else rejectEntry(format, text, new Unreadable(reason, 'text'), place, sink);
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
      if (format.starts?.(text) === true) finish();
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

/** The two numbers of a header line, or null. */
export function twoNumbers(line: string): readonly [number, number] | null {
  const found = /^\s*(\d{1,6})[\s,]+(\d{1,6})\s*$/.exec(line);
  return found ? [Number(found[1]), Number(found[2])] : null;
}
