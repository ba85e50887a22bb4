import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  DEFAULT_PARSER_LIMITS,
  type EntrySink,
  excerptOf,
  type Format,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  quoted,
  tooLong,
} from '../contract/format.js';
import { draftOfFields, isWrapper } from '../json/json-entry.js';
import { fieldRole, type FieldRole, Fields } from '../json/fields.js';
import { isRow } from '../contract/picture-lines.js';
import { dzn } from './dzn.js';

/**
 * Lists with names, as people paste them out of programs in any language: what their brackets hold
 * means what it means in JSON.
 *
 *   file    ( name sign value )*         in any order and in brackets of any kind; other text is
 *                                        ignored
 *   name    as a field of JSON may be called, or x for columns and y for rows; `self.rows` says the
 *           same, `cat_rows` goes with `cat_columns`, and `rows2` with `columns2`
 *   sign    = : := => <- or the bracket of a call, with a type before or after it
 *   value   a number, a text, or a list: values in brackets of any kind, with words before them:
 *           List.of(..), new int[]{..}, vec![..]; of clues without brackets around all: (3), (1, 1)
 *
 * Comments are those of the languages: # // % -- and / * .. * /. Tables of 0 and 1, and texts of
 * rows, are pictures if their names say so, or if nothing has a name.
 *
 * In brackets, each pair of sides is a puzzle. Outside, a blank line, a title or a second list of
 * the same side ends it, except that a blank line may part a side from the other.
 */
export const lists: Format = {
  name: 'lists',
  extensions: ['.lists', '.txt'],
  holds: new Set(['name', 'title', 'many']),
  detect,
  createParser: (sink, limits) => new ListsParser(sink, limits),
  ...inSequence({ puzzle: puzzleText, between: '\n' }),
};

