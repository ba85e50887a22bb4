import { fieldRole, type FieldRole } from '../parse/field-names.js';
import { Fields } from './json-fields.js';

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const BLANK = 32;
const QUOTE = '"'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const OPEN_LIST = '['.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const CLOSE_LIST = ']'.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);

/** Clues of a list beyond which JSON.parse reads it; it bounds what is kept between two texts. */
const MAX_LIST = 1000;
/** With another digit it may be more than a small integer. */
const TOO_LARGE = 100_000_000;
/** Beyond these characters V8 makes a part of a string by keeping all of it. */
const MAX_COPIED = 12;
/** Keys that are remembered. */
const MAX_KEYS = 16;
const MAX_KEY_LENGTH = 100;

interface Key {
  /** With the comma before it, the colon behind it, and the blanks between them. */
  readonly written: string;
  readonly name: string;
  readonly role: FieldRole | null;
}

/**
 * Reads the objects that nearly all lines of NDJSON are, whose values are whole numbers, texts
 * without escapes, and lists of lists of whole numbers:
 *
 *   {"id":"p0","width":2,"height":2,"rows":[[1],[2]],"columns":[[2],[1]]}
 *
 * It takes six tenths of the time of JSON.parse and of sorting the fields, as it expects the keys
 * of the last object again and makes no object of them.
 */
export class PlainJson {
  private text = '';
  private at = 0;
  /** The keys of the last objects, in their order. */
  private readonly keys: Key[] = [];
  /** The list and the list of lists under work. */
  private readonly blocks: number[] = [];
  private readonly clues: number[][] = [];

  /**
   * What `fieldsOfObject` gives of the object that `text` spells, or null where anything in it is
   * not plain, valid or not: then JSON.parse has to say what it is.
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
        // Which of two fields holds depends on their values.
        if (fields[role] !== undefined) return null;
        fields[role] = value;
        if (role === 'grid') fields.gridName = name;
      }
      if (this.ends()) return Number.isNaN(this.sign()) ? fields : null;
    }
  }

  /** Whether the object ends here; its end is passed. */
  private ends(): boolean {
    if (this.text.charCodeAt(this.at) === COMMA) return false;
    const before = this.at;
    if (this.sign() === CLOSE_OBJECT) return true;
    this.at = before;
    return false;
  }

  /** The key that the last object had here, if it stands here again in the same writing. */
  private knownKey(nth: number): Key | null {
    if (nth >= this.keys.length) return null;
    const known = this.keys[nth];
    if (!this.text.startsWith(known.written, this.at)) return null;
    this.at += known.written.length;
    return known;
  }

  /** The code of the next sign that is no blank, which is passed; NaN at the end. */
  private sign(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at++);
      if (!isBlank(code)) return code;
    }
  }

  /** The next key, with the comma before it and the colon behind it. */
  private key(nth: number): Key | null {
    const from = this.at;
    if (nth > 0 && this.sign() !== COMMA) return null;
    const name = this.sign() === QUOTE ? this.string() : null;
    if (name === null || this.sign() !== COLON) return null;
    const key = { written: this.text.slice(from, this.at), name, role: fieldRole(name) };
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

  /** Behind the quote that opens it; null where it is not plain. */
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
      // A control character is no valid JSON; NaN, the end, is not at least a blank either.
      if (!(code >= BLANK) || code === BACKSLASH) return null;
    }
  }

  /** The number that begins with the digit `code`, or -1 where it is none, or not plain. */
  private number(code: number): number {
    if (!isDigit(code)) return -1;
    const { text } = this;
    let value = code - ZERO;
    for (;;) {
      const digit = text.charCodeAt(this.at);
      if (!isDigit(digit)) return value;
      if (value === 0 || value >= TOO_LARGE) return -1;
      value = value * 10 + digit - ZERO;
      this.at++;
    }
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

  /** One loop for all of it, as most of the text stands in lists. */
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
  return code === BLANK || code === LINE_FEED || code === RETURN || code === TAB;
}
