import { parse } from 'csv-parse/sync';
import type { ParserLimits, RecordReader } from '../../../solver/formats/contract/format.js';
import { ByteQueue } from '../bytes.js';
import {
  BROKEN_LENGTH,
  CsvScanner,
  fieldsOf,
  lineEnd,
  type ScannedRecords,
  separatorOf,
} from '../../../solver/formats/single/csv.js';
import { HASH, LINE_FEED, QUOTE, RETURN, SPACE } from '../../../solver/core/text/codes.js';

const DELETE = 127;
/** The most characters that records are cut from: longer strings are not made in the nursery. */
const STRING_LENGTH = 16 * 1024;

/** Cuts CSV, fed in pieces, into records, odd ones by csv-parse; broken quotes cost their line. */
export class CsvText {
  private readonly rest = new ByteQueue();
  private scanner: CsvScanner | null = null;
  private reader: RecordReader | null = null;
  /** The line of the first character of `rest`. */
  private line = 1;
  /** The file's separator, if it names one itself (`sep=;`). */
  private separator: string | null = null;
  private separatorCode = 0;
  /** The first bytes of `rest`, in which the header does not end. */
  private searched = 0;
  /** A record that is given up, up to the end of its line, which has not come yet. */
  private dropping: { readonly head: Buffer; readonly reason: string } | null = null;

  constructor(
    private readonly createReader: (header: readonly string[], line: number) => RecordReader,
    private readonly limits: ParserLimits,
    private readonly passOver: (most: number) => number = () => 0,
    private readonly columns: readonly string[] | null = null,
  ) {}

  /** How many bytes were searched for the ends of records, counting repetitions. */
  get bytesScanned(): number {
    return this.scanner?.bytesScanned ?? 0;
  }

  /** Whether what was written ends within a record, or the header. */
  get isWithin(): boolean {
    return this.rest.length > 0 || this.dropping !== null;
  }

  write(piece: Buffer): void {
    this.rest.push(piece);
    this.advance(false);
    while (this.rest.length > this.limits.maxEntryLength) {
      const reason = `it does not end within ${this.limits.maxEntryLength} characters; is a quote not closed?`;
      if (this.scanner === null) this.start(this.rest.bytes.toString('utf8', 0, 200));
      this.giveUp(reason, false);
      this.advance(false);
    }
  }

  end(): void {
    this.advance(true);
  }

  private advance(final: boolean): void {
    if (this.dropping !== null && !this.dropLine(final)) return;
    if (this.scanner === null && !this.readHeader(final)) return;
    const scanner = this.scanner!;
    while (this.rest.length > 0) {
      const { bytes } = this.rest;
      const found = scanner.scan(bytes, 0, this.line, final);
      this.giveRecords(bytes.subarray(0, found.end), this.withoutPassed(bytes, found));
      this.rest.drop(found.end);
      this.line = found.endLine;
      if (found.trouble === null || !this.giveUp(found.trouble, final)) return;
    }
  }

  /** Gives up the record at the front, but only its line. Whether the whole line is there. */
  private giveUp(reason: string, final: boolean): boolean {
    this.scanner!.forget();
    this.dropping = { head: Buffer.alloc(0), reason };
    return this.dropLine(final);
  }

  private dropLine(final: boolean): boolean {
    const { bytes } = this.rest;
    const { head, reason } = this.dropping!;
    const end = lineEnd(bytes, 0);
    const isWhole = final || endsLine(bytes, end);
    // A return at the end may be one half of a line break.
    const length = isWhole || bytes[bytes.length - 1] !== RETURN ? end : bytes.length - 1;
    const wanted = Math.max(0, Math.min(length, BROKEN_LENGTH - head.length));
    const text = Buffer.concat([head, bytes.subarray(0, wanted)]);
    this.rest.drop(length);
    if (!isWhole) {
      this.dropping = { head: text, reason };
      return false;
    }
    this.dropping = null;
    const shown = text.toString('utf8').trimEnd();
    if (!shown.startsWith('#')) this.reader!.broken(shown, this.line, reason);
    this.line++;
    return true;
  }

  /** The records without those at the front that are passed over. */
  private withoutPassed(bytes: Buffer, found: ScannedRecords): ScannedRecords {
    const { starts, lines } = found;
    let passed = 0;
    while (
      passed < starts.length &&
      isEntry(bytes[starts[passed]], this.separatorCode) &&
      this.passOver(1) === 1
    ) {
      passed++;
    }
    if (passed === 0) return found;
    return { ...found, starts: starts.slice(passed), lines: lines.slice(passed) };
  }

