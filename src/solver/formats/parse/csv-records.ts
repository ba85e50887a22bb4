import type { RecordReader } from '../contract/format.js';
import { separatorOf } from './field-names.js';
import { LINE_FEED, QUOTE, RETURN, SPACE } from '../../core/text/codes.js';

/** The most characters of a broken record that a reader gets: more than any excerpt shows. */
export const BROKEN_LENGTH = 1000;

/** Whole records of a block of CSV, and what ended the scan. */
export interface ScannedRecords {
  /** Where each record starts in the scanned bytes, and its line, from 1. */
  readonly starts: readonly number[];
  readonly lines: readonly number[];
  /** The end of the last whole record: where the rest, or the broken record, starts. */
  readonly end: number;
  readonly endLine: number;
  /** What is wrong with the record at `end`; null if it only goes on beyond the bytes. */
  readonly trouble: string | null;
  /** Whether it met a blank beside a quote. */
  readonly blanks: boolean;
}

/** The scan's state within a record. */
type Mode = 'at field' | 'in field' | 'quoted' | 'behind quote';

/** How far the record that goes on beyond the bytes was scanned. */
interface Unfinished {
  /** From the record's start. */
  readonly offset: number;
  readonly line: number;
  readonly mode: Mode;
  readonly blanks: boolean;
}

const NOT_BEGUN = { offset: 0, mode: 'at field', blanks: false } as const;

/**
 * Finds the ends of CSV records. A quote may occur at a field's beginning, doubled inside a quoted
 * field, and at its end; any other quote is an error. It looks at each byte once, even if a record
 * is scanned in many pieces; that costs about a tenth of what csv-parse takes for the same bytes.
 */
export class CsvScanner {
  private unfinished: Unfinished | null = null;
  private looked = 0;

  constructor(private readonly separator: number) {}

  /** How many bytes it has looked at, counting repetitions. */
  get bytesScanned(): number {
    return this.looked;
  }

  /**
   * Scans `bytes` from `from`, the beginning of a record in `line`; `final` says that no more bytes
   * come. If the last scan ended within a record, this one goes on from there.
   */
  scan(bytes: Uint8Array, from: number, line: number, final: boolean): ScannedRecords {
    const { separator } = this;
    const length = bytes.length;
    const before: Unfinished = this.unfinished ?? { ...NOT_BEGUN, line };
    const starts: number[] = [];
    const lines: number[] = [];
    let start = from;
    let startLine = line;
    let at = from + before.offset;
    let { line: now, mode, blanks } = before;
    let trouble: string | null = null;
    const first = at;
    while (at < length) {
      const byte = bytes[at];
      if (mode === 'quoted') {
        if (byte === QUOTE) {
          if (at + 1 === length && !final) break;
          if (bytes[at + 1] === QUOTE) at++;
          else mode = 'behind quote';
        } else if (byte === LINE_FEED) {
          now++;
        } else if (byte === RETURN) {
          if (at + 1 === length && !final) break;
          if (bytes[at + 1] !== LINE_FEED) now++;
        }
        at++;
      } else if (byte === separator) {
        mode = 'at field';
        at++;
      } else if (byte === LINE_FEED || byte === RETURN) {
        if (byte === RETURN) {
          if (at + 1 === length && !final) break;
          if (bytes[at + 1] === LINE_FEED) at++;
        }
        at++;
        now++;
        starts.push(start);
        lines.push(startLine);
        start = at;
        startLine = now;
        mode = 'at field';
      } else if (mode === 'behind quote') {
        if (byte !== SPACE) {
          trouble = 'a quote is not closed, or occurs inside a quoted field';
          break;
        }
        blanks = true;
        at++;
      } else if (byte !== QUOTE) {
        // Blanks before a quote do not belong to the field.
        if (byte !== SPACE) mode = 'in field';
        at++;
      } else if (mode === 'in field') {
        trouble = 'a quote inside a field that does not begin with one';
        break;
      } else {
        if (at > start && bytes[at - 1] === SPACE) blanks = true;
        mode = 'quoted';
        at++;
      }
    }
    this.looked += at - first;
    if (final && mode === 'quoted') trouble ??= 'a quote is not closed';
    if (trouble === null && final && start < length) {
      starts.push(start);
      lines.push(startLine);
      start = length;
      startLine = now;
    }
    const goesOn = trouble === null && start < length;
    this.unfinished = goesOn ? { offset: at - start, line: now, mode, blanks } : null;
    return { starts, lines, end: start, endLine: startLine, trouble, blanks };
  }

