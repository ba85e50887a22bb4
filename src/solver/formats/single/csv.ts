import type { Clue } from '../../core/puzzle/types.js';
import {
  type EntrySink,
  excerptOf,
  type Format,
  type FoundReject,
  holding,
  inSequence,
  type NamedPuzzle,
  readSoundly,
  type RecordReader,
  type Sequence,
  Unreadable,
} from '../contract/format.js';
import { DraftEntry, draftOfFields, type NamedDraft } from '../json/json-entry.js';
import { unfolded } from '../json/json-clues.js';
import { CLUE_ROLES, fieldRole, type FieldRole, Fields } from '../json/fields.js';
import { LINE_FEED, QUOTE, RETURN, SPACE } from '../../core/text/codes.js';

const HEADER = 'id,width,height,rows,columns,title';

/**
 * CSV: a header, then one puzzle a record; something else cuts the text into fields.
 *
 *   header   names as in JSON, in any order: id, width, height, rows, columns, ...
 *   clues    text, as lines.ts has it ("1 2;3;;4"), or JSON ("[[1,2],[3],[],[4]]"); each
 *            side in its field, or both under `clues` as JSON, rows first
 *   others   as in JSON; a field that is empty says nothing
 */
export const csv: Format = {
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  holds: holding('name', 'many', 'title', 'label'),
  detect,
  createParser: null,
  createRecordReader: (header, sink, line) => new CsvReader(header, sink, line),
  ...inSequence({ head: `${HEADER}\n`, puzzle: (named) => `${recordOf(named)}\n` }),
  labelled: inSequence({
    head: `${HEADER},label\n`,
    puzzle: (named) => `${recordOf(named)},${quoted(named.label ?? '')}\n`,
  }).sequence,
};

/**
 * CSV without a header, whose columns are called as a header would call them; a name that is not
 * known passes over its column. Null if they do not hold the clues of a puzzle.
 */
export function csvOfColumns(columns: readonly string[]): Format | null {
  if (whyNoHeader(columns) !== null) return null;
  return { ...csv, name: `csv:${columns.join(',')}`, columns, write: null };
}

/** CSV of random puzzles: one more column has what each was drawn with; readers pass over it. */
export const csvOfRandom: Sequence = {
  head: `${HEADER},drawn_density\n`,
  puzzle: (named) => `${recordOf(named)},${named.drawnDensity}\n`,
  between: '',
  tail: '',
};

function detect(head: string): number {
  const found = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:sep=([^\r\n])\r?\n)?([^\n]*)/.exec(head);
  const [, separator = ';', header = ''] = found ?? [];
  return fieldsIn(header.replaceAll(separator, ';').split(/[,;\t]/)) >= 2 ? 0.9 : 0;
}

/** A column that holds something. */
interface CsvColumn {
  readonly at: number;
  readonly name: string;
  readonly role: FieldRole;
}

function columnsIn(header: readonly string[]): readonly CsvColumn[] {
  return header.flatMap((name, at) => {
    const role = columnRole(name);
    return role === null ? [] : [{ at, name: name.trim(), role }];
  });
}

/** Why no record of columns with these names can be a puzzle, or null. */
function whyNoHeader(header: readonly string[]): string | null {
  const columns = columnsIn(header);
  const found = excerptOf(header.join(','));
  const names = columns.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) return `the header names the column ${twice} twice: ${found}`;
  const has = (...roles: FieldRole[]): boolean => columns.some(({ role }) => roles.includes(role));
  const isComplete =
    has('clues', 'goal', 'grid') ||
    (has('rows', 'rowClues', 'rowSide') && has('columns', 'columnClues', 'columnSide'));
  if (isComplete) return null;
  const what =
    columns.length === 0 ? 'there is no header' : 'the header names no columns with clues';
  return `${what}: expected a first line such as id,rows,columns, or --csv-columns rows,columns if there is none, found ${found}`;
}

class CsvReader implements RecordReader {
  /** The columns that hold something, in the order of the header. */
  private readonly columns: readonly CsvColumn[];
  private readonly nameAt: number;
  /** Whether no record can be a puzzle: the file is one reject. */
  private readonly isRefused: boolean;

  constructor(
    private readonly header: readonly string[],
    private readonly sink: EntrySink,
    line: number,
  ) {
    this.columns = columnsIn(header);
    this.nameAt = this.columns.find((column) => column.role === 'name')?.at ?? -1;
    const reason = whyNoHeader(header);
    this.isRefused = reason !== null;
    if (reason !== null) this.reject(header, line, { reason }, null);
  }

  record(fields: readonly string[], line: number): void {
    // A blank line or a comment between records.
    if (fields.length === 1 && (fields[0] === '' || this.isComment(fields[0]))) return;
    if (this.isRefused) return;
    const reason = this.raggedReason(fields);
    if (reason !== null) {
      this.reject(fields, line, { reason });
      return;
    }
    const read = readSoundly((row) => this.draftOf(row), fields);
    if (typeof read === 'string') this.reject(fields, line, { reason: read });
    else if (read.draft === undefined) this.reject(fields, line, read, read.name);
    else this.sink.entry(new DraftEntry(line, read, fields, excerptOfFields));
  }