  private giveRecords(all: Buffer, found: ScannedRecords): void {
    const { starts, lines } = found;
    if (starts.length === 0) return;
    const bytes = all.subarray(starts[0]);
    if (!found.blanks && this.separatorCode < DELETE) {
      this.cutRecords(bytes, found);
      return;
    }
    const records = this.parse(bytes);
    if (records?.length === starts.length) {
      for (let i = 0; i < records.length; i++) this.reader!.record(records[i], lines[i]);
      return;
    }
    // The scanner and csv-parse disagree somewhere: taken one by one, only that record suffers.
    const base = starts[0];
    starts.forEach((start, i) => {
      const record = bytes.subarray(start - base, (starts[i + 1] ?? found.end) - base);
      const one = this.parse(record);
      // Blanks alone, after the last line break, do not make a record.
      if (one !== null && one.length < 2) this.reader!.record(one[0] ?? [''], lines[i]);
      else {
        const text = record.toString('utf8', 0, BROKEN_LENGTH);
        this.reader!.broken(text, lines[i], 'not a valid record');
      }
    });
  }

  /** Cuts records into fields, many from one string: it costs the same for few characters. */
  private cutRecords(bytes: Buffer, { starts, lines, end }: ScannedRecords): void {
    const ends = starts.map((_, i) => (starts[i + 1] ?? end) - starts[0]);
    const separator = this.separator!;
    let text = '';
    let from = 0;
    let isWhole = false;
    for (let i = 0, next = 0; i < ends.length; i++) {
      const start = i === 0 ? 0 : ends[i - 1];
      if (i === next) {
        from = start;
        while (next === i || (next < ends.length && ends[next] <= from + STRING_LENGTH)) next++;
        text = bytes.toString('utf8', from, ends[next - 1]);
        // If not, some characters take several bytes, and have other places than these.
        isWhole = text.length === ends[next - 1] - from;
      }
      const fields = isWhole
        ? fieldsOf(text, separator, start - from, ends[i] - from)
        : fieldsOf(bytes.toString('utf8', start, ends[i]), separator);
      this.reader!.record(fields, lines[i]);
    }
  }

  /** What csv-parse makes of some records; null if it cannot. */
  private parse(bytes: Buffer): string[][] | null {
    try {
      return parse(bytes, {
        delimiter: this.separator ?? ',',
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        trim: true,
        max_record_size: 0,
      });
    } catch {
      return null;
    }
  }

  /** Reads comments, blank lines and the header; returns whether all of it is there. */
  private readHeader(final: boolean): boolean {
    while (this.rest.length > 0) {
      const { bytes } = this.rest;
      const end = lineEnd(bytes, this.searched);
      if (!final && !endsLine(bytes, end)) {
        this.searched = Math.max(0, bytes.length - 1);
        return false;
      }
      this.searched = 0;
      const text = bytes.toString('utf8', 0, end).trim();
      const said = /^sep=(.)$/i.exec(text);
      const isFirst = said === null && text !== '' && !text.startsWith('#');
      if (said !== null) this.separator = said[1];
      if (isFirst) this.start(text);
      // Without a header it is a record.
      if (isFirst && this.columns !== null) return true;
      this.rest.drop(end);
      this.line++;
      if (isFirst) return true;
    }
    return false;
  }

  private start(text: string): void {
    const { columns } = this;
    this.separator ??= separatorOf(text, columns?.length);
    const header = columns ?? this.parse(Buffer.from(text))?.[0] ?? [text];
    this.reader = this.createReader(header, this.line);
    this.separatorCode = this.separator.charCodeAt(0);
    this.scanner = new CsvScanner(this.separatorCode);
  }
}

/** Whether a record that begins so is an entry or a reject for certain, whatever follows. */
function isEntry(first: number, separator: number): boolean {
  return (
    first > SPACE && first < DELETE && first !== HASH && first !== QUOTE && first !== separator
  );
}

/** Whether the line certainly ends before `end`; `lineEnd` found its end, or that of all. */
function endsLine(bytes: Buffer, end: number): boolean {
  if (end === 0) return false;
  return bytes[end - 1] === LINE_FEED || (bytes[end - 1] === RETURN && end < bytes.length);
}
