import type { Clue } from '../../core/puzzle/types.js';
import { excerptOf, plainDraft, quoted } from '../contract/draft-of.js';
import {
  type EntrySink,
  type Format,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  holding,
  inSequence,
} from '../contract/format.js';
import { parseClueText } from '../parse/clue-text.js';
import { fieldRole } from '../parse/field-names.js';

/**
 * Lists with names, as people paste them out of programs in any language.
 *
 *   file    ( name sign list )*          rows and columns in any order; other text is ignored
 *   name    as a field of JSON may be called, or x for columns and y for rows; `self.rows` says the
 *           same, `cat_rows` goes with `cat_columns`, and `rows2` with `columns2`
 *   sign    = : := => <- or the bracket of a call, with a type before or after it
 *   list    clues in brackets of any kind, with words before them: List.of(..), np.array([..]);
 *           or without brackets around all of them: (3), (1, 1)
 *   clue    numbers in brackets, one number, or a text of numbers
 *
 * Comments are those of the languages: # // % -- and / * .. * /. `title` and `name` may hold texts.
 */
export const lists: Format = {
  name: 'lists',
  extensions: ['.lists', '.txt'],
  holds: holding('name', 'title', 'many'),
  detect,
  createParser: (sink, limits) => new ListsParser(sink, limits),
  ...inSequence({ puzzle: puzzleText, between: '\n' }),
};

type Side = 'rows' | 'columns';

/** What a name in a program stands for: a side of a puzzle, and perhaps of which. */
interface NamedSide {
  readonly side: Side | 'clues';
  readonly puzzle: string | null;
  /** The digits after it, if any: `rows2` goes with `columns2`. */
  readonly number: string;
  /** Whether it is only called x or y, as much else is. */
  readonly isLetter: boolean;
}

function sideNamed(word: string): NamedSide | null {
  const whole = word.slice(word.lastIndexOf('.') + 1);
  const last = whole.replace(/[\d$]+$/, '');
  const number = whole.slice(last.length);
  const letter = /^[xy]_?$/i.exec(last)?.[0][0].toLowerCase();
  if (letter !== undefined) {
    return { side: letter === 'x' ? 'columns' : 'rows', puzzle: null, number, isLetter: true };
  }
  for (let from = 0; from >= 0; from = nextWord(last, from)) {
    const role = fieldRole(last.slice(from));
    const puzzle = last.slice(0, from).replace(/_+$/, '') || null;
    const named = { puzzle, number, isLetter: false };
    if (role === 'rows' || role === 'rowClues') return { side: 'rows', ...named };
    if (role === 'columns' || role === 'columnClues') return { side: 'columns', ...named };
    if (role === 'clues') return { side: 'clues', ...named };
  }
  return null;
}

/** Where the next word of a name begins, as in `cat_rows`; -1 if there is none. */
function nextWord(name: string, from: number): number {
  const at = name.indexOf('_', from);
  return at < 0 || at + 1 === name.length ? -1 : at + 1;
}

