import { parse } from 'csv-parse/sync';
import { fieldsIn } from '../formats/csv.js';
import type { ParserLimits, RecordReader } from '../formats/format.js';
import { CsvScanner } from './csv-scanner.js';

/**
 * Cuts CSV, fed as UTF-8 bytes in pieces, into records. csv-parse makes the fields, block by
 * block; the scanner in front of it knows where records end and which quotes are broken, so
 * that a broken record costs itself alone, and every record has its line number.
 *
 * csv-parse as a stream with `skip_records_with_error` was tried first: an unclosed quote took
 * the following records with it, unreported, and it was slower (290,000 against 430,000 records
 * of 42 bytes a second).
 */
export class CsvText {
  private rest: Buffer = Buffer.alloc(0);
  private scanner: CsvScanner | null = null;
  private reader: RecordReader | null = null;
  /** Of the first character of `rest`. */
  private line = 1;
  /** Of the file, where it says so itself (`sep=;`). */
  private separator: string | null = null;
  /** Dropping the rest of a line that is too long. */
  private skipping = false;

  constructor(
    private readonly createReader: (header: readonly string[]) => RecordReader,
    private readonly limits: ParserLimits,
  ) {}

  write(piece: Buffer): void {
    let bytes = piece;
    if (this.skipping) {
      const end = bytes.indexOf(10);
      if (end < 0) return;
      this.skipping = false;
      this.line++;
      bytes = bytes.subarray(end + 1);
    }
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    this.advance(false);
    this.dropOverlong();
  }

  end(): void {
    this.advance(true);
  }

  private advance(final: boolean): void {
    if (this.scanner === null && !this.readHeader(final)) return;
    const { scanner, reader } = this;
    let from = 0;
    while (from < this.rest.length) {
      const found = scanner!.scan(this.rest, from, this.line, final);
      this.giveRecords(this.rest.subarray(from, found.end), found);
      from = found.end;
      this.line = found.endLine;
      if (found.trouble === null) break;
      const next = lineEnd(this.rest, from);
      // Only with its whole line is the record given up, and the next one found.
      if (next === this.rest.length && !final && !endsLine(this.rest)) break;
      const text = this.rest.toString('utf8', from, Math.min(next, from + 1000)).trimEnd();
      if (!text.startsWith('#')) reader!.broken(text, this.line, found.trouble);
      from = next;
      this.line++;
    }
    this.rest = this.rest.subarray(from);
  }

  private giveRecords(bytes: Buffer, found: ReturnType<CsvScanner['scan']>): void {
    const { starts, lines } = found;
    if (starts.length === 0) return;
    const records = this.parse(bytes, found);
    if (records?.length === starts.length) {
      for (let i = 0; i < records.length; i++) this.reader!.record(records[i], lines[i]);
      return;
    }
    // The scanner and csv-parse disagree somewhere: one by one, only that record suffers.
    const base = starts[0];
    starts.forEach((start, i) => {
      const record = bytes.subarray(start - base, (starts[i + 1] ?? found.end) - base);
      const one = this.parse(record, found);
      if (one?.length === 1) this.reader!.record(one[0], lines[i]);
      else this.reader!.broken(record.toString('utf8', 0, 1000), lines[i], 'not a valid record');
    });
  }

  private parse(bytes: Buffer, found: { returns: boolean; blanks: boolean }): string[][] | null {
    try {
      return parse(bytes, {
        delimiter: this.separator ?? ',',
        // Others than the ones that occur would be compared with every character.
        record_delimiter: found.returns ? ['\r\n', '\n', '\r'] : ['\n'],
        relax_column_count: true,
        trim: found.blanks,
        max_record_size: 0,
      });
    } catch {
      return null;
    }
  }

  /** Reads comments, blank lines and the header, whether it is all there. */
  private readHeader(final: boolean): boolean {
    let from = 0;
    let found = false;
    while (!found && from < this.rest.length) {
      if (this.rest[from] === 10) {
        from++;
        this.line++;
        continue;
      }
      const next = lineEnd(this.rest, from);
      if (next === this.rest.length && !final && !endsLine(this.rest)) break;
      const text = this.rest.toString('utf8', from, next).trim();
      from = next;
      this.line++;
      const said = /^sep=(.)$/i.exec(text);
      if (said !== null) this.separator = said[1];
      else if (text !== '' && !text.startsWith('#')) {
        this.start(text);
        found = true;
      }
    }
    this.rest = this.rest.subarray(from);
    return found;
  }

  private start(text: string): void {
    this.separator ??= separatorOf(text);
    const fields = this.parse(Buffer.from(text), { returns: false, blanks: true });
    this.reader = this.createReader(fields?.[0] ?? [text]);
    this.scanner = new CsvScanner(this.separator.charCodeAt(0));
  }

  /** Gives up a record that does not end within the limit. */
  private dropOverlong(): void {
    if (this.rest.length <= this.limits.maxEntryLength) return;
    const reason = `it does not end within ${this.limits.maxEntryLength} characters; is a quote not closed?`;
    const next = lineEnd(this.rest, 0);
    const text = this.rest.toString('utf8', 0, Math.min(next, 1000));
    if (this.reader === null) this.start(text.slice(0, 200));
    this.reader!.broken(text, this.line, reason);
    this.skipping = next === this.rest.length;
    if (!this.skipping) this.line++;
    this.rest = this.rest.subarray(next);
    if (!this.skipping) this.advance(false);
  }
}

/** Behind the end of the line that `from` is in: a line feed, a return, or both. */
function lineEnd(bytes: Buffer, from: number): number {
  const feed = bytes.indexOf(10, from);
  const line = feed < 0 ? bytes.length : feed + 1;
  const back = bytes.subarray(from, line).indexOf(13);
  if (back < 0 || from + back + 2 === line || from + back + 1 === bytes.length) return line;
  return from + back + 1;
}

function endsLine(bytes: Buffer): boolean {
  return bytes[bytes.length - 1] === 10;
}

/** The separator that makes most sense of a header. */
function separatorOf(header: string): string {
  let best = ',';
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fields = header.split(separator);
    const worth = fieldsIn(fields) * 1000 + fields.length;
    if (worth > most) [best, most] = [separator, worth];
  }
  return best;
}