  /** Gives up the record that goes on: the next scan begins another. */
  forget(): void {
    this.unfinished = null;
  }
}

/**
 * The fields of a record that the scanner has found sound, without blanks beside quotes, from
 * `from` to `to` in a text; its line break may be there. csv-parse takes four times as long.
 */
export function fieldsOf(text: string, separator: string, from = 0, to = text.length): string[] {
  let end = to;
  if (end > from && text.charCodeAt(end - 1) === LINE_FEED) end--;
  if (end > from && text.charCodeAt(end - 1) === RETURN) end--;
  const fields: string[] = [];
  for (let at = from; ; at++) {
    let stop: number;
    if (at < end && text.charCodeAt(at) === QUOTE) {
      let isDoubled = false;
      stop = text.indexOf('"', at + 1);
      while (text.charCodeAt(stop + 1) === QUOTE) {
        isDoubled = true;
        stop = text.indexOf('"', stop + 2);
      }
      const field = text.slice(at + 1, stop);
      fields.push(isDoubled ? field.replaceAll('""', '"') : field);
      stop++;
    } else {
      stop = text.indexOf(separator, at);
      if (stop === -1 || stop > end) stop = end;
      fields.push(text.slice(at, stop));
    }
    if (stop >= end) return fields;
    at = stop;
  }
}

/** The position after the end of the line that `from` is in: a line feed, a return, or both. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === LINE_FEED) return at + 1;
    if (bytes[at] === RETURN) return bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
  }
  return bytes.length;
}

/**
 * Reads a whole text of CSV in the same way as a file that comes in pieces: comments, blank lines
 * and a line that names the separator may precede the header, and a record with a broken quote
 * costs only its own line. Records without a header have these `columns`.
 */
export function readCsvText(
  createReader: (header: readonly string[], line: number) => RecordReader,
  text: string,
  columns: readonly string[] | null = null,
): void {
  const lines = /[^\n\r]*(?:\r\n|\n|\r|$)/y;
  let separator: string | null = null;
  let header: string | null = null;
  let line = 1;
  let begin = 0;
  while (header === null && lines.lastIndex < text.length) {
    begin = lines.lastIndex;
    const found = lines.exec(text)![0].trim();
    line++;
    const said = /^sep=(.)$/i.exec(found);
    if (said !== null) separator = said[1];
    else if (found !== '' && !found.startsWith('#')) header = found;
  }
  if (header === null) return;
  separator ??= separatorOf(header, columns?.length);
  const code = separator.charCodeAt(0);
  const isSound = new CsvScanner(code).scan(utf8(header), 0, 1, true).trouble === null;
  const names = columns ?? (isSound ? fieldsOf(withoutBlanks(header), separator) : [header]);
  const reader = createReader(
    names.map((name) => name.trim()),
    line - 1,
  );
  if (columns !== null) line--;
  const bytes = utf8(text.slice(columns === null ? lines.lastIndex : begin));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  const scanner = new CsvScanner(code);
  for (let at = 0; at < bytes.length;) {
    const found = scanner.scan(bytes, at, line, true);
    found.starts.forEach((start, i) => {
      const record = textOf(start, found.starts[i + 1] ?? found.end);
      const sound = found.blanks ? withoutBlanks(record) : record;
      reader.record(fieldsOf(sound, separator), found.lines[i]);
    });
    at = found.end;
    line = found.endLine;
    if (found.trouble === null) continue;
    const end = lineEnd(bytes, at);
    const broken = textOf(at, Math.min(end, at + BROKEN_LENGTH)).trimEnd();
    if (!broken.startsWith('#')) reader.broken(broken, line, found.trouble);
    scanner.forget();
    at = end;
    line++;
  }
}

/** A record, or a header, without the blanks beside its quotes. */
function withoutBlanks(record: string): string {
  return record.replace(/(?<! ) *("(?:[^"]|"")*") */g, '$1');
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
