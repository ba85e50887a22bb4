import type { Clue, Draft } from '../../core/puzzle/types.js';
import {
  type EntrySink,
  excerptOf,
  type Format,
  type FoundEntry,
  type FoundReject,
  holding,
  inSequence,
  type NamedPuzzle,
  readSoundly,
  type RecordReader,
  type Sequence,
  Unreadable,
} from '../contract/format.js';
import { columnRole, fieldsIn, type FieldRole } from '../parse/csv-records.js';
import { draftOfFields, type NamedDraft } from '../json/json-entry.js';
import { unfolded } from '../json/json-clues.js';
import { Fields } from '../json/json-fields.js';
import { SPACE } from '../../core/text/codes.js';

const HEADER = 'id,width,height,rows,columns,title';

/**
 * CSV: a header, then one puzzle a record; something else cuts the text into fields.
 *
 *   header   names as in JSON, in any order: id, width, height, rows, columns, ...
 *   clues    text, as clue-text.ts has it ("1 2;3;;4"), or JSON ("[[1,2],[3],[],[4]]"); each
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
    else this.sink.entry(new CsvEntry(line, read, fields));
  }

  private draftOf(fields: readonly string[]): NamedDraft {
    const values = new Fields();
    for (const { at, name, role } of this.columns) {
      const field = trimmed(fields[at]);
      if (field === '') {
        // The empty side of one line, if the sizes imply it.
        if (isClueRole(role)) values[role] ??= '';
        continue;
      }
      const value = fieldValue(field, name, role);
      if (value instanceof Unreadable) {
        const kind = isClueRole(role) ? 'clues' : 'cells';
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

/** A class for the same reason as for JSON entries. */
class CsvEntry implements FoundEntry {
  readonly name: string | null;
  readonly title: string | null;
  readonly label: string | null;
  readonly draft: Draft;

  constructor(
    readonly line: number,
    { name, title, label = null, draft }: NamedDraft & { readonly draft: Draft },
    private readonly fields: readonly string[],
  ) {
    this.name = name;
    this.title = title;
    this.label = label;
    this.draft = draft;
  }

  excerpt(): string {
    return excerptOfFields(this.fields);
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

function isClueRole(role: FieldRole): boolean {
  return CLUE_ROLES.has(role);
}

const CLUE_ROLES: ReadonlySet<FieldRole> = new Set<FieldRole>([
  'rows',
  'columns',
  'rowClues',
  'columnClues',
  'rowSide',
  'columnSide',
]);

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
