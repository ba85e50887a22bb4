import { tooLong } from '../contract/format.js';
import { countLines, HeldText } from '../contract/lines.js';
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
import {
  CLUE_ROLES,
  fieldRole,
  type FieldRole,
  Fields,
  isLetterOfSide,
  isTextKey,
} from './fields.js';

interface ElementSink {
  /**
   * One whole element. `line` is where it starts, or null if something else precedes it on that
   * line; `place` is its index in its list, its key in a map of puzzles, or null if it is alone.
   */
  element(text: string, line: number | null, place: ElementPlace): void;
  /** One element that cannot be cut out, and why. */
  broken(text: string, line: number | null, place: ElementPlace, reason: string): void;
}

/** An element's index in its list, its key in a map of puzzles, or null. */
export type ElementPlace = number | string | null;

/**
 * What a key says of its object: that it has clues; that it has if its value is a list or a text,
 * as a puzzle can be called so; that it is a puzzle if its value is a list or a text; or something
 * about a puzzle. Null if it says nothing.
 */
type KeyKind = 'clues' | 'place' | 'picture' | 'about' | null;

function kindOfKey(key: string): KeyKind {
  if (isLetterOfSide(key)) return 'place';
  const role = fieldRole(key);
  // "data" is just as often the list of puzzles.
  if (role === null || key.toLowerCase() === 'data') return null;
  if (role === 'rowSide' || role === 'columnSide') return 'place';
  if (CLUE_ROLES.includes(role)) return 'clues';
  return role === 'grid' || role === 'goal' || role === 'start' ? 'picture' : 'about';
}

/** Deeper than any puzzle; limits the search for a closing bracket that never comes. */
const MAX_DEPTH = 24;

const TOO_DEEP = `its brackets nest deeper than ${MAX_DEPTH}`;

/** In a shorter text it does not matter how deep they nest. */
const LONG_TEXT = 1 << 16;

/** The longest string that can be a key of interest. */
const LONG_STRING = 1024;

/** The most characters of an element that is neither an object nor a list, so not a puzzle. */
const MAX_VALUE_LENGTH = 65536;

/** Where a broken element may end: not before an object that is a coloured block: {"n":3,"c":1}. */
const RESUME = /\n[ \t]*(?=\{)|\}\s*,\s*(?=\{\s*"(?!n"|c")[^]{2})/g;

/** As RESUME, in a map of puzzles. */
const RESUME_IN_MAP = /\}\s*,\s*(?="(?:[^"\\\n]|\\.){0,100}"\s*:\s*[{[])/g;

/** More text is needed. */
const WAIT = 'wait';

const BROKEN_STRING = -2;

/**
 * Cuts JSON text, fed in pieces, into the elements that may be puzzles, so that a file of any
 * size is read with one element in memory, and one broken element costs no other.
 *
 *   file      value*              one after the other, as in NDJSON too
 *   value     a list: its elements, or those of the lists in it
 *             an object: an element; but if it holds a list of objects, under keys of which none is
 *             a puzzle's, the elements of that list; and if it holds two objects that are or hold a
 *             puzzle, it is a map: each such object is an element, and its key is the puzzle's name
 *
 * Only brackets, strings and keys are understood here; JSON.parse judges each element. If brackets
 * or quotes do not match, the element is reported as broken, and reading goes on at the next line
 * that starts with `{`, or after the next `},` that an object follows.
 */
