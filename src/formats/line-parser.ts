import type { Parser } from './format.js';

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
 * reader. Holds one line, and not more of it than the limit.
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
    let at = 0;
    if (this.afterReturn && text.length > 0) {
      this.afterReturn = false;
      if (text.charCodeAt(0) === 10) at = 1;
    }
    // Files without returns, nearly all, are searched for line feeds alone.
    let nextReturn = text.indexOf('\r', at);
    while (at < text.length) {
      let end = text.indexOf('\n', at);
      let next = end + 1;
      if (nextReturn >= 0 && nextReturn < at) nextReturn = text.indexOf('\r', at);
      if (nextReturn >= 0 && (end < 0 || nextReturn < end)) {
        end = nextReturn;
        next = text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1;
        this.afterReturn = end + 1 === text.length;
      }
      if (end < 0) {
        this.keep(text.slice(at));
        return;
      }
      this.emit(this.rest === '' ? text.slice(at, end) : this.rest + text.slice(at, end));
      at = next;
    }
  }

  end(): void {
    if (this.rest !== '' || this.overlong) this.emit(this.rest);
    this.reader.end();
  }

  private keep(piece: string): void {
    if (this.overlong) return;
    this.rest += piece;
    if (this.rest.length > this.maxLineLength) {
      this.overlong = true;
      this.rest = this.rest.slice(0, 200);
    }
  }

  private emit(line: string): void {
    this.number++;
    this.rest = '';
    if (this.overlong || line.length > this.maxLineLength) {
      this.overlong = false;
      this.reader.tooLong(line.slice(0, 200), this.number);
    } else {
      this.reader.line(line, this.number);
    }
  }
}
