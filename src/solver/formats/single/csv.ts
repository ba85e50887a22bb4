import type { Clue } from '../../core/puzzle/types.js';
import {
  type EntrySink,
  excerptOf,
  type Format,
  type FoundReject,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  readSoundly,
  Unreadable,
} from '../contract/format.js';
import { DraftEntry, draftOfFields, type NamedDraft } from '../json/json-entry.js';
import { unfolded } from '../json/json-clues.js';
import { CLUE_ROLES, fieldRole, type FieldRole, Fields } from '../json/fields.js';
import { HASH, LINE_FEED, QUOTE, RETURN, SPACE } from '../../core/text/codes.js';
import { HeldText } from '../contract/lines.js';

const HEADER = 'id,width,height,rows,columns,title';

/**
 * CSV: a header, then one puzzle a record.
 *
 *   header   names as in JSON, in any order: id, width, height, rows, columns, ...
 *   clues    text, as lines.ts has it ("1 2;3;;4"), or JSON ("[[1,2],[3],[],[4]]"); each
 *            side in its field, or both under `clues` as JSON, rows first
 *   others   as in JSON; a field that is empty says nothing
 */
export const csv: Format = {
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  holds: new Set(['name', 'many', 'title', 'label']),
  detect,
  createParser: parserOf(null),
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
  const name = `csv:${columns.join(',')}`;
  return { ...csv, name, createParser: parserOf(columns), write: null };
}

function parserOf(columns: readonly string[] | null): NonNullable<Format['createParser']> {
  return (sink, limits) =>
    new CsvText(
      (header, line) => new CsvReader(header, sink, line),
      limits,
      (most) => sink.passOver?.(most) ?? 0,
      columns,
    );
}

/** CSV of random puzzles: one more column has what each was drawn with; readers pass over it. */
export const csvOfRandom: NonNullable<Format['sequence']> = inSequence({
  head: `${HEADER},drawn_density\n`,
  puzzle: (named) => `${recordOf(named)},${named.drawnDensity}\n`,
}).sequence;

function detect(head: string): number {
  const found = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:sep=([^\r\n])\r?\n)?([^\n]*)/.exec(head);
  const [, separator = ';', header = ''] = found ?? [];
  return fieldsIn(header.replaceAll(separator, ';').split(/[,;\t]/)) >= 2 ? 0.9 : 0;
}

