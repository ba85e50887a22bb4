import { sideToJson } from '../../core/puzzle/clues-json.js';
import { cellsToText } from '../../core/puzzle/text.js';
import type { Draft } from '../../core/puzzle/types.js';
import type { RejectKind } from '../../core/puzzle/validate.js';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  LINE_FEED,
  NINE,
  OPEN_LIST,
  OPEN_OBJECT,
  POINT,
  QUOTE,
  RETURN,
  SPACE,
  TAB,
  ZERO,
} from '../../core/text/codes.js';
import { faultReason } from '../../core/text/error-codes.js';
import {
  type EntrySink,
  excerptOf,
  type Format,
  type FoundEntry,
  holding,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  tooLong,
} from '../contract/format.js';
import { fieldRole, type FieldRole } from '../parse/csv-records.js';
import { LineParser } from '../parse/entry-reader.js';
import {
  draftOfFields,
  draftsOfJson,
  draftsOfMember,
  type NamedDraft,
  type TextReader,
} from './json-entry.js';
import { Fields, isLetterOfSide, isTextKey } from './json-fields.js';
import { type ElementPlace, JsonSplitter, type KeyKind } from './json-splitter.js';

/** An object, or a list of values: `[run]` is the heading of a section in other files. */
const BEGINNING = /^\s*(?:\{|\[\s*(?![a-z_]))/i;

/**
 * JSON: one puzzle, a list, or a list inside an object under any key; json-entry.ts describes what
 * a puzzle may look like. Written as one list of `{"id","title"?,"width","height","rows",
 * "columns","palette"?,"goal"?,"start"?,"drawn_density"?}`; readers pass over the last, which older
 * versions called `density`.
 */
export const json = readingTexts((readText) => ({
  name: 'json',
  extensions: ['.json'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) =>
    BEGINNING.test(head) ? (/^\s*(\[[\s[]*\{|\{\s*["}])/.test(head) ? 0.9 : 0.2) : 0,
  createParser: (sink, limits) => createParser(new JsonElements('JSON', sink, readText), limits),
  ...inSequence({ head: '[\n', puzzle: puzzleToJson, between: ',\n', tail: '\n]\n' }),
}));

/**
 * A format whose entries may be texts in other formats: who knows these says how they are read,
 * with the rows first and with the columns first.
 */
function readingTexts(
  make: (readText: TextReader) => Format,
): (readText: (columnsFirst: boolean) => TextReader) => Format {
  return (readText) => ({ ...make(readText(false)), columnsFirst: make(readText(true)) });
}

function createParser(elements: JsonElements, limits: ParserLimits): Parser {
  return new JsonSplitter(
    {
      element: (text, line, place) => elements.read(text, line, place),
      broken: (text, line, place, reason) => elements.broken(reason, text, line, place),
    },
    { maxEntryLength: limits.maxEntryLength, kindOfKey },
  );
}

/** One puzzle as nonomill writes it, on one line and without a line break. */
export function puzzleToJson({ name, title, puzzle, goal, drawnDensity }: NamedPuzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Uint8Array): string =>
    JSON.stringify(cellsToText(value, width, height, colours));
  const fields = [
    name === null ? null : `"id":${JSON.stringify(name)}`,
    title === null ? null : `"title":${JSON.stringify(title)}`,
    `"width":${width},"height":${height}`,
    `"rows":${sideToJson(rows, colours)},"columns":${sideToJson(columns, colours)}`,
    palette === null ? null : `"palette":${JSON.stringify(palette)}`,
    goal === null ? null : `"goal":${cells(goal)}`,
    start === null ? null : `"start":${cells(start)}`,
    drawnDensity === undefined ? null : `"drawn_density":${drawnDensity}`,
  ];
  return `{${fields.filter((field) => field !== null).join(',')}}`;
}

/** NDJSON: one JSON object a line, blank lines between them; see json.ts for the objects. */
export const ndjson = readingTexts((readText) => ({
  name: 'ndjson',
  extensions: ['.ndjson', '.jsonl', '.ldjson'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) => (/^\s*\{[^\n]*\}[ \t]*\r?\n\s*\{/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) => createLineParser(sink, limits, readText),
  ...inSequence({ puzzle: (named) => puzzleToJson(named) + '\n' }),
}));

function createLineParser(sink: EntrySink, limits: ParserLimits, readText: TextReader): Parser {
  const elements = new JsonElements('NDJSON', sink, readText);
  const most = Math.min(limits.maxLineLength, limits.maxEntryLength);
  return new LineParser(
    {
      line(text, number) {
        const isObject = text.charCodeAt(0) === OPEN_OBJECT;
        if (isObject || text.trim() !== '') elements.read(text, number, null);
      },
      tooLong(text, line) {
        const reason = tooLong('NDJSON: the line', most);
        sink.reject({ line, name: null, reason, excerpt: excerptOf(text) });
      },
      end: () => undefined,
    },
    most,
  );
}

/** Makes entries from the elements of a JSON file; `format` is its name for people. */
class JsonElements {
  private readonly plain = new PlainJson();

  constructor(
    private readonly format: string,
    private readonly sink: EntrySink,
    private readonly readText: TextReader,
  ) {}

  /**
   * Reads the text of one JSON value and hands on its entries: one, or one for each puzzle if the
   * value is an object of named puzzles. `place` is its index in its list, its key in a map of
   * puzzles, or null.
   */
  read(text: string, line: number | null, place: ElementPlace): void {
    const key = typeof place === 'string' ? nameOf(place) : null;
    let drafts: readonly NamedDraft[];
    try {
      drafts = this.draftsOf(text, key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.reject(faultReason(error), text, line, place);
      else this.broken(`not valid JSON: ${error.message}`, text, line, place);
      return;
    }
    for (const found of drafts) this.give(found, text, line, place);
  }

  /** @throws SyntaxError if the text is not JSON. */
  private draftsOf(text: string, key: string | null): readonly NamedDraft[] {
    const plain = this.plain.fields(text);
    if (plain?.isPuzzle === true) return [draftOfFields(plain, key)];
    const value = JSON.parse(text) as unknown;
    return key === null
      ? draftsOfJson(value, this.readText)
      : draftsOfMember(key, value, this.readText);
  }

  /** Rejects what is no JSON: a puzzle, if there are clues of a side. */
  broken(reason: string, text: string, line: number | null, place: ElementPlace): void {
    this.reject(reason, text, line, place, { kind: hasSide(text) ? 'clues' : 'text' });
  }

  private reject(
    reason: string,
    text: string,
    line: number | null,
    place: ElementPlace,
    { name = null, kind = 'text' }: { name?: string | null; kind?: RejectKind } = {},
  ): void {
    const where = typeof place === 'number' ? `${this.format}, element ${place}` : this.format;
    const called = name ?? (typeof place === 'string' ? nameOf(place) : null);
    const excerpt = excerptOf(text);
    this.sink.reject({ line, name: called, kind, reason: `${where}: ${reason}`, excerpt });
  }

  private give(found: NamedDraft, text: string, line: number | null, place: ElementPlace): void {
    if (found.draft === undefined) {
      this.reject(found.reason, text, line, place, found);
      return;
    }
    const { name, title, draft } = found;
    this.sink.entry(new JsonEntry(line, name, title, draft, text));
  }
}

const SIDES: ReadonlySet<FieldRole | null> = new Set<FieldRole>([
  ...(['rows', 'columns', 'rowClues', 'columnClues'] as const),
  ...(['rowSide', 'columnSide', 'clues'] as const),
]);

/** Whether a text that is no JSON has a list or a text under a key that means clues. */
function hasSide(text: string): boolean {
  for (const [, key] of text.matchAll(
    /"([\w .-]{1,40})"\s{0,20}:\s{0,20}(?:\[\s{0,20}[^\s{\]]|"\s{0,9}\d)/g,
  )) {
    if (SIDES.has(fieldRole(key))) return true;
  }
  return false;
}

/** A key as its text reads: what is between its quotes in the file may have escapes. */
function nameOf(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}

/** A class, because a closure for the excerpt of each entry would nearly always be made in vain. */
class JsonEntry implements FoundEntry {
  constructor(
    readonly line: number | null,
    readonly name: string | null,
    readonly title: string | null,
    readonly draft: Draft,
    private readonly text: string,
  ) {}

  excerpt(): string {
    return excerptOf(this.text);
  }
}

/** What a key says of its object, as `JsonSplitter` asks. */
function kindOfKey(key: string): KeyKind {
  if (isLetterOfSide(key)) return 'place';
  const role = fieldRole(key);
  // "data" is just as often the list of puzzles.
  return role === null || key.toLowerCase() === 'data' ? null : KINDS[role];
}

const KINDS: Readonly<Record<FieldRole, KeyKind>> = {
  rows: 'clues',
  columns: 'clues',
  rowClues: 'clues',
  columnClues: 'clues',
  rowSide: 'place',
  columnSide: 'place',
  grid: 'picture',
  goal: 'picture',
  start: 'picture',
  palette: 'about',
  background: 'about',
  clues: 'about',
  name: 'about',
  title: 'about',
  width: 'about',
  height: 'about',
  size: 'about',
};

/** Lists of more clues are left to JSON.parse; this limits what is kept between two texts. */
const MAX_LIST = 1000;
/** With one more digit it may not be a small integer. */
const TOO_LARGE = 100_000_000;
/** V8 makes a part of a string that is longer than this by keeping the whole string. */
const MAX_COPIED = 12;
const MAX_KEYS = 16;
const MAX_KEY_LENGTH = 100;

interface Key {
  /** With the comma before it, the colon after it, and the blanks between them. */
  readonly written: string;
  readonly name: string;
  readonly role: FieldRole | null;
  /** Whether its value decides what it holds, beside other fields. */
  readonly isDoubtful: boolean;
}

/** Nearly all fields of nearly all puzzles: whatever they hold, that is what they mean. */
const CLEAR: ReadonlySet<FieldRole> = new Set<FieldRole>([
  'name',
  'title',
  'rows',
  'columns',
  'rowClues',
  'columnClues',
  'width',
  'height',
  'size',
  'goal',
  'start',
]);

/**
 * Reads plain objects, as nearly all lines of NDJSON are: their values are numbers, texts
 * without escapes, and lists of lists of whole numbers.
 *
 *   {"id":"p0","width":2,"height":2,"rows":[[1],[2]],"columns":[[2],[1]]}
 *
 * It takes six tenths of the time of JSON.parse and of sorting the fields, because it expects the
 * same keys as in the last object and makes no object.
 */
export class PlainJson {
  private text = '';
  private at = 0;
  /** The keys of the last objects, in their order. */
  private readonly keys: Key[] = [];
  /** The list and the list of lists that are being read. */
  private readonly blocks: number[] = [];
  private readonly clues: number[][] = [];

  /**
   * What `fieldsOfObject` returns for the object in `text`, or null if anything in it is not plain,
   * valid or not: then JSON.parse has to judge it.
   */
  fields(text: string): Fields | null {
    this.text = text;
    this.at = 0;
    const fields = new Fields();
    if (this.sign() !== OPEN_OBJECT) return null;
    for (let nth = 0; ; nth++) {
      const key = this.knownKey(nth) ?? this.key(nth);
      if (key === null) return null;
      const value = this.value();
      if (value === null) return null;
      const { role, name } = key;
      if (role !== null) {
        // If two fields mean the same, their values decide.
        if (fields[role] !== undefined) return null;
        if (key.isDoubtful) fields.add(role, name, value);
        else fields[role] = value;
      } else if (key.isDoubtful && typeof value !== 'number') {
        return null;
      }
      if (this.ends()) return Number.isNaN(this.sign()) ? fields : null;
    }
  }

  /** Whether the object ends here; reads past its end. */
  private ends(): boolean {
    if (this.text.charCodeAt(this.at) === COMMA) return false;
    const before = this.at;
    if (this.sign() === CLOSE_OBJECT) return true;
    this.at = before;
    return false;
  }

  /** The key that the last object had here, if the same characters follow again. */
  private knownKey(nth: number): Key | null {
    // Long keys are not kept: there may be none at this place, but one after it.
    const known = this.keys.at(nth);
    if (known === undefined || !this.text.startsWith(known.written, this.at)) return null;
    this.at += known.written.length;
    return known;
  }

  /** The code of the next character that is not a blank, which is passed; NaN at the end. */
  private sign(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at++);
      if (!isBlank(code)) return code;
    }
  }

  /** The next key, with the comma before it and the colon after it. */
  private key(nth: number): Key | null {
    const from = this.at;
    if (nth > 0 && this.sign() !== COMMA) return null;
    const name = this.sign() === QUOTE ? this.string() : null;
    if (name === null || this.sign() !== COLON) return null;
    const role = fieldRole(name);
    const isDoubtful = role === null ? isLetterOfSide(name) || isTextKey(name) : !CLEAR.has(role);
    const key = { written: this.text.slice(from, this.at), name, role, isDoubtful };
    if (nth < MAX_KEYS && key.written.length <= MAX_KEY_LENGTH) this.keys[nth] = key;
    return key;
  }

  private value(): number | string | readonly (readonly number[])[] | null {
    const code = this.sign();
    if (code === OPEN_LIST) return this.listOfLists();
    if (code === QUOTE) return this.string();
    const number = this.number(code);
    return number < 0 ? null : number;
  }

  /** A text, from after its opening quote; null if it is not plain. */
  private string(): string | null {
    const { text } = this;
    const from = this.at;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        if (at - from <= MAX_COPIED) return text.slice(from, at);
        return JSON.parse(text.slice(from - 1, at + 1)) as string;
      }
      // A control character is not valid JSON; NaN, the end, is not at least a blank either.
      if (!(code >= SPACE) || code === BACKSLASH) return null;
    }
  }

  /** The number that begins with the digit `code`, or -1 if it is not one, or not plain. */
  private number(code: number): number {
    if (!isDigit(code)) return -1;
    const { text } = this;
    const from = this.at - 1;
    let value = code - ZERO;
    for (;;) {
      const digit = text.charCodeAt(this.at);
      if (digit === POINT) return this.decimal(from);
      if (!isDigit(digit)) return value;
      if (value === 0 || value >= TOO_LARGE) return -1;
      value = value * 10 + digit - ZERO;
      this.at++;
    }
  }

  /** The number that starts at `from`, from its point on, or -1 if no digit follows. */
  private decimal(from: number): number {
    const { text } = this;
    const point = this.at++;
    while (isDigit(text.charCodeAt(this.at))) this.at++;
    return this.at === point + 1 ? -1 : Number(text.slice(from, this.at));
  }

  private listOfLists(): readonly (readonly number[])[] | null {
    const { clues } = this;
    let length = 0;
    let sign = this.sign();
    if (sign === CLOSE_LIST) return [];
    for (; length < MAX_LIST; sign = this.sign()) {
      const list = sign === OPEN_LIST ? this.list() : null;
      if (list === null) return null;
      clues[length++] = list;
      const behind = this.sign();
      if (behind === CLOSE_LIST) return clues.slice(0, length);
      if (behind !== COMMA) return null;
    }
    return null;
  }

  /** One loop for all of it, as lists make up most of the text. */
  private list(): number[] | null {
    const { text, blocks } = this;
    let { at } = this;
    let length = 0;
    let value = -1;
    while (length < MAX_LIST) {
      const code = text.charCodeAt(at++);
      if (isDigit(code)) {
        if (value === 0 || value >= TOO_LARGE) return null;
        value = value < 0 ? code - ZERO : value * 10 + code - ZERO;
      } else if (code === COMMA || code === CLOSE_LIST) {
        const isEmpty = value < 0;
        if (!isEmpty) blocks[length++] = value;
        if (code === CLOSE_LIST && (!isEmpty || length === 0)) {
          this.at = at;
          return blocks.slice(0, length);
        }
        if (isEmpty) return null;
        value = -1;
      } else if (isBlank(code)) {
        while (isBlank(text.charCodeAt(at))) at++;
        // Two numbers without a comma.
        if (value >= 0 && isDigit(text.charCodeAt(at))) return null;
      } else {
        return null;
      }
    }
    return null;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;
}