  private draftOf(fields: readonly string[]): NamedDraft {
    const values = new Fields();
    for (const { at, name, role } of this.columns) {
      const field = trimmed(fields[at]);
      if (field === '') {
        // The empty side of one line, if the sizes imply it.
        if (CLUE_ROLES.includes(role)) values[role] ??= '';
        continue;
      }
      const value = fieldValue(field, name, role);
      if (value instanceof Unreadable) {
        const kind = CLUE_ROLES.includes(role) ? 'clues' : 'cells';
        return { name: this.nameAt >= 0 ? fields[this.nameAt] : null, kind, reason: value.message };
      }
      values.add(role, name, value);
    }
    sizesFromSides(values);
    return draftOfFields(values);
  }

  broken(text: string, line: number, reason: string): void {
    if (this.isRefused) return;
    this.sink.reject({ line, name: null, reason: `CSV: ${reason}`, excerpt: excerptOf(text) });
  }

  private isComment(field: string): boolean {
    return this.header.length > 1 && /^\s*(#|$)/.test(field);
  }

  private raggedReason(fields: readonly string[]): string | null {
    const wanted = this.header.length;
    if (fields.length === wanted) return null;
    // Separators after the last field are harmless; more fields are not.
    if (fields.length > wanted && fields.slice(wanted).every((field) => field === '')) return null;
    return `expected ${wanted} fields, as in the header, found ${fields.length}`;
  }

  private reject(
    fields: readonly string[],
    line: number,
    { kind = 'text', reason }: Pick<FoundReject, 'kind' | 'reason'>,
    name = this.nameAt >= 0 ? (fields[this.nameAt] ?? null) : null,
  ): void {
    const excerpt = excerptOfFields(fields);
    const called = name === '' ? null : name;
    this.sink.reject({ line, name: called, kind, reason: `CSV: ${reason}`, excerpt });
  }
}

function excerptOfFields(fields: readonly string[]): string {
  return excerptOf(
    fields
      .map((field) => field.slice(0, 200))
      .slice(0, 20)
      .join(','),
  );
}

/** csv-parse drops the blanks around fields only in blocks that have one beside a quote. */
function trimmed(field: string): string {
  const isBare = field.charCodeAt(0) > SPACE && field.charCodeAt(field.length - 1) > SPACE;
  return isBare ? field : field.trim();
}

/** The field's text, or its value as JSON, or the error if that is broken. */
function fieldValue(field: string, name: string, role: FieldRole): unknown {
  if (role === 'name' || role === 'title' || role === 'label') return field;
  try {
    return unfolded(field, name);
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

/** If other columns hold the clues, `rows` and `columns` are sizes. */
function sizesFromSides(values: Fields): void {
  const elsewhere =
    (values.rowClues !== undefined && values.columnClues !== undefined) ||
    values.clues !== undefined ||
    ((values.grid ?? values.goal) !== undefined && (values.width ?? values.height) === undefined);
  if (!elsewhere || !isNumber(values.rows) || !isNumber(values.columns)) return;
  values.rows = Number(values.rows);
  values.columns = Number(values.columns);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\d+\s*$/.test(value);
}

function recordOf({ name, title, puzzle }: NamedPuzzle): string {
  const { width, height, rows, columns } = puzzle;
  return `${quoted(name ?? '')},${width},${height},${side(rows)},${side(columns)},${quoted(title ?? '')}`;
}

/**
 * Built as one string, without joins: lists of every grid of a size have tens of millions of rows.
 */
function side(clues: readonly Clue[]): string {
  let text = '';
  for (let line = 0; line < clues.length; line++) {
    if (line > 0) text += ';';
    const clue = clues[line];
    for (let i = 0; i < clue.length; i++) text += i === 0 ? String(clue[i]) : ` ${clue[i]}`;
  }
  return clues.length > 1 ? `"${text}"` : text;
}

function quoted(field: string): string {
  return /[",;\r\n]|^#/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

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

/**
 * The separator that explains a header best; or a record, if it is to have `columns` fields outside
 * of quotes.
 */
export function separatorOf(header: string, columns: number | null = null): string {
  let best = ',';
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fields = (columns === null ? header : header.replace(/"[^"]*"/g, '')).split(separator);
    const isWanted = fields.length === columns;
    const worth = (isWanted ? 1_000_000 : fieldsIn(fields) * 1000) + fields.length;
    if (worth > most) [best, most] = [separator, worth];
  }
  return best;
}

/** How many of a header's names are known names of columns: at least two in a real header. */
function fieldsIn(header: readonly string[]): number {
  return header.filter((name) => columnRole(name) !== null).length;
}

/** What a column with this name holds; null if the name is unknown. */
function columnRole(name: string): FieldRole | null {
  return fieldRole(name.trim().replace(/^"(.*)"$/, '$1'));
}
