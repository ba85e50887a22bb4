import { LINE_FEED, QUOTE, RETURN, SPACE } from '../../core/text/codes.js';
import type { RecordReader } from '../contract/format.js';

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

/** What a field of a JSON puzzle, or a column of a CSV file, holds. */
export type FieldRole =
  | 'name'
  | 'title'
  /** What people said of its difficulty. */
  | 'label'
  /** Clues of the rows, or a number of rows. */
  | 'rows'
  | 'columns'
  /** Only clues of the rows. */
  | 'rowClues'
  | 'columnClues'
  /** Clues of the rows, if no field says so more clearly. */
  | 'rowSide'
  | 'columnSide'
  /** The clues of both sides, rows first. */
  | 'clues'
  | 'width'
  | 'height'
  /** Both sizes: one number, `[rows, columns]` or `{rows, columns}`. */
  | 'size'
  /** The author's picture. */
  | 'goal'
  /** A picture or, if some cells are unknown, a start position. */
  | 'grid'
  | 'start'
  | 'palette'
  | 'background';

const ROW_NUMBER = 'puzzleid';

/** Names of pictures, which elsewhere are those of files of pictures. */
const IMAGES = ['image', 'picture', 'pixels', 'bitmap', 'drawing'];

const NAMES: Partial<Record<FieldRole, readonly string[]>> = {
  name: ['id', 'name', ROW_NUMBER],
  title: ['title'],
  label: ['label', 'level', 'difficulty', 'rating', 'difficultylevel', 'difficultyrating'],
  // The patterns know these, too, but take longer to compile than to solve a puzzle.
  rows: ['rows'],
  columns: ['columns'],
  clues: ['clues'],
  // The one pair that public solvers agree on: the lists run down the side and along the top.
  rowSide: ['ver'],
  columnSide: ['hor'],
  width: ['width', 'columncount', 'columnscount', 'colcount', 'colscount', 'n'],
  height: ['height', 'rowcount', 'rowscount', 'm'],
  size: ['size', 'dimensions'],
  goal: ['goal', 'solution', 'answer'],
  grid: ['grid', 'pattern', 'matrix', 'data', 'cells', ...IMAGES],
  start: ['start', 'saved'],
  palette: [
    'palette',
    'colors',
    'colours',
    'colorpalette',
    'colourpalette',
    'colormap',
    'colourmap',
  ],
  background: ['background', 'bg', 'backgroundcolor', 'backgroundcolour', 'defaultcolor'],
};

/** The words for lines of one direction, as sources of patterns. */
interface SideWords {
  /** The words themselves, in the languages that puzzles are published in. */
  readonly lines: string;
  /** Where their clues stand, and how the lines run: a layout can use these words as well. */
  readonly place: string;
  /** One letter means a side only beside a word for clues. */
  readonly letters: string;
}

const ROWS: SideWords = {
  lines: 'rows?|lignes?|zeilen?|filas?|righe|riga|linhas?|rijen|wiersze|строки|行',
  place: 'left|side|across|hor|horiz|horizontals?',
  letters: '[rhy]',
};

const COLUMNS: SideWords = {
  lines: 'cols?|columns?|colonnes?|colonna|spalten?|columnas?|colunas?|kolommen|kolumny|столбцы|列',
  place: 'top|up|upper|above|down|ver|vert|verticals?',
  letters: '[cvx]',
};

/** Words that say that a field holds clues. */
const CLUE =
  'clues?|hints?|constraints?|restrictions?|instructions?|rules?|defs?|definitions?|specs?|descriptions?|descriptors?|runs?|blocks?|segments?';

/** Words that clues share with sums, labels and sizes: they count if nothing is clearer. */
const PERHAPS_CLUE =
  'numbers|nums|counts|values?|lengths?|groups?|sequences?|keys?|headers?|headings?|labels?|info|data|lists?|arrays?|sets?|sums|totals|conditions?|requirements?|indicators?|legends?|figures|digits|codes?|sides?|panels?|margins?';

/** Patterns for names in lower case and without `_`, `-`, `.` and blanks, the clearest first. */
const RULES: readonly (readonly [RegExp, FieldRole])[] = [
  ...sideRules(ROWS, 'rows', 'rowClues', 'rowSide', 'height'),
  ...sideRules(COLUMNS, 'columns', 'columnClues', 'columnSide', 'width'),
];

function sideRules(
  { lines, place, letters }: SideWords,
  either: FieldRole,
  clues: FieldRole,
  side: FieldRole,
  size: FieldRole,
): (readonly [RegExp, FieldRole])[] {
  const around = (words: string, about: string): RegExp =>
    new RegExp(
      `^(?:(?:${words})s?(?:${about})+|(?:${about})+(?:of|for|by|on)?(?:the)?(?:${words}))$`,
    );
  return [
    [new RegExp(`^(?:${lines})$`), either],
    [new RegExp(`^(?:n|no|nr|num|number|numberof)(?:${lines})$`), size],
    [around(lines, CLUE), clues],
    [around(`${place}|${letters}`, CLUE), side],
    [around(`${lines}|${place}`, `${CLUE}|${PERHAPS_CLUE}`), side],
    [new RegExp(`^(?:${place})$`), side],
  ];
}

const ROLES = new Map<string, FieldRole>();

for (const [role, names] of Object.entries(NAMES) as [FieldRole, readonly string[]][]) {
  for (const name of names) ROLES.set(name, role);
}

/**
 * Words that run either way: the clues of a vertical line, or clues that are listed vertically,
 * beside the rows. Sizes tell; without them the usual meaning is taken.
 */
const DIRECTION = /hor|ver|across|down|^[hvxy]/i;

/** Whether the name of a field of clues says how they run, and not of which lines they are. */
export function isDirection(name: string): boolean {
  return DIRECTION.test(name);
}

/** Spellings met so far: a look-up costs a third of normalising the name again. */
const known = new Map<string, FieldRole | null>();

/** No name is longer: the patterns are not tried on text that is no name. */
const LONGEST = 40;

/**
 * What the field called `name` holds, or null: `row_clues`, `rowClues` and `Row Clues` are the
 * same.
 */
export function fieldRole(name: string): FieldRole | null {
  let role = known.get(name);
  if (role === undefined) {
    role = name.length > LONGEST ? null : roleOf(normalised(name));
    if (known.size < 1000) known.set(name, role);
  }
  return role;
}

function roleOf(word: string): FieldRole | null {
  return ROLES.get(word) ?? RULES.find(([rule]) => rule.test(word))?.[1] ?? null;
}

/** Whether the field called `name` has the number of a row: a name, but a poor one. */
export function isRowNumber(name: string): boolean {
  return name.length >= ROW_NUMBER.length && normalised(name) === ROW_NUMBER;
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** Whether a field of this name is a picture only if its value is one: it may be a file's name. */
export function isImage(name: string): boolean {
  return IMAGES.includes(normalised(name));
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
export function fieldsIn(header: readonly string[]): number {
  return header.filter((name) => columnRole(name) !== null).length;
}

/** What a column with this name holds; null if the name is unknown. */
export function columnRole(name: string): FieldRole | null {
  return fieldRole(name.trim().replace(/^"(.*)"$/, '$1'));
}