export class JsonSplitter {
  /** The text from the element on, or else from where it goes on. */
  private readonly held = new HeldText();
  /** How many characters precede `text`. */
  private dropped = 0;
  /** The next character to look at. */
  private at = 0;
  private line = 1;
  /**
   * The first `depth` brackets are open, outermost first. The outer ones, the `containers`, hold
   * elements; the others are part of the element that is being read.
   */
  private readonly brackets: Bracket[] = [];
  private depth = 0;
  private containers = 0;
  /** From this many open brackets on, objects are no elements. */
  private barred = Infinity;
  /** Where the element begins; -1 between elements. */
  private start = -1;
  private startLine = 1;
  /** Whether nothing precedes the element on that line. */
  private startsLine = true;
  /** The last line on which something other than blanks and commas was met. */
  private takenLine = 0;
  /** The last sign met, and the position of the last string: it is a key once a colon follows. */
  private lastSign = 0;
  private stringFrom = 0;
  private stringTo = 0;
  /** Whether `at` is inside a string of which the beginning is not kept. */
  private inString = false;
  /** Whether it is looking for the next element after a broken one. */
  private lost = false;
  /** What the last key says of its object, until its value has begun. */
  private keyKind: KeyKind = null;
  /** Whether nothing precedes the last string on its line, outside of elements. */
  private keyStartsLine = true;
  /** Whether the element, a member of an object, is or holds a puzzle. */
  private holdsPuzzle = false;

  constructor(
    private readonly sink: ElementSink,
    /** Of an element. */
    private readonly maxLength: number,
  ) {}

  write(text: string): void {
    const isLong = this.text.length - this.at > LONG_STRING;
    // The string at `at` is too long for a key: its text is not needed.
    if (isLong && this.start < 0 && !this.lost && !this.inList) this.passString();
    const isKey = this.lastSign === QUOTE && this.start < 0;
    const kept = isKey ? Math.min(this.at, this.stringFrom) : this.start < 0 ? this.at : this.start;
    this.held.drop(kept, 0);
    this.dropped += kept;
    this.at -= kept;
    this.stringFrom -= kept;
    this.stringTo -= kept;
    if (this.start >= 0) this.start = 0;
    if (this.held.add(text, this.maxLength)) this.scan(false);
  }

  end(): void {
    this.held.join();
    this.scan(true);
    while (this.start >= 0) {
      this.fail('it is cut off: a bracket or a quote is not closed');
      this.scan(true);
    }
    if (this.depth > 0 && !this.lost) {
      const reason = 'the file is cut off: its list or object is not closed';
      this.sink.broken('', this.line, null, reason);
    }
  }

  private get text(): string {
    return this.held.text;
  }

  /** Goes on to the end of the text, or to a token that may go on in the next piece. */
  private scan(final: boolean): void {
    while (this.at < this.text.length) {
      if (this.lost && !this.resync(final)) return;
      const reason = this.scanUntilTrouble(final);
      if (reason === WAIT) break;
      if (reason !== null) this.fail(reason);
    }
    const from = this.start >= 0 ? this.start : this.at;
    if (this.text.length - from > this.maxLength) {
      this.fail(tooLong('it', this.maxLength));
      this.scan(final);
    }
  }

