import type { RecordReader } from '../contract/format.js';
import { CsvScanner } from './csv-scanner.js';
import { separatorOf } from './field-names.js';

/** The most characters of a broken record that a reader gets: more than any excerpt shows. */
const BROKEN_LENGTH = 1000;

/**
 * Reads a whole text of CSV in the same way as a file that comes in pieces: comments, blank lines
 * and a line that names the separator may precede the header, and a record with a broken quote
 * costs only its own line.
 */
export function readCsvText(
  createReader: (header: readonly string[]) => RecordReader,
  text: string,
): void {
  const lines = /[^\n\r]*(?:\r\n|\n|\r|$)/y;
  let separator: string | null = null;
  let header: string | null = null;
  let line = 1;
  while (header === null && lines.lastIndex < text.length) {
    const found = lines.exec(text)![0].trim();
    line++;
    const said = /^sep=(.)$/i.exec(found);
    if (said !== null) separator = said[1];
    else if (found !== '' && !found.startsWith('#')) header = found;
  }
  if (header === null) return;
  separator ??= separatorOf(header);
  const reader = createReader(fieldsOf(header, separator).map((field) => field.trim()));

  const bytes = new TextEncoder().encode(text.slice(lines.lastIndex));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const textOf = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  const scanner = new CsvScanner(separator.charCodeAt(0));
  for (let at = 0; at < bytes.length;) {
    const found = scanner.scan(bytes, at, line, true);
    found.starts.forEach((start, i) => {
      const record = textOf(start, found.starts[i + 1] ?? found.end);
      reader.record(fieldsOf(record.replace(/[\r\n]+$/, ''), separator), found.lines[i]);
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

/** The fields of one record whose quotes are sound; blanks around them may remain. */
function fieldsOf(record: string, separator: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = / *"((?:[^"]|"")*)" */y;
    quoted.lastIndex = at;
    const found = quoted.exec(record);
    if (found !== null) {
      fields.push(found[1].replaceAll('""', '"'));
      at = quoted.lastIndex;
    } else {
      const end = record.indexOf(separator, at);
      fields.push(record.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? record.length : end;
    }
    if (at >= record.length) return fields;
    at++;
  }
}

/** Where the line that `from` is in ends, its line break included. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 10) return at + 1;
    if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1;
  }
  return bytes.length;
}
