const LINE_FEED = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = 34;

/** Whole records of a block of CSV, and what ended the scan. */
export interface ScannedRecords {
  /** Where each record starts, in the bytes scanned, and its 1-based line. */
  readonly starts: readonly number[];
  readonly lines: readonly number[];
  /** Behind the last whole record: where the rest, or the trouble, starts. */
  readonly end: number;
  readonly endLine: number;
  /** What is wrong with the record at `end`, or null where it only goes on beyond the bytes. */
  readonly trouble: string | null;
  /** Whether a return, or a blank around a quote, was met. */
  readonly returns: boolean;
  readonly blanks: boolean;
}

/**
 * Finds the ends of CSV records. A quote may stand at a field's beginning, doubled inside of a
 * quoted field, and at its end; any other is trouble. It looks at each byte once, which costs
 * about a tenth of what csv-parse takes for the same bytes.
 */
export class CsvScanner {
  constructor(private readonly separator: number) {}

  /** Scans `bytes` from `from`, which is in `line`; `final` says that no more bytes come. */
  scan(bytes: Uint8Array, from: number, line: number, final: boolean): ScannedRecords {
    const { separator } = this;
    const length = bytes.length;
    const starts: number[] = [];
    const lines: number[] = [];
    let start = from;
    let startLine = line;
    let at = from;
    let now = line;
    let atField = true;
    let returns = false;
    let blanks = false;
    let trouble: string | null = null;
    scan: while (at < length) {
      const byte = bytes[at];
      if (byte === separator) {
        atField = true;
        at++;
      } else if (byte === LINE_FEED || byte === RETURN) {
        if (byte === RETURN) {
          if (at + 1 === length && !final) break;
          returns = true;
          if (bytes[at + 1] === LINE_FEED) at++;
        }
        at++;
        now++;
        starts.push(start);
        lines.push(startLine);
        start = at;
        startLine = now;
        atField = true;
      } else if (byte !== QUOTE) {
        // Blanks before a quote are no part of the field.
        atField = atField && byte === BLANK;
        at++;
      } else {
        if (!atField) {
          trouble = 'a quote inside of a field that does not begin with one';
          break;
        }
        if (at > start && bytes[at - 1] === BLANK) blanks = true;
        at++;
        for (;;) {
          if (at >= length) {
            if (final) trouble = 'a quote is not closed';
            break scan;
          }
          const inner = bytes[at++];
          if (inner === LINE_FEED || (inner === RETURN && bytes[at] !== LINE_FEED)) now++;
          if (inner !== QUOTE) continue;
          if (at === length && !final) break scan;
          if (bytes[at] === QUOTE) at++;
          else break;
        }
        let behind = at;
        while (bytes[behind] === BLANK) behind++;
        if (behind === length && !final) break;
        if (behind > at) blanks = true;
        const next = bytes[behind];
        if (behind < length && next !== separator && next !== LINE_FEED && next !== RETURN) {
          trouble = 'a quote is not closed, or stands inside of a quoted field';
          break;
        }
        at = behind;
        atField = false;
      }
    }
    if (trouble === null && final && at === length && start < length) {
      starts.push(start);
      lines.push(startLine);
      start = length;
      startLine = now;
    }
    return { starts, lines, end: start, endLine: startLine, trouble, returns, blanks };
  }
}