  private scanUntilTrouble(final: boolean): string | null {
    const { text } = this;
    if (this.inString) {
      const end = this.endOfString(this.at);
      if (end === BROKEN_STRING) return 'a quote is not closed on its line';
      if (end < 0) {
        if (final) return 'a quote is not closed';
        this.passString();
        return WAIT;
      }
      this.inString = false;
      this.at = this.stringFrom = this.stringTo = end + 1;
      this.lastSign = QUOTE;
    }
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      const kind = kindOf(code);
      if (kind === GAP || (kind === PLAIN && this.start >= 0)) {
        this.at++;
        continue;
      }
      if (code === LINE_FEED) {
        this.line++;
        this.at++;
        continue;
      }
      if (this.start < 0 && this.inList && !isBetween(code)) {
        const reason = this.value(final);
        if (reason !== null) return reason;
        continue;
      }
      if (this.start >= 0 && this.at - this.start > this.maxLength) {
        return tooLong('it', this.maxLength);
      }
      if (kind === STRANGE && this.start >= 0) return `"${text[this.at]}" is out of place`;
      if (code === QUOTE) {
        if (this.keyKind !== null) this.noteValue(code);
        const end = this.endOfString(this.at + 1);
        if (end === BROKEN_STRING) return 'a quote is not closed on its line';
        if (end < 0) return final ? 'a quote is not closed' : WAIT;
        if (this.start < 0) {
          this.keyStartsLine = this.takenLine !== this.line;
          this.takenLine = this.line;
        }
        this.stringFrom = this.at + 1;
        this.stringTo = end;
        this.at = end + 1;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        const reason = this.open(code);
        if (reason !== null) return reason;
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        const reason = this.close(code);
        if (reason !== null) return reason;
      } else {
        if (code === COLON) this.key();
        else {
          this.countElement();
          this.keyKind = null;
        }
        this.at++;
      }
      this.lastSign = code;
    }
    return null;
  }

  /** Whether the innermost bracket is a list's, or none is open. */
  private get inList(): boolean {
    return this.depth === 0 || this.brackets[this.depth - 1].isList;
  }

  /** Notes that an element of the innermost list has ended, if it is one. */
  private countElement(): void {
    if (this.depth > 0) this.brackets[this.depth - 1].ended++;
  }

  /** The index or key of the element in the innermost container; null if there is none. */
  private get place(): ElementPlace {
    if (this.containers === 0) return null;
    const { isList, ended, key } = this.brackets[this.containers - 1];
    return isList ? ended : key;
  }

  /** An element that is neither an object nor a list: up to the next comma, bracket or line end. */
  private value(final: boolean): string | null {
    const { text } = this;
    let quoted = false;
    let end = this.at;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === LINE_FEED) break;
      if (!quoted && (code === COMMA || code === CLOSE_LIST)) break;
      if (code === QUOTE) quoted = !quoted;
      else if (quoted && code === BACKSLASH) end++;
      if (end - this.at >= MAX_VALUE_LENGTH) return tooLong('a value', MAX_VALUE_LENGTH);
    }
    if (end >= text.length && !final) return WAIT;
    const line = this.takenLine === this.line ? null : this.line;
    this.sink.element(text.slice(this.at, end), line, this.place);
    this.takenLine = this.line;
    this.at = Math.min(end, text.length);
    return null;
  }

  /** Where the string ends that goes on at `from`; -1 if the text ends first, or BROKEN_STRING. */
  private endOfString(from: number): number {
    const { text } = this;
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) return i;
      if (code === LINE_FEED) return BROKEN_STRING;
      if (code === BACKSLASH) i++;
    }
    return -1;
  }

  /** Passes over the text of a string that goes on, but for an escape that is cut in two. */
  private passString(): void {
    const { text, at } = this;
    this.inString = true;
    let isCut = false;
    for (let i = text.length - 1; i >= at && text[i] === '\\'; i--) isCut = !isCut;
    this.at = isCut ? text.length - 1 : text.length;
  }

  private noteStart(): void {
    this.startLine = this.line;
    this.startsLine = this.takenLine !== this.line;
  }

  /** The line of the element that has begun, unless something else precedes it there. */
  private get elementLine(): number | null {
    return this.startsLine ? this.startLine : null;
  }

  private open(code: number): string | null {
    if (this.depth - this.containers > MAX_DEPTH) return TOO_DEEP;
    const { inList, depth } = this;
    if (!inList && this.lastSign !== COLON) return 'a bracket or a key is missing before a bracket';
    if (this.keyKind !== null) this.noteValue(code);
    const isObject = code === OPEN_OBJECT;
    const isOuterList = depth === 0 && !isObject;
    if (isObject && depth > this.containers && inList && this.canBeElement()) this.enter();
    if (this.start < 0 && depth === this.containers && !isOuterList) {
      this.start = this.at;
      this.noteStart();
      // The key of an element is a part of it.
      if (!inList) this.startsLine = this.keyStartsLine;
    }
    const bracket = (this.brackets[depth] ??= new Bracket());
    bracket.isList = !isObject;
    bracket.ended = 0;
    bracket.isPuzzle = false;
    bracket.key = bracket.first = bracket.member = null;
    if (isObject && !inList) {
      const from = this.dropped + this.at;
      const { line } = this;
      const { key } = this.brackets[depth - 1];
      bracket.member = { from, to: from, line, startsLine: this.takenLine !== line, key };
    }
    if (this.start < 0) this.takenLine = this.line;
    this.depth++;
    if (isOuterList) this.containers = this.depth;
    this.at++;
    return null;
  }

  /** Whether an object in a list can be an element of its own, and not a part of a puzzle. */
  private canBeElement(): boolean {
    const { brackets, containers, depth, barred } = this;
    if (depth > barred) return false;
    for (let i = containers; i < depth; i++) if (brackets[i].isPuzzle) return false;
    return true;
  }

  /** All open brackets contain elements, it turns out; what came before in lists was not one. */
  private enter(): void {
    const inner = this.brackets.slice(this.containers, this.depth);
    for (const { first } of inner) {
      if (first !== null && first.to > first.from) this.giveMember(first);
    }
    this.containers = this.depth;
    for (const { isList, ended } of inner) {
      for (let index = 0; isList && index < ended; index++) {
        this.sink.broken('', this.elementLine, index, 'expected an object with clues');
      }
    }
    this.forgetElement();
  }

  private close(code: number): string | null {
    const bracket = this.depth > 0 ? this.brackets[this.depth - 1] : null;
    if (bracket?.isList !== (code === CLOSE_LIST)) {
      if (this.start >= 0) return 'its brackets do not match';
      this.start = this.at;
      this.noteStart();
      return 'a closing bracket has no opening one';
    }
    this.depth--;
    if (this.depth <= this.barred) this.barred = Infinity;
    this.containers = Math.min(this.containers, this.depth);
    this.keyKind = null;
    this.takenLine = this.line;
    this.at++;
    if (bracket.member !== null) bracket.member.to = this.dropped + this.at;
    if (this.start < 0 || this.depth > this.containers) return null;
    const text = this.text.slice(this.start, this.at);
    const { holdsPuzzle } = this;
    this.forgetElement();
    // An object with puzzles holds other things too: they are no elements.
    if (this.inList || holdsPuzzle) this.sink.element(text, this.elementLine, this.place);
    return null;
  }

  private key(): void {
    // The string before a colon, which alone is kept from piece to piece.
    if (this.lastSign !== QUOTE || this.inList) return;
    const bracket = this.brackets[this.depth - 1];
    const isBetween = this.start < 0;
    if (bracket.isPuzzle && !isBetween) return;
    const key = this.text.slice(this.stringFrom, this.stringTo);
    this.keyKind = kindOfKey(key);
    const isName = isBetween || this.keyKind === null || this.keyKind === 'place';
    bracket.key = isName ? key : null;
  }

  /** The value begins of a key that says something of its object. */
  private noteValue(code: number): void {
    const { keyKind, depth } = this;
    this.keyKind = null;
    if (keyKind === 'about') {
      // Objects in such a list, a palette for example, are no elements.
      if (code === OPEN_LIST) this.barred = Math.min(this.barred, depth);
      return;
    }
    if (keyKind !== 'clues' && code === OPEN_OBJECT) return;
    const bracket = this.brackets[depth - 1];
    if (this.start >= 0) {
      bracket.isPuzzle = true;
      this.notePuzzle();
    } else if (keyKind !== 'picture' && !bracket.isPuzzle) {
      bracket.isPuzzle = true;
      const reason = 'an object holds clues after a list of objects, and is not read';
      this.sink.broken(this.text.slice(this.stringFrom, this.at), this.line, null, reason);
    }
  }

  /**
   * A puzzle is a member of a container, or the first in an object that is part of the element; the
   * second shows that this object is a map.
   */
  private notePuzzle(): void {
    for (let map = this.depth - 2; map >= 0; map--) {
      const { member } = this.brackets[map + 1];
      const around = this.brackets[map];
      if (member === null || around.isList) return;
      if (map < this.containers) this.holdsPuzzle = true;
      if (map < this.containers || around.isPuzzle) return;
      if (member.key === null) continue;
      if (around.first !== null && around.first !== member) {
        this.containers = map + 1;
        this.giveMember(around.first);
        this.start = member.from - this.dropped;
        this.startLine = member.line;
        this.startsLine = member.startsLine;
        this.holdsPuzzle = true;
        return;
      }
      around.first = member;
    }
  }

  /** Hands over a part of the element that turns out to be one of its own. */
  private giveMember({ from, to, line, startsLine, key }: Member): void {
    const text = this.text.slice(from - this.dropped, to - this.dropped);
    this.sink.element(text, startsLine ? line : null, key);
  }

  private forgetElement(): void {
    this.holdsPuzzle = false;
    this.start = -1;
  }

  /** Gives up the element and looks for the next. */
  private fail(reason: string): void {
    const from = this.start >= 0 ? this.start : this.at;
    if (this.start < 0) this.noteStart();
    const excerpt = this.text.slice(from, from + 2000);
    this.sink.broken(excerpt, this.elementLine, this.place, reason);
    this.keyKind = null;
    this.depth = this.containers;
    this.barred = Infinity;
    if (this.inList) this.countElement();
    this.line = this.takenLine = this.startLine;
    this.at = from;
    this.forgetElement();
    this.inString = false;
    this.lost = true;
    // From the second character on, or the broken element would be found again.
    if (this.text.charCodeAt(this.at) === LINE_FEED) this.line++;
    this.at++;
  }

  /** Whether the next element was found; text that cannot be its beginning is dropped. */
  private resync(final: boolean): boolean {
    const next = this.inList ? RESUME : RESUME_IN_MAP;
    next.lastIndex = this.at;
    const found = next.exec(this.text);
    let to = this.text.length;
    if (found !== null) to = next.lastIndex;
    else if (!final) to = Math.max(this.at, to - 200);
    this.line += countLines(this.text, this.at, to);
    this.at = to;
    this.lost = found === null;
    return found !== null;
  }
}

