import { fieldRole, type FieldRole } from '../parse/field-names.js';
import { Fields, isLetterOfSide } from './json-fields.js';
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
      } else if (key.isDoubtful && typeof value === 'object') {
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
    const isDoubtful = role === null ? isLetterOfSide(name) : !CLEAR.has(role);
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