/** A name, and what leads from it to a bracket, which may be a type. */
const NAMED =
  /(?<![\w.$])([a-z_$][\w.$]{0,60})(?![\w.$])(?=(["'`]?[\s:=<>\w.[\]()!&*-]{0,60}?(?:[=:({[]|<-)\s{0,8}(?:[[({]|\w{1,9}\.\w{1,9}\()))/gi;

function detect(head: string): number {
  // JSON, whatever its file is called: it says more than lists do.
  if (/^[\s[]*\{\s*"/.test(head)) return 0;
  const found = new Set<string>();
  for (const { 1: word, 2: lead, index } of head.matchAll(NAMED)) {
    const named = sideNamed(word);
    if (named === null) continue;
    const from = index + word.length + lead.length;
    if (named.isLetter && !/^\s*[[({"']/.test(head.slice(from, from + 9))) continue;
    found.add(named.side);
    if (found.has('clues') || found.size === 2) return 0.55;
  }
  return found.size > 0 && head.length > 32768 ? 0.3 : 0;
}

/** A list as it was read: numbers, texts and lists. */
type Tree = (number | string | Tree)[];

/** No list of clues nests deeper than this, wrappers included. */
const MOST_DEPTH = 8;

/** A side that was read, or the reason why it was not. */
interface FoundSide {
  readonly side: Side;
  readonly clues: Clue[] | string;
  readonly line: number;
  readonly puzzle: string | null;
  /** What its partner shares with it; empty if only its place tells. */
  readonly key: string;
  readonly text: string;
}

/** So many sides may wait for their partners. */
const MOST_WAITING = 1000;

class ListsParser implements Parser {
  private line = 1;
  private mode: 'code' | 'text' | 'line comment' | 'comment' = 'code';
  /** The word, the number or the text that is being read. */
  private token = '';
  private tokenLine = 1;
  private quote = '';
  private escaped = false;
  /** The sign before, where two make one. */
  private before = '';

  /** The last name of a side, until its list comes; and whether something leads to a value. */
  private named: (NamedSide & { readonly line: number }) | null = null;
  /** `name` or `title`, if the last word was one of them. */
  private label: 'name' | 'title' | null = null;
  private isAssigned = false;
  private isCall = false;

  private stack: Tree[] = [];
  private list: Tree = [];
  private numbers = 0;
  private words = 0;
  private length = 0;
  private word: string | null = null;
  private trouble: string | null = null;
  private text = '';

  /** A closed list of numbers that may be the first clue of several without brackets around. */
  private first: { readonly side: NamedSide & { readonly line: number }; list: Tree } | null = null;
  private hasComma = false;

  private readonly labels = { name: null as string | null, title: null as string | null };
  /** Sides without their partners yet. */
  private waiting: FoundSide[] = [];
  private found = 0;
  private isBlank = true;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {}

  write(text: string): void {
    for (const sign of text) this.read(sign);
  }

  end(): void {
    this.read('\n');
    if (this.stack.length > 0) this.cutOff();
    this.settle();
    for (const side of this.waiting) this.lose(side);
    if (this.found === 0 && !this.isBlank) {
      this.reject('expected rows = [[..]] and columns = [[..]], found none', 1);
    }
  }

  private read(sign: string): void {
    if (this.stack.length > 0) {
      this.length += sign.length;
      if (this.text.length < 200) this.text += sign;
    }
    if (this.isBlank && sign.trim() !== '') this.isBlank = false;
    switch (this.mode) {
      case 'text':
        this.textSign(sign);
        break;
      case 'line comment':
        if (sign === '\n') this.mode = 'code';
        break;
      case 'comment':
        if (sign === '/' && this.before === '*') {
          this.mode = 'code';
          this.before = '';
        } else this.before = sign;
        break;
      case 'code':
        this.code(sign);
    }
    if (sign === '\n') this.line++;
  }

  private textSign(sign: string): void {
    if (this.escaped) this.escaped = false;
    else if (sign === '\\') this.escaped = true;
    else if (sign === this.quote || sign === '\n') {
      this.mode = 'code';
      const text = this.quote === '"' ? unescaped(this.token) : this.token;
      this.token = '';
      this.textToken(text);
      return;
    }
    if (this.token.length <= this.limits.maxEntryLength) this.token += sign;
  }

  private code(sign: string): void {
    if (this.first !== null && this.stack.length === 0 && /[^\s\\([{]/.test(sign)) {
      if (sign === ',') this.hasComma = true;
      else this.settle();
    }
    if (/[\w.$]/.test(sign)) {
      if (this.token === '') {
        this.tokenLine = this.line;
        if (this.before === '-') this.token = '-';
      }
      if (this.token.length < 1000) this.token += sign;
      this.before = '';
      return;
    }
    this.endWord();
    const pair = this.before + sign;
    this.before = sign;
    if (pair === '/*') {
      this.mode = 'comment';
      this.before = '';
    } else if (sign === '#' || sign === '%' || pair === '//' || pair === '--') {
      this.mode = 'line comment';
      this.before = '';
    } else if (sign === '"' || sign === "'" || sign === '`') {
      this.mode = 'text';
      this.quote = sign;
      this.tokenLine = this.line;
    } else if (sign === '[' || sign === '(' || sign === '{') this.open(sign);
    else if (sign === ']' || sign === ')' || sign === '}') this.close();
    else if (this.stack.length > 0) this.signInList(sign);
    else if (sign === '=' || sign === ':' || pair === '<-') this.isAssigned = true;
    else if (sign === ';') this.forget();
  }

  private endWord(): void {
    const { token } = this;
    if (token === '') return;
    this.token = '';
    if (this.stack.length > 0) this.wordInList(token);
    else this.name(token);
  }

  /** A word outside of lists. */
  private name(word: string): void {
    if (!/^[a-z_$]/i.test(word)) return;
    const named = sideNamed(word);
    if (named !== null) {
      this.named = { ...named, line: this.tokenLine };
      this.isAssigned = this.isCall = false;
      this.label = null;
      return;
    }
    const role = fieldRole(word);
    if (role === 'name' || role === 'title') {
      this.forget();
      this.label = role;
    } else if (!this.isAssigned) {
      // A word between a name and its sign is no type: `rows of the puzzle = ..`.
      this.forget();
    }
  }

  private forget(): void {
    this.named = this.label = null;
    this.isAssigned = this.isCall = false;
  }

  private textToken(text: string): void {
    if (this.stack.length > 0) {
      this.numbers++;
      this.stack[this.stack.length - 1].push(text);
    } else if (this.label !== null && this.isAssigned) {
      this.labels[this.label] = text.slice(0, 500);
      this.forget();
    } else this.name(text);
  }

  private open(bracket: string): void {
    if (this.stack.length > 0) {
      this.word = null;
      if (this.stack.length > MOST_DEPTH) this.trouble ??= 'the lists nest too deep';
      const inner: Tree = [];
      if (this.stack.length <= MOST_DEPTH) this.stack[this.stack.length - 1].push(inner);
      this.stack.push(inner);
      return;
    }
    if (this.first !== null && this.hasComma) {
      this.named = this.first.side;
      this.isAssigned = true;
    } else this.settle();
    this.hasComma = false;
    if (this.named === null || !(this.isAssigned || bracket === '(' || bracket === '[')) {
      this.label = null;
      return;
    }
    this.isCall = !this.isAssigned && bracket === '(';
    this.list = [];
    this.stack = [this.list];
    this.numbers = this.words = this.length = 0;
    this.word = this.trouble = null;
    this.text = bracket;
  }

  private close(): void {
    if (this.stack.length === 0) return;
    this.endOfElement();
    this.stack.pop();
    if (this.stack.length === 0) this.endList();
  }

  private wordInList(word: string): void {
    if (/^-?\d{1,9}$/.test(word)) {
      this.numbers++;
      this.stack[this.stack.length - 1].push(Number(word));
    } else if (/^-?\d/.test(word)) {
      this.trouble ??= `expected whole numbers of cells, found ${quoted(word)}`;
    } else {
      this.words++;
      this.word = word;
    }
  }

  private signInList(sign: string): void {
    if (sign === ',' || sign === ';') this.endOfElement();
    else if (!/[\s\-/!&*<>]/.test(sign)) {
      this.trouble ??= `expected lists of numbers, found ${quoted(sign)}`;
    }
  }

  /** A word before a bracket is a kind of list; one that stands for a number is a mistake. */
  private endOfElement(): void {
    if (this.word !== null) this.trouble ??= `expected numbers, found ${quoted(this.word)}`;
    this.word = null;
  }

  private endList(): void {
    const { list, named, numbers, words, length } = this;
    // A type: list[list[int]], int[][].
    if (numbers === 0 && (words > 0 || list.length === 0)) return;
    const { side, line } = named!;
    this.forgetAfterList();
    let reason = this.trouble;
    if (length > this.limits.maxEntryLength) {
      reason = `a list is longer than ${this.limits.maxEntryLength} characters`;
    }
    if (this.first !== null && reason === null) {
      this.first.list.push(list);
      return;
    }
    const isClue = list.every((one) => typeof one === 'number');
    if (isClue && side !== 'clues' && !this.isCall && reason === null) {
      this.first = { side: named!, list: [list] };
      return;
    }
    this.first = null;
    const tree = unwrapped(list, this.isCall);
    if (side !== 'clues') {
      this.take(named!, side, reason ?? cluesOf(tree));
      return;
    }
    if (tree.length !== 2) reason ??= 'expected two lists of clues, rows first';
    if (reason !== null) {
      this.reject(reason, line);
      return;
    }
    const [rows, columns] = tree.map((one) =>
      Array.isArray(one) ? cluesOf(one) : 'expected two lists of clues, rows first',
    );
    // They are each other's partners, whatever else waits.
    const key = `clues ${this.found} ${line}`;
    this.take(named!, 'rows', rows, key);
    this.take(named!, 'columns', columns, key);
  }

  /** Takes lists without brackets around them: of one, each number is a clue. */
  private settle(): void {
    if (this.first === null) return;
    const { side, list } = this.first;
    this.first = null;
    const [only] = list;
    this.take(side, side.side as Side, cluesOf(list.length === 1 ? (only as Tree) : list));
  }

  /** The file ends within a list. */
  private cutOff(): void {
    const { side } = this.named!;
    const reason = 'a list is not closed';
    if (side === 'clues') this.reject(reason, this.named!.line);
    else this.take(this.named!, side, reason);
  }

  private forgetAfterList(): void {
    this.named = null;
    this.isAssigned = false;
  }

  private take(
    { puzzle, number, line }: NamedSide & { readonly line: number },
    side: Side,
    clues: Clue[] | string,
    key = `${puzzle ?? ''}${number}`,
  ): void {
    const one: FoundSide = { side, clues, line, puzzle, key, text: this.text };
    const twin = this.waiting.find((other) => other.side === side && other.key === key);
    if (twin !== undefined) this.lose(twin);
    const others = this.waiting.filter((other) => other.side !== side);
    // Names that say less than the partner's: `rows` of `cat_columns`.
    const partner =
      others.find((other) => other.key === key) ??
      (others.length === 1 && (key === '' || others[0].key === '') ? others[0] : undefined);
    if (partner === undefined) {
      this.waiting.push(one);
      if (this.waiting.length > MOST_WAITING) this.lose(this.waiting[0]);
      return;
    }
    this.waiting = this.waiting.filter((other) => other !== partner);
    if (side === 'rows') this.give(one, partner);
    else this.give(partner, one);
  }

  /** Hands on the puzzle of two sides, or rejects it for the first that could not be read. */
  private give(rows: FoundSide, columns: FoundSide): void {
    const line = Math.min(rows.line, columns.line);
    for (const { side, clues } of [rows, columns]) {
      if (typeof clues !== 'string') continue;
      this.reject(`${side}: ${clues}`, line);
      return;
    }
    const { name, title } = this.labels;
    const { text } = rows;
    this.sink.entry({
      line,
      name: name ?? rows.puzzle ?? columns.puzzle,
      title,
      draft: plainDraft(null, null, rows.clues as Clue[], columns.clues as Clue[]),
      excerpt: () => excerptOf(text),
    });
    this.found++;
    this.labels.name = this.labels.title = null;
  }

  /** Rejects a side that has no partner. */
  private lose(one: FoundSide): void {
    this.waiting = this.waiting.filter((other) => other !== one);
    const { side, clues, line } = one;
    const reason = typeof clues === 'string' ? `${side}: ${clues}` : null;
    this.reject(reason ?? `expected rows and columns, found only ${side}`, line, one.text);
  }

  private reject(reason: string, line: number, text = this.text): void {
    this.found++;
    this.sink.reject({
      line,
      name: this.labels.name,
      // A list without a number or a text may be anything.
      kind: /[\d"'`]/.test(text) ? 'clues' : 'text',
      reason: `lists: ${reason}`,
      excerpt: excerptOf(text),
    });
    this.labels.name = this.labels.title = null;
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** A list without the brackets that only wrap it: of a call, or of np.array([..]). */
function unwrapped(tree: Tree, isCall: boolean): Tree {
  let list = tree;
  let isWrapped = isCall;
  for (;;) {
    const [only] = list;
    if (list.length !== 1 || !Array.isArray(only)) return list;
    if (!isWrapped && !only.some((one) => Array.isArray(one))) return list;
    list = only;
    isWrapped = false;
  }
}

function cluesOf(tree: Tree): Clue[] | string {
  const clues: Clue[] = [];
  for (const element of tree) {
    const clue = clueOf(element);
    if (typeof clue === 'string') return `clue ${clues.length + 1}: ${clue}`;
    clues.push(clue);
  }
  return clues;
}

function clueOf(element: number | string | Tree): Clue | string {
  if (typeof element === 'number') return [element];
  if (typeof element === 'string') return parseClueText(element);
  const numbers: number[] = [];
  for (const one of element) {
    if (typeof one === 'string' && /^\s*\d{1,9}\s*$/.test(one)) numbers.push(Number(one));
    else if (typeof one === 'number') numbers.push(one);
    else return 'expected numbers, found lists or texts within a clue';
  }
  return numbers;
}

function puzzleText({ name, title, puzzle: { rows, columns } }: NamedPuzzle): string {
  let text = name === null ? '' : `name = ${JSON.stringify(name)}\n`;
  if (title !== null) text += `title = ${JSON.stringify(title)}\n`;
  return `${text}rows = ${JSON.stringify(rows)}\ncolumns = ${JSON.stringify(columns)}\n`;
}