/** An open bracket; it is used again for others, as there are many. */
class Bracket {
  isList = false;
  /** How many elements of a list have ended. */
  ended = 0;
  /** Whether an object is a puzzle. */
  isPuzzle = false;
  /** The last key of an object; null if that cannot be the name of a puzzle. */
  key: string | null = null;
  /** What an object is in another one. */
  member: Member | null = null;
  /** The first member of an object that is or holds a puzzle. */
  first: Member | null = null;
}

/** An object that is a value in another one. */
interface Member {
  /** Characters of the whole text before it, and before what follows it. */
  readonly from: number;
  to: number;
  readonly line: number;
  /** Whether nothing precedes it on that line. */
  readonly startsLine: boolean;
  /** Null if a puzzle cannot be called so. */
  readonly key: string | null;
}

/** What a character is outside a string: part of a value, a sign, or out of place. */
const PLAIN = 0;
const SIGN = 1;
const STRANGE = 2;
const GAP = 3;

const KINDS = new Uint8Array(128).fill(STRANGE);
for (const sign of '\n",:[]{}') KINDS[sign.charCodeAt(0)] = SIGN;
for (const space of ' \t\r') KINDS[space.charCodeAt(0)] = GAP;
for (const plain of '0123456789+-.eEtrufalsn') KINDS[plain.charCodeAt(0)] = PLAIN;

/** PLAIN, SIGN, STRANGE or GAP. */
function kindOf(code: number): number {
  return code < 128 ? KINDS[code] : STRANGE;
}

/** Whether a character separates elements, or opens or closes something. */
function isBetween(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_LIST ||
    code === OPEN_OBJECT ||
    code === CLOSE_LIST ||
    code === CLOSE_OBJECT
  );
}

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

/** What these hold depends on their values; the others mean the same whatever they hold. */
const DOUBTFUL: ReadonlySet<FieldRole> = new Set<FieldRole>([
  ...(['label', 'rowSide', 'columnSide', 'clues', 'grid', 'palette', 'background'] as const),
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

  /**
   * What is wrong with a long text whose brackets nest deeper than those of any puzzle, else null:
   * JSON.parse takes the longer for a bracket, the more are open.
   */
  depthFault(text: string): string | null {
    if (text.length < LONG_TEXT) return null;
    let depth = 0;
    for (const [found] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
      if (found === '[' || found === '{') depth++;
      else if (found === ']' || found === '}') depth--;
      if (depth > MAX_DEPTH) return TOO_DEEP;
    }
    return null;
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
    const isDoubtful = role === null ? isLetterOfSide(name) || isTextKey(name) : DOUBTFUL.has(role);
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