/** The columns that hold something; `isSide` says that it is clues of one side. */
function columnsIn(header: readonly string[]) {
  return header.flatMap((name, at) => {
    const role = columnRole(name);
    if (role === null) return [];
    return [{ at, name: name.trim(), role, isSide: CLUE_ROLES.includes(role) }];
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
  private readonly columns: ReturnType<typeof columnsIn>;
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
    for (const { at, name, role, isSide } of this.columns) {
      const field = trimmed(fields[at]);
      if (field === '') {
        // The empty side of one line, if the sizes imply it.
        if (isSide) values[role] ??= '';
        continue;
      }
      const isText = role === 'name' || role === 'title' || role === 'label';
      try {
        values.add(role, name, isText ? field : unfolded(field, name));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        const kind = isSide ? 'clues' : 'cells';
        return { name: this.nameAt >= 0 ? fields[this.nameAt] : null, kind, reason: error.message };
      }
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

/** A field without the blanks around it, which most have none of. */
function trimmed(field: string): string {
  const isBare = field.charCodeAt(0) > SPACE && field.charCodeAt(field.length - 1) > SPACE;
  return isBare ? field : field.trim();
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
const BROKEN_LENGTH = 1000;

const DELETE = 127;

/** More text is needed. */
const WAIT = 'wait';

/** Takes the records that a text of CSV is cut into. */
export interface RecordReader {
  /** The fields of one record, which starts at `line`. */
  record(fields: readonly string[], line: number): void;
  /** Text that could not be cut into fields, and why. */
  broken(text: string, line: number, reason: string): void;
}

/**
 * Cuts CSV into the fields of its records. A quote may occur at a field's beginning, doubled inside
 * a quoted field, and at its end, with blanks beside it; any other is an error, which costs its
 * line alone. Comments, blank lines and a line that names the separator may precede the header.
 */
export class CsvText implements Parser {
  /** The text from the beginning of a record on. */
  private readonly held = new HeldText();
  private reader: RecordReader | null = null;
  /** The file's separator, if it names one itself (`sep=;`). */
  private separator: string | null = null;
  private separatorCode = 0;
  /** Where the record begins, and the next of its fields. */
  private start = 0;
  private at = 0;
  /** The lines of these two places. */
  private line = 1;
  private lineAt = 1;
  private fields: string[] = [];
  /** Up to where that field was searched for its end; where its last quote is, if it was met. */
  private looked = 0;
  private closed = 0;
  /** A record that is given up, up to the end of its line, which has not come yet. */
  private dropping: { readonly head: string; readonly reason: string } | null = null;
  /** Whether all records of the text at hand were passed over so far. */
  private isPassing = false;
  private scanned = 0;

  constructor(
    private readonly createReader: (header: readonly string[], line: number) => RecordReader,
    private readonly limits: ParserLimits,
    private readonly passOver: (most: number) => number = () => 0,
    /** What the columns are called if there is no header. */
    private readonly columns: readonly string[] | null = null,
  ) {}

  /** How many characters it has looked at, counting repetitions. */
  get charactersScanned(): number {
    return this.scanned;
  }

  write(text: string): void {
    const { maxEntryLength } = this.limits;
    if (!this.held.add(text, maxEntryLength)) return;
    this.advance(false);
    while (this.held.text.length > maxEntryLength) {
      if (this.reader === null) this.begin(this.held.text.slice(0, 200));
      this.giveUp(`it does not end within ${maxEntryLength} characters; is a quote not closed?`);
      this.advance(false);
    }
  }

  end(): void {
    this.held.join();
    this.advance(true);
  }

  private advance(final: boolean): void {
    this.isPassing = true;
    while (this.next(final));
    this.held.drop(this.start, 0);
    this.at -= this.start;
    this.looked -= this.start;
    this.closed -= this.start;
    this.start = 0;
  }

  /** Reads a record, or a line that is none; false if more text is needed, or none is left. */
  private next(final: boolean): boolean {
    const { text } = this.held;
    const isOver = this.start >= text.length;
    if (this.dropping !== null) return (final || !isOver) && this.dropLine(text, final);
    if (isOver) return false;
    if (this.reader === null) return this.headerLine(text, final);
    const trouble = this.record(text, final);
    if (trouble !== null && trouble !== WAIT) this.giveUp(trouble);
    return trouble !== WAIT;
  }

  /** Reads a record; returns what is wrong with it, or WAIT, or null. */
  private record(text: string, final: boolean): string | null {
    const { fields, separatorCode } = this;
    for (;;) {
      let at = this.at;
      let stop = 0;
      let breaks = 0;
      let field: string;
      while (text.charCodeAt(at) === SPACE) at++;
      if (text.charCodeAt(at) === QUOTE) {
        const from = at + 1;
        stop = this.closed > 0 ? this.closed : this.endOfQuoted(text, at, final);
        if (stop < 0) return final ? 'a quote is not closed' : WAIT;
        at = Math.max(stop + 1, this.looked);
        while (text.charCodeAt(at) === SPACE) at++;
        field = text.slice(from, stop);
        breaks = breaksIn(field);
        if (field.includes('""')) field = field.replaceAll('""', '"');
      } else {
        for (at = Math.max(at, this.looked); at < text.length; at++) {
          const code = text.charCodeAt(at);
          if (code === separatorCode || code === LINE_FEED || code === RETURN) break;
          if (code === QUOTE) return 'a quote inside a field that does not begin with one';
        }
        field = text.slice(this.at, at);
      }
      this.scanned += at - Math.max(this.at, this.looked);
      const code = text.charCodeAt(at);
      const isEnd = at === text.length;
      if (!final && (isEnd || (code === RETURN && at + 1 === text.length))) {
        this.looked = at;
        this.closed = stop;
        return WAIT;
      }
      if (!isEnd && code !== separatorCode && code !== LINE_FEED && code !== RETURN) {
        return 'a quote is not closed, or occurs inside a quoted field';
      }
      fields.push(field);
      this.lineAt += breaks;
      this.looked = this.closed = 0;
      this.at = at + 1;
      if (code === separatorCode) continue;
      if (code === RETURN && text.charCodeAt(this.at) === LINE_FEED) this.at++;
      if (!isEnd) this.lineAt++;
      this.isPassing &&= isEntry(text.charCodeAt(this.start), separatorCode);
      this.isPassing &&= this.passOver(1) === 1;
      if (!this.isPassing) this.reader!.record(fields, this.line);
      this.beginRecord(Math.min(this.at, text.length), this.lineAt);
      return null;
    }
  }

  /** Where the field ends whose quote is at `from`: the place of its last quote, or -1. */
  private endOfQuoted(text: string, from: number, final: boolean): number {
    let at = Math.max(from, this.looked);
    for (;;) {
      const quote = text.indexOf('"', at + 1);
      if (quote < 0 || (quote + 1 === text.length && !final)) {
        // A quote at the end may be one of two.
        this.scanned += text.length - Math.max(this.at, this.looked);
        this.looked = quote < 0 ? text.length - 1 : quote - 1;
        return -1;
      }
      if (text.charCodeAt(quote + 1) !== QUOTE) return quote;
      at = quote + 1;
    }
  }

  private beginRecord(at: number, line: number): void {
    this.start = this.at = at;
    this.line = this.lineAt = line;
    this.fields = [];
    this.looked = this.closed = 0;
  }

  /** Gives up the record, but only its line. */
  private giveUp(reason: string): void {
    this.dropping = { head: '', reason };
  }

  private dropLine(text: string, final: boolean): boolean {
    const { start } = this;
    const { head, reason } = this.dropping!;
    const end = lineEnd(text, start, final);
    const shown = `${head}${text.slice(start, end ?? undefined).slice(0, BROKEN_LENGTH)}`;
    if (end === null) {
      this.dropping = { head: shown.slice(0, BROKEN_LENGTH), reason };
      // A return at the end may be one half of a line break.
      this.beginRecord(text.length - (text.endsWith('\r') ? 1 : 0), this.line);
      return false;
    }
    this.dropping = null;
    const broken = shown.slice(0, BROKEN_LENGTH).trimEnd();
    if (!broken.startsWith('#')) this.reader!.broken(broken, this.line, reason);
    this.beginRecord(end, this.line + 1);
    return true;
  }

  /** Reads a comment, a blank line or the header. */
  private headerLine(text: string, final: boolean): boolean {
    const end = lineEnd(text, this.start, final);
    if (end === null) return false;
    const line = text.slice(this.start, end).trim();
    const said = /^sep=(.)$/i.exec(line);
    const isFirst = said === null && line !== '' && !line.startsWith('#');
    if (said !== null) this.separator = said[1];
    if (isFirst) this.begin(line);
    // Without a header it is a record.
    if (!isFirst || this.columns === null) this.beginRecord(end, this.line + 1);
    return true;
  }

  private begin(header: string): void {
    const { columns } = this;
    this.separator ??= separatorOf(header, columns?.length);
    this.separatorCode = this.separator.charCodeAt(0);
    this.reader = this.createReader(columns ?? this.namesIn(header), this.line);
  }

  /** The fields of a header, or all of it if a quote in it is broken. */
  private namesIn(header: string): readonly string[] {
    let names: readonly string[] = [header];
    const reader: RecordReader = { record: (fields) => (names = fields), broken: () => undefined };
    const inner = new CsvText(() => reader, this.limits, undefined, []);
    inner.separator = this.separator;
    inner.write(header);
    inner.end();
    return names.map((name) => name.trim());
  }
}

/** Whether a record that begins so is an entry or a reject for certain, whatever follows. */
function isEntry(first: number, separator: number): boolean {
  return (
    first > SPACE && first < DELETE && first !== HASH && first !== QUOTE && first !== separator
  );
}

/** Where the line that `from` is in ends, its break included; null if it may go on. */
function lineEnd(text: string, from: number, final: boolean): number | null {
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = from;
  const found = ends.exec(text);
  if (final) return found === null ? text.length : ends.lastIndex;
  return found === null || (found[0] === '\r' && ends.lastIndex === text.length)
    ? null
    : ends.lastIndex;
}

/** How many ends of lines are in a field. */
function breaksIn(field: string): number {
  if (!field.includes('\n') && !field.includes('\r')) return 0;
  return field.split(/\r\n|\n|\r/).length - 1;
}

/** The separator that explains a header best, or a record of `columns` fields beside quotes. */
function separatorOf(header: string, columns: number | null = null): string {
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