/** Reads the head: what is recognised is what is read. */
function detect(head: string): number {
  // JSON and MiniZinc, whatever the file is called: they say more than lists do.
  if (/^[\s[]*\{\s*"/.test(head) || dzn.detect(head) > 0) return 0;
  let entries = 0;
  const sink = { entry: () => entries++, reject: () => undefined };
  const parser = new ListsParser(sink, DEFAULT_PARSER_LIMITS);
  parser.write(head);
  parser.end();
  if (entries > 0 || parser.sides.size === 2) return 0.55;
  return parser.sides.size > 0 && head.length > 32768 ? 0.3 : 0;
}

type Side = 'rows' | 'columns';

/** What a name in a program stands for. */
interface Name {
  readonly word: string;
  readonly line: number;
  readonly role: FieldRole | null;
  readonly side: Side | null;
  /** Of which puzzle it is a side, if it says so: `cat_rows`. */
  readonly puzzle: string | null;
  /** What its partner shares with it; empty if only its place tells. */
  readonly key: string;
}

const SIDES = tableOf<Side>({
  rows: 'rows rowClues rowSide',
  columns: 'columns columnClues columnSide',
});

/** The meaning of each word, from a table that has the words of each meaning. */
function tableOf<T extends string>(words: Partial<Record<T, string>>): Map<string, T> {
  const all = Object.entries(words) as [T, string][];
  return new Map(all.flatMap(([one, its]) => its.split(' ').map((word) => [word, one])));
}

function nameOf(written: string, line: number): Name {
  const word = written.slice(written.lastIndexOf('.') + 1);
  const last = word.replace(/[\d$]+$/, '');
  const number = word.slice(last.length);
  const name = { word, line, side: null, puzzle: null, key: '' };
  if (isLetter(last)) {
    const side = /x/i.test(last) ? 'columns' : 'rows';
    return { ...name, role: side === 'rows' ? 'rowSide' : 'columnSide', side, key: number };
  }
  for (let from = 0; from >= 0; from = nextWord(last, from)) {
    const role = fieldRole(last.slice(from));
    if (role === null || (!SIDES.has(role) && role !== 'clues')) continue;
    const puzzle = last.slice(0, from).replace(/_+$/, '') || null;
    return { ...name, role, side: SIDES.get(role) ?? null, puzzle, key: (puzzle ?? '') + number };
  }
  const role = fieldRole(word);
  // In a program, a level is a puzzle, or its number.
  return { ...name, role: role === 'label' ? null : role };
}

/** Whether a name is only x or y, as much else is called. */
function isLetter(word: string): boolean {
  return /^[xy]_?$/i.test(word);
}

/** Where the next word of a name begins, as in `cat_rows`; -1 if there is none. */
function nextWord(name: string, from: number): number {
  const at = name.indexOf('_', from);
  return at < 0 || at + 1 === name.length ? -1 : at + 1;
}

/** A piece of a program; comments and most signs are none. */
interface Token {
  readonly kind:
    'word' | 'text' | 'open' | 'close' | 'separator' | 'assign' | 'sign' | 'blank line';
  readonly text: string;
  readonly line: number;
  /** Whether it follows the token before without a blank. */
  readonly isAdjacent: boolean;
  readonly startsLine: boolean;
}

/** Signs of which two can make one, and what they are then. */
const PAIRS = tableOf<Token['kind'] | 'comment' | 'line comment' | 'long text'>({
  'line comment': '// --',
  comment: '/*',
  'long text': '[[',
  assign: ':= => <-',
  sign: ':: == != <= >=',
});

const SIGNS = tableOf<Token['kind']>({
  open: '( [ {',
  close: ') ] }',
  separator: ', ;',
  assign: '= :',
});

/** Cuts a program into tokens, with the comments and the texts of many languages. */
class Tokens {
  private line = 1;
  private mode: 'code' | 'text' | 'long text' | 'line comment' | 'comment' = 'code';
  /** The word or the text that is being read. */
  private text = '';
  private quote = '';
  /** How many quotes the text ends with so far. */
  private quotes = 0;
  /** The last line of a text; of a long one, the last sign. */
  private row = '';
  private isEscaped = false;
  /** A sign that may be the first of two. */
  private first = '';
  private isAdjacent = false;
  private startsLine = true;
  /** What is known of the token that is being read. */
  private begin = { line: 1, isAdjacent: false, startsLine: true };

  constructor(
    private readonly token: (token: Token) => void,
    private readonly maxLength: number,
  ) {}

  read(sign: string): void {
    if (this.mode === 'text') this.textSign(sign);
    else if (this.mode === 'long text') this.longSign(sign);
    else if (this.mode === 'line comment') {
      if (sign === '\n') this.mode = 'code';
    } else if (this.mode === 'comment') {
      if (this.text === '*' && sign === '/') this.endText();
      else this.text = sign;
    } else this.code(sign);
    if (sign === '\n') {
      if (this.startsLine && this.mode === 'code') this.give('blank line', '');
      this.line++;
      this.startsLine = true;
      this.isAdjacent = false;
    } else if (sign.trim() !== '') this.startsLine = false;
  }

  end(): void {
    this.read('\n');
    if (this.mode === 'text') this.endQuote();
    if (this.mode === 'long text') this.longSign(',');
    this.endSign();
  }

  private code(sign: string): void {
    if (/[\w.$]/.test(sign)) {
      if (this.text === '') {
        const isNegative = this.first === '-' && /\d/.test(sign);
        if (isNegative) this.first = '';
        this.endSign();
        this.beginToken();
        this.text = isNegative ? '-' : '';
      }
      if (this.text.length < 1000) this.text += sign;
      return;
    }
    if (this.text !== '') this.give('word', this.endText());
    const pair = PAIRS.get(this.first + sign);
    if (pair === undefined) {
      this.endSign();
      if (sign === '"' || sign === "'" || sign === '`') {
        this.mode = 'text';
        this.quote = sign;
        this.quotes = 0;
        this.row = '';
        this.beginToken();
      } else if (sign === '#' || sign === '%') this.mode = 'line comment';
      else if (sign.trim() === '' || sign === '\\') this.isAdjacent = false;
      else {
        this.first = sign;
        this.beginToken();
      }
      return;
    }
    if (pair === 'comment' || pair === 'line comment' || pair === 'long text') this.mode = pair;
    else this.give(pair, pair === 'assign' ? '=' : this.first + sign);
    this.first = '';
  }

  private endSign(): void {
    const { first } = this;
    this.first = '';
    if (first !== '') this.give(SIGNS.get(first) ?? 'sign', first);
  }

  private textSign(sign: string): void {
    const { quote } = this;
    if (quote.length === 2) {
      // Three quotes begin a text of several lines: the first two look like an empty text.
      this.quotes = 0;
      if (sign === quote[0]) this.quote = quote + sign;
      else {
        this.endQuote();
        this.code(sign);
      }
      return;
    }
    this.quotes = sign === quote[0] && !this.isEscaped ? this.quotes + 1 : 0;
    if (this.isEscaped) this.isEscaped = false;
    else if (sign === '\\') this.isEscaped = true;
    else if (this.quotes === quote.length) {
      if (this.text === '' && quote !== '`') this.quote = quote + quote;
      else this.endQuote(quote.length - 1);
      return;
    } else if (sign === '\n' && quote.length === 1 && quote !== '`') {
      // Only a picture goes on in the next line: other texts have lost their second quote.
      if (quote === "'" || (this.text !== '' && !isRow(this.row))) {
        this.endQuote();
        return;
      }
    }
    this.row = sign === '\n' ? '' : this.row + sign;
    if (this.text.length <= this.maxLength) this.text += sign;
  }

  /** Lua has texts of several lines in two brackets; lists of lists begin like them. */
  private longSign(sign: string): void {
    this.text += sign;
    const { row } = this;
    this.row = sign;
    if (/[\s\w.#*@-]/.test(sign) || (sign === ']' && row !== ']')) return;
    const isEnd = sign === ']' && /\S\r?\n/.test(this.text);
    const text = this.endText();
    if (isEnd && linesOf(text.slice(0, -2)).every(isRow)) this.give('text', text.slice(0, -2));
    else {
      this.line = this.begin.line;
      this.give('open', '[');
      this.give('open', '[');
      for (const one of text) this.read(one);
    }
  }

  /** The text that ends here, without its last characters. */
  private endText(over = 0): string {
    const text = this.text.slice(0, this.text.length - over);
    this.text = '';
    this.mode = 'code';
    return text;
  }

  private endQuote(over = 0): void {
    const text = this.endText(over);
    this.give('text', this.quote === "'" ? text : unescaped(text));
  }

  private beginToken(): void {
    const { line, isAdjacent, startsLine } = this;
    this.begin = { line, isAdjacent, startsLine };
  }

  private give(kind: Token['kind'], text: string): void {
    this.isAdjacent = true;
    this.token({ kind, text, ...this.begin });
  }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Words that are values; what nobody knows is null. */
const KEYWORDS = tableOf({
  true: 'true True TRUE',
  false: 'false False FALSE',
  null: 'null nil None undefined',
});

/** Names of pictures: only under these, or where nothing has a name, tables of 0 and 1 are some. */
const PICTURES =
  /puzzle|nonogram|picross|griddler|hanjie|level|picture|image|grid|pattern|board|map|solution|pixel|sprite|drawing/i;

/** No list of clues nests deeper than this, wrappers included. */
const MOST_DEPTH = 8;

/** So many sides may wait for their partners. */
const MOST_WAITING = 1000;

/** A side that was met. */
interface FoundSide {
  readonly name: Name;
  readonly side: Side;
  readonly value: unknown;
  /** Why it cannot be read, or null. */
  broken: string | null;
  readonly paragraph: number;
  readonly text: string;
}

/** What the file, or a bracket, holds of puzzles. */
class Scope {
  /** What is said of the next puzzle. */
  about = new Fields();
  /** Sides without their partners yet. */
  waiting: FoundSide[] = [];
  /** Two sides; of a loose pair, the second may turn out to belong to a third. */
  pair: { first: FoundSide; second: FoundSide; isLoose: boolean } | null = null;
}

/** The file, or a bracket that is open, and its last element as far as it was read. */
class Frame {
  private ownScope: Scope | null = null;
  items: unknown[] = [];
  members: Map<string, unknown> | null = null;
  trouble: string | null = null;
  /** A word in it, which may be that of a type. */
  firstWord: string | null = null;
  commas = 0;
  /** Values with nothing between them. */
  gaps = 0;
  /** Whether its last value is in brackets without a word before them. */
  isBare = false;
  /** Whether it holds what no picture has; outside of fields, only pictures are kept. */
  isOther = false;

  /** What the element is called, and by which sign: a bracket if it is called with it. */
  name: Name | null = null;
  sign = '';
  word: string | null = null;
  values: unknown[] = [];
  isTuple = false;
  isJoined = false;
  /** What makes it something else than a value, and why a list in it cannot be read. */
  strange: string | null = null;
  broken: string | null = null;

  constructor(
    readonly bracket: string,
    /** What it is the value of. */
    readonly of: Name | null,
    /** Whether all it holds matters: it is the value of a field, or in one. */
    public isKept: boolean,
    readonly isCalled: boolean,
    readonly startsLine: boolean,
  ) {}

  get scope(): Scope {
    return (this.ownScope ??= new Scope());
  }

  get isScope(): boolean {
    return this.ownScope !== null;
  }

  clearElement(): void {
    this.name = this.word = this.strange = this.broken = null;
    this.values = [];
    this.isTuple = this.isJoined = false;
  }
}

class ListsParser implements Parser {
  /** Which sides were met. */
  readonly sides = new Set<Side>();
  private readonly tokens: Tokens;
  /** The last token: the next one can change what it means. */
  private held: Token | null = null;
  private stack: Frame[] = [new Frame('', null, false, false, true)];
  /** How many brackets are around the value of the last field. */
  private keptFrom = 0;
  /** How many characters it has, and the first of them. */
  private length = 0;
  private text = '';
  private paragraph = 0;
  /** Which side comes first in this file. */
  private order: Side | null = null;
  private found = 0;
  private isBlank = true;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {
    this.tokens = new Tokens((token) => this.hold(token), limits.maxEntryLength);
  }

  write(text: string): void {
    for (const sign of text) this.tokens.read(sign);
    this.isBlank &&= text.trim() === '';
  }

  end(): void {
    this.tokens.end();
    if (this.held !== null) this.take(this.held, null);
    this.cutOff();
    for (;;) {
      this.endElement();
      if (this.stack.length === 1) break;
      this.pop(null);
    }
    this.flush(this.top.scope);
    if (this.found === 0 && !this.isBlank) {
      this.reject('expected rows = [[..]] and columns = [[..]], found none', 1);
    }
  }

  private get top(): Frame {
    return this.stack[this.stack.length - 1];
  }

  private hold(token: Token): void {
    if (this.held !== null) this.take(this.held, token);
    this.held = token;
  }

  private take(token: Token, next: Token | null): void {
    const { top } = this;
    const { kind, text } = token;
    const { name, values } = top;
    if (top.isKept) {
      this.length += text.length;
      if (this.text.length < 200) this.text += text;
    }
    switch (kind) {
      case 'word':
        this.word(token, next);
        break;
      case 'text':
        if (next?.kind === 'assign') this.name(text, token.line, next.text);
        else this.textToken(text);
        break;
      case 'open':
        this.open(token);
        break;
      case 'close':
        this.close(token, next);
        break;
      case 'separator':
        this.separator(text, next);
        break;
      case 'assign':
        // What came before it is a type: rows: number[][] = [..]
        if (name === null || text !== '=' || top.sign === '=') break;
        top.clearElement();
        Object.assign(top, { name, sign: text });
        break;
      case 'sign':
        if (text === '+' && typeof values.at(-1) === 'string') top.isJoined = true;
        // An item of a list of YAML or Markdown: what is named above it has no value of its own.
        else if (text === '-' && token.startsLine && !top.isKept) this.endElement();
        else if (!(values.length > 0 ? /[-/!&<>\\]/ : /[-/!&<>\\*]/).test(text)) {
          top.strange ??= text;
        }
        break;
      case 'blank line':
        if (!top.isKept) this.endElement();
        this.paragraph++;
        if (this.stack.length === 1) this.givePair(top.scope);
    }
  }

  private word(token: Token, next: Token | null): void {
    const { top } = this;
    const { text, line } = token;
    const digits = /^(-?\d{1,9})(?:[ui](?:8|16|32|64|size)|[uUlL]{1,3})?$/.exec(text);
    const keyword = KEYWORDS.get(text);
    if (next?.kind === 'assign' && !/^[-.]?\d/.test(text)) {
      // Unless it is a type: rows: number = ..
      if (top.name === null || top.sign !== ':' || top.name.line !== line) {
        this.name(text, line, next.text);
      }
    } else if (digits !== null) this.push(Number(digits[1]));
    else if (/^[-.]?\d/.test(text)) {
      this.push(null);
      top.broken ??= `expected whole numbers of cells, found ${quoted(text)}`;
    } else if (keyword !== undefined) this.push(JSON.parse(keyword));
    else if (/^\.+$/.test(text)) top.isJoined = typeof top.values.at(-1) === 'string';
    else if (token.isAdjacent && text.startsWith('.') && top.values.length > 0) {
      top.strange ??= text;
    } else {
      // Without a sign between them, statements end where the next begins.
      if (!top.isKept && top.values.length > 0) this.endElement();
      const isCall = next?.kind === 'open' && next.text !== '{' && !top.isKept;
      const name = isCall && top.name === null ? nameOf(text, line) : null;
      if (name !== null && (name.side !== null || name.role === 'clues'))
        this.name(text, line, '(');
      else top.word = top.firstWord = text;
    }
  }

  private textToken(text: string): void {
    const { top } = this;
    const last = top.values.at(-1);
    if (typeof last === 'string' && (top.isJoined || last.endsWith('\n'))) {
      if (last.length <= this.limits.maxEntryLength)
        top.values[top.values.length - 1] = last + text;
      top.isJoined = false;
      return;
    }
    this.push(text);
  }

  private push(value: unknown): void {
    const { top } = this;
    if (!top.isKept && top.values.length > 0 && !top.isTuple) this.endElement();
    top.isTuple = false;
    if (top.values.length <= MAX_BLOCK_LENGTH) top.values.push(value);
    top.isBare = false;
  }

  private open({ text, startsLine }: Token): void {
    const { top } = this;
    if (!top.isKept && top.values.length > 0 && !top.isTuple) this.endElement();
    const isField = top.name !== null && top.name.role !== null;
    if (!top.isKept && isField && !top.isTuple) {
      this.keptFrom = this.stack.length;
      this.length = 0;
      this.text = text;
    }
    const { name, isKept, word } = top;
    top.word = null;
    this.stack.push(new Frame(text, name, isKept || isField, word !== null, startsLine));
  }

  private close({ text, line }: Token, next: Token | null): void {
    this.endElement();
    const { top } = this;
    if (this.stack.length > 1) {
      if (CLOSING[top.bracket] !== text) {
        top.trouble ??= `expected ${quoted(CLOSING[top.bracket])}, found ${quoted(text)}`;
      }
      this.pop(next, line);
      return;
    }
    // The list before it is not whole.
    const { pair, waiting } = top.scope;
    const last = pair?.second ?? waiting.at(-1);
    if (last !== undefined) last.broken ??= 'a bracket closes that was not opened';
  }

  /** Hands what the last bracket holds to the one around it. */
  private pop(next: Token | null, line = 0): void {
    const frame = this.stack.pop()!;
    const { top } = this;
    const { items, members, bracket, isCalled, isKept } = frame;
    if (!isKept && frame.isScope) this.leave(frame);
    if (items.length === 0 && members === null && frame.firstWord !== null) {
      // Nothing but words in brackets are a type, or the heading of a section.
      const isHeading = frame.startsLine && bracket === '[' && !isCalled && top.name === null;
      if (isHeading && this.stack.length === 1) this.flush(top.scope, '');
      else top.word = frame.firstWord;
      return;
    }
    const [only] = items;
    if (bracket === '[' && next !== null && items.every((item) => typeof item !== 'object')) {
      const isKey = next.kind === 'assign' && top.name === null && items.length === 1;
      if (isKey && (typeof only === 'string' || typeof only === 'number')) {
        this.name(String(only), line, next.text);
        return;
      }
      const isType =
        next.kind === 'open'
          ? isCalled ||
            (next.isAdjacent && (items.length === 0 || (!top.isKept && top.name !== null)))
          : next.kind === 'word'
            ? next.isAdjacent && !next.text.startsWith('.')
            : next.kind === 'assign';
      if (isType) {
        top.word = bracket;
        return;
      }
    }
    if (frame.commas > 0 && frame.gaps > 0) frame.trouble ??= 'a comma is missing';
    if (isKept && this.length > this.limits.maxEntryLength) {
      frame.trouble ??= tooLong('a list', this.limits.maxEntryLength);
    }
    if (isKept && this.stack.length - this.keptFrom >= MOST_DEPTH) {
      frame.trouble ??= 'the lists nest too deep';
    }
    top.broken ??= frame.trouble;
    // What is called with one list is that list: np.array([..])
    const isCall = bracket === '(' && isCalled && items.length === 1 && frame.isBare;
    const value = members === null ? (isCall ? only : items) : Object.fromEntries(members);
    this.push(frame.trouble !== null || frame.isScope || (!isKept && frame.isOther) ? null : value);
    top.isBare = !isCalled;
  }

  private separator(sign: string, next: Token | null): void {
    const { top } = this;
    const { name, values } = top;
    if (top.isKept && name === null) {
      top.commas++;
      if (values.length === 0 && top.word === null) {
        top.trouble ??= `expected a value before ${quoted(sign)}`;
      }
    }
    // Clues without brackets around all of them: rows = (3), (1, 1)
    top.isTuple = sign === ',' && next?.kind === 'open' && !top.isKept && isClue(values.at(-1));
    if (top.isTuple && name?.side != null) top.word = null;
    else this.endElement();
  }

  private name(word: string, line: number, sign: string): void {
    this.endElement();
    const name = nameOf(word, line);
    if (this.top.isKept && name.side !== null) {
      const kept = this.stack.slice(this.keptFrom);
      if (this.top.items.length > 0 || kept.some(({ of }) => of?.side != null)) this.cutOff();
      else this.unkeep(this.top);
    }
    Object.assign(this.top, { name, sign });
  }

  /** What looked like a field's value holds a puzzle itself: data = { rows: [..], .. } */
  private unkeep(frame: Frame): void {
    const { members } = frame;
    frame.isKept = false;
    frame.members = null;
    for (const [word, value] of members ?? []) this.field(frame, nameOf(word, 0), [value], null);
  }

  /** Where the next list begins, or the file ends, a list before it is lost. */
  private cutOff(): void {
    if (!this.top.isKept) return;
    while (this.top.isKept) this.stack.pop();
    this.top.broken = 'a list is not closed';
    this.endElement();
  }

  private endElement(): void {
    const { top } = this;
    const { name, values, word, strange, isKept } = top;
    const broken =
      top.broken ??
      (strange === null ? null : `expected lists of numbers, found ${quoted(strange)}`);
    const { sign } = top;
    top.clearElement();
    if (name !== null && !isKept) {
      if (values.length > 0 || broken !== null || (sign === '=' && word === null)) {
        this.field(top, name, values, broken);
      }
      return;
    }
    if (isKept) top.trouble ??= broken;
    if (name !== null) {
      (top.members ??= new Map<string, unknown>()).set(name.word, values.at(-1));
      return;
    }
    if (isKept && values.length === 0 && word !== null) {
      top.trouble ??= `expected numbers, found ${quoted(word)}`;
    }
    if (values.length > 1) top.gaps++;
    for (const value of values) {
      if (!isKept && this.picture(value, null)) continue;
      top.isOther ||= !isKept && !isOfPicture(value);
      if (!top.isOther && top.items.length <= MAX_BLOCK_LENGTH) top.items.push(value);
    }
  }

  /** Takes the value of a name: none, one, or clues without brackets around all of them. */
  private field(frame: Frame, name: Name, values: unknown[], broken: string | null): void {
    const { scope } = frame;
    const { role, side, word } = name;
    const value = values.length > 1 ? values : values.at(0);
    const isRoot = frame === this.stack[0];
    if (side !== null) {
      if (typeof value === 'number') {
        if (!isRoot) scope.about[side === 'rows' ? 'height' : 'width'] ??= value;
        return;
      }
      // Much else is called x and y.
      if (isLetter(word.replace(/\d+$/, '')) && !(Array.isArray(value) && !isClue(value))) return;
      const isList = typeof value === 'object' || typeof value === 'string';
      if (isList && broken === null) this.sides.add(side);
      const reason = broken ?? (isList ? null : 'expected lists of numbers, found none');
      const { paragraph, text } = this;
      this.side(scope, { name, side, value, broken: reason, paragraph, text });
    } else if (role === 'clues') {
      if (broken !== null) this.reject(broken, name.line, scope.about.name);
      else if (Array.isArray(value)) {
        scope.about.clues = unwrapped(value);
        this.give(scope, name.line, this.text);
      }
    } else if (role === 'name' || role === 'title') {
      if (typeof value !== 'string' && (isRoot || typeof value !== 'number')) return;
      if (isRoot) this.flush(scope, '');
      scope.about.add(role, word, value);
    } else if (isRoot || role === null) {
      if (this.sides.size === 0) this.picture(value, name);
    } else scope.about.add(role, word, isPicture(value) ? rowsOf(value) : value);
  }

  /** Whether a value is a picture; it is an entry then. */
  private picture(value: unknown, name: Name | null): boolean {
    if (!isPicture(value) || !isSurely(value)) return false;
    const around = this.stack.flatMap(({ of }) => of ?? []);
    const names = name === null ? around : [...around, name];
    if (names.length > 0 && !names.some(({ word }) => PICTURES.test(word))) return false;
    const scope = new Scope();
    scope.about.grid = rowsOf(value);
    this.give(scope, name?.line ?? null, '', name?.word);
    return true;
  }

  private side(scope: Scope, one: FoundSide): void {
    const { pair } = scope;
    const { side, name } = one;
    if (pair !== null) {
      const { first, second } = pair;
      const isNearer = first.side === side && second.paragraph === one.paragraph;
      if (pair.isLoose && isNearer && second.name.key === name.key) {
        scope.pair = { first: second, second: one, isLoose: false };
        this.lose(scope, first);
        return;
      }
      this.givePair(scope);
    }
    const { waiting } = scope;
    const twin = waiting.find((other) => other.side === side && other.name.key === name.key);
    if (twin !== undefined) this.lose(scope, twin);
    const others = waiting.filter((other) => other.side !== side);
    // Names that say less than the partner's: `rows` of `cat_columns`.
    const partner =
      others.find((other) => other.name.key === name.key) ??
      (others.length === 1 && (name.key === '' || others[0].name.key === '')
        ? others[0]
        : undefined);
    if (partner === undefined) {
      waiting.push(one);
      if (waiting.length > MOST_WAITING) this.lose(scope, waiting[0]);
      return;
    }
    scope.waiting = waiting.filter((other) => other !== partner);
    const isOrdered = name.key !== '' || partner.side === (this.order ?? partner.side);
    const isLoose = partner.paragraph !== one.paragraph || !isOrdered;
    scope.pair = { first: partner, second: one, isLoose };
  }

  /** Ends what is open: of which only the place tells, if `key` is empty, else all. */
  private flush(scope: Scope, key?: ''): void {
    this.givePair(scope);
    for (const one of [...scope.waiting]) {
      if (key === undefined || one.name.key === key) this.lose(scope, one);
    }
  }

  private givePair(scope: Scope, called?: string): void {
    const { pair } = scope;
    if (pair === null) return;
    const { first, second } = pair;
    const { about } = scope;
    const line = Math.min(first.name.line, second.name.line);
    const puzzle = first.name.puzzle ?? second.name.puzzle ?? called;
    scope.pair = null;
    for (const { broken, side, name, value } of [first, second]) {
      if (broken !== null) {
        scope.about = new Fields();
        this.reject(`${side}: ${broken}`, line, about.name ?? puzzle, first.text);
        return;
      }
      if (name.role !== null) about.add(name.role, name.word, unwrapped(value));
    }
    if (second.name.key === '') this.order ??= first.side;
    this.give(scope, line, first.text, puzzle);
  }

  /** Hands on the puzzle that a scope tells of. */
  private give(scope: Scope, line: number | null, text: string, called?: string): void {
    const { about } = scope;
    scope.about = new Fields();
    const found = draftOfFields(about, called);
    if (found.draft === undefined) {
      this.reject(found.reason, line, found.name, text);
      return;
    }
    const { name, title, draft } = found;
    this.found++;
    this.sink.entry({ line, name, title, draft, excerpt: () => excerptOf(text) });
  }

  /** What a bracket that closes holds of a puzzle belongs to it, or to the one around it. */
  private leave(frame: Frame): void {
    const { scope, of } = frame;
    const { about, pair } = scope;
    const { top } = this;
    const isWrapped = of !== null && (of.role !== null || isWrapper(of.word));
    if (pair !== null && isWrapped && this.stack.length > 1) {
      this.givePair(top.scope);
      top.scope.pair = pair;
      top.scope.about.addMissing(about);
      scope.pair = null;
    }
    const called = isWrapped ? undefined : of?.word;
    const hasSides = pair !== null || scope.waiting.length > 0;
    this.givePair(scope, called);
    this.flush(scope);
    if (!hasSides && isPicture(about.grid ?? about.goal)) {
      this.give(scope, of?.line ?? null, '', called);
    }
  }

  /** Rejects a side that has no partner. */
  private lose(scope: Scope, one: FoundSide): void {
    scope.waiting = scope.waiting.filter((other) => other !== one);
    const { side, broken, name, value, text } = one;
    const called = scope.about.name ?? name.puzzle;
    // A name without any list is one of a program.
    if (value === undefined && broken !== 'a list is not closed') return;
    scope.about = new Fields();
    const reason = broken === null ? `expected rows and columns, found only ${side}` : null;
    this.reject(reason ?? `${side}: ${broken}`, name.line, called, text);
  }

  private reject(reason: string, line: number | null, name: unknown = null, text = this.text) {
    this.found++;
    this.sink.reject({
      line,
      name: typeof name === 'string' ? name : null,
      // A list without a number or a text may be anything.
      kind: /[\d"'`]/.test(text) ? 'clues' : 'text',
      reason: `lists: ${reason}`,
      excerpt: excerptOf(text),
    });
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text.replaceAll('\n', '\\n')}"`) as string;
  } catch {
    return text;
  }
}

function isClue(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

/** A list without the brackets that only wrap it. */
function unwrapped(value: unknown): unknown {
  let list = value;
  for (;;) {
    const [only] = Array.isArray(list) && list.length === 1 ? (list as unknown[]) : [];
    if (!Array.isArray(only) || !only.some((one) => Array.isArray(one))) return list;
    list = only;
  }
}

/** The lines of a text, without those and the blanks that are only there for looks. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^[ \t]*\r?\n/, '').trimEnd();
  return lines === '' ? [] : lines.split(/\r?\n/).map((line) => line.trim());
}

function isBit(value: unknown): boolean {
  return value === 0 || value === 1 || typeof value === 'boolean';
}

/** Whether a value can be a cell, a row or a text of a picture. */
function isOfPicture(value: unknown): boolean {
  return typeof value === 'string' || isBit(value) || (Array.isArray(value) && value.every(isBit));
}

/** Whether a value is a picture: rows of 0 and 1, texts that are rows, or a text of rows. */
function isPicture(value: unknown): boolean {
  const rows = rowsOf(value);
  const isOne = (row: unknown): boolean =>
    typeof row === 'string' ? isRow(row) : Array.isArray(row) && row.every(isBit);
  return Array.isArray(rows) && rows.length > 1 && rows.every(isOne);
}

function rowsOf(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\n') ? linesOf(value) : value;
}

/** Whether a picture is not just a few equal numbers: its rows are of one length and two signs. */
function isSurely(value: unknown): boolean {
  const rows = rowsOf(value) as (string | unknown[])[];
  const signs = new Set(rows.flatMap((row) => Array.from<unknown>(row)).map(Number));
  const { length } = rows[0];
  return length > 1 && rows.every((row) => row.length === length) && signs.size > 0;
}

function puzzleText({ name, title, puzzle: { rows, columns } }: NamedPuzzle): string {
  let text = name === null ? '' : `name = ${JSON.stringify(name)}\n`;
  if (title !== null) text += `title = ${JSON.stringify(title)}\n`;
  return `${text}rows = ${JSON.stringify(rows)}\ncolumns = ${JSON.stringify(columns)}\n`;
}
