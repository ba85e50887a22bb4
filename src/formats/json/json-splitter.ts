/** What the splitter hands over. */
interface ElementSink {
  /**
   * One whole element. `line` is where it starts, or null if something else precedes it on that
   * line; `index` is its index in its list, or null if it is not in a list.
   */
  element(text: string, line: number | null, index: number | null): void;
  /** One element that cannot be cut out, and why. */
  broken(text: string, line: number | null, index: number | null, reason: string): void;
}

interface SplitterOptions {
  readonly maxEntryLength: number;
  /** Whether a key can only occur in a puzzle: lists of objects beside it belong to that puzzle. */
  readonly isPuzzleKey: (key: string) => boolean;
}

/** Deeper than any puzzle; limits the search for a closing bracket that never comes. */
const MAX_DEPTH = 24;

/** The longest string that can be a key of interest. */
const LONG_STRING = 1024;

/**
 * The most characters of an element that is neither an object nor a list: it is not a puzzle
 * anyway.
 */
const MAX_VALUE_LENGTH = 65536;

/** Where a broken element may end: not before an object that is a coloured block: {"n":3,"c":1}. */
const RESUME = /\n[ \t]*(?=\{)|\}\s*,\s*(?=\{\s*"(?!n"|c")[^]{2})/g;

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
 *             a puzzle's, the elements of that list
 *
 * Only brackets, strings and keys are understood here; JSON.parse judges each element. If brackets
 * or quotes do not match, the element is reported as broken, and reading goes on at the next line
 * that starts with `{`, or after the next `},` that an object follows.
 */
export class JsonSplitter {
  private text = '';
  /** The next character to look at. */
  private at = 0;
  private line = 1;
  private readonly nesting = new Nesting();
  /** Where the element begins, or goes on, in `text`; -1 between elements. */
  private start = -1;
  /** The part of the element that came in earlier pieces: it is joined only once, at the end. */
  private before: string[] = [];
  private beforeLength = 0;
  private startLine = 1;
  /** Whether nothing precedes the element on that line. */
  private startsLine = true;
  /** The last line on which something other than blanks and commas was met. */
  private takenLine = 0;
  /** How much of the string or value at `at` was searched without meeting its end. */
  private looked = 0;
  /** Whether that value goes on inside a string. */
  private quoted = false;
  /** The last sign met, and the position of the last string: it is a key once a colon follows. */
  private lastSign = 0;
  private stringFrom = 0;
  private stringTo = 0;
  /** Whether `at` is inside a string that began in an earlier piece. */
  private inString = false;
  /** Whether it is looking for the next element after a broken one. */
  private lost = false;

  constructor(
    private readonly sink: ElementSink,
    private readonly options: SplitterOptions,
  ) {}

  write(text: string): void {
    const isValue = this.start < 0 && this.nesting.inList();
    if (this.looked > LONG_STRING && !isValue) this.goOnInString();
    const kept = this.lastSign === QUOTE ? Math.min(this.at, this.stringFrom) : this.at;
    if (this.start >= 0) {
      const scanned = Math.max(this.start, kept);
      this.before.push(this.text.slice(this.start, scanned));
      this.beforeLength += scanned - this.start;
      this.start = 0;
      this.drop(scanned);
    } else {
      this.drop(kept);
    }
    this.text += text;
    this.scan(false);
  }

  private drop(length: number): void {
    this.text = this.text.slice(length);
    this.at -= length;
    this.stringFrom -= length;
    this.stringTo -= length;
  }

  /** The string at `at` is too long for a key: its text is not needed. */
  private goOnInString(): void {
    this.at += this.looked;
    this.looked = 0;
    this.inString = true;
  }

  end(): void {
    this.scan(true);
    while (this.start >= 0) {
      this.fail('it is cut off: a bracket or a quote is not closed');
      this.scan(true);
    }
    if (this.nesting.depth > 0 && !this.lost) {
      this.sink.broken(
        '',
        this.line,
        null,
        'the file is cut off: its list or object is not closed',
      );
    }
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
    if (this.beforeLength + this.text.length - from > this.options.maxEntryLength) {
      this.fail(this.tooLong());
      this.scan(final);
    }
  }

  private scanUntilTrouble(final: boolean): string | null {
    const { text } = this;
    if (this.inString) {
      const trouble = this.finishString(final);
      if (trouble !== null) return trouble;
    }
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      const kind = kindOf(code);
      if (kind === SPACE || (kind === PLAIN && this.start >= 0)) {
        this.at++;
        continue;
      }
      if (code === LINE_FEED) {
        this.line++;
        this.at++;
        continue;
      }
      if (this.start < 0 && this.nesting.inList() && !isBetween(code)) {
        const reason = this.value(final);
        if (reason !== null) return reason;
        continue;
      }
      if (this.start >= 0 && this.elementLength > this.options.maxEntryLength) {
        return this.tooLong();
      }
      if (kind === STRANGE && this.start >= 0) return `"${text[this.at]}" is out of place`;
      if (code === QUOTE) {
        const end = this.endOfString();
        if (end === BROKEN_STRING) return 'a quote is not closed on its line';
        if (end < 0) return final ? 'a quote is not closed' : WAIT;
        if (this.start < 0) this.takenLine = this.line;
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
        else if (code === COMMA && this.nesting.inList()) this.nesting.countElement();
        this.at++;
      }
      this.lastSign = code;
    }
    return null;
  }

  /** Goes on in a string that began in an earlier piece. */
  private finishString(final: boolean): string | null {
    const end = this.endOfString(0);
    if (end === BROKEN_STRING) return 'a quote is not closed on its line';
    if (end < 0) {
      if (final) return 'a quote is not closed';
      this.at += this.looked;
      this.looked = 0;
      return WAIT;
    }
    this.inString = false;
    this.at = this.stringFrom = this.stringTo = end + 1;
    this.lastSign = QUOTE;
    return null;
  }

  /** Characters of the element so far. */
  private get elementLength(): number {
    return this.beforeLength + this.at - this.start;
  }

  private tooLong(): string {
    return `it is longer than ${this.options.maxEntryLength} characters`;
  }

  /** An element that is neither an object nor a list: up to the next comma, bracket or line end. */
  private value(final: boolean): string | null {
    const { text } = this;
    let end = this.at + this.looked;
    while (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === LINE_FEED) break;
      if (!this.quoted && (code === COMMA || code === CLOSE_LIST)) break;
      const isEscape = this.quoted && code === BACKSLASH;
      if (isEscape && end + 1 === text.length && !final) return this.wait(end);
      if (code === QUOTE) this.quoted = !this.quoted;
      end += isEscape ? 2 : 1;
      if (end - this.at > MAX_VALUE_LENGTH) {
        return `a value is longer than ${MAX_VALUE_LENGTH} characters`;
      }
    }
    if (end >= text.length && !final) return this.wait(end);
    this.sink.element(text.slice(this.at, end), this.lineHere(), this.nesting.index());
    this.takenLine = this.line;
    this.at = Math.min(end, text.length);
    this.looked = 0;
    this.quoted = false;
    return null;
  }

  /** Notes that everything before `end` was searched, so that no piece is searched twice. */
  private wait(end: number): typeof WAIT {
    this.looked = end - this.at;
    return WAIT;
  }

  /**
   * Where the string ends whose quote, or continuation, is at `at`; -1 if the text ends first, or
   * BROKEN_STRING.
   */
  private endOfString(quotes = 1): number {
    const { text } = this;
    for (let i = this.at + Math.max(quotes, this.looked); i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE || code === LINE_FEED) {
        this.looked = 0;
        return code === QUOTE ? i : BROKEN_STRING;
      }
      if (code !== BACKSLASH) continue;
      if (i + 1 === text.length) {
        this.wait(i);
        return -1;
      }
      i++;
    }
    this.wait(text.length);
    return -1;
  }

  /** The line, unless something else precedes this position on it. */
  private lineHere(): number | null {
    return this.takenLine === this.line ? null : this.line;
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
    const { nesting } = this;
    if (nesting.depthInElement > MAX_DEPTH) return `its brackets nest deeper than ${MAX_DEPTH}`;
    const inList = nesting.inList();
    if (!inList && this.lastSign !== COLON) return 'a bracket or a key is missing before a bracket';
    const isOuterList = nesting.depth === 0 && code === OPEN_LIST;
    if (code === OPEN_OBJECT && nesting.depthInElement > 0 && inList && !nesting.hasPuzzle()) {
      this.enter();
    }
    if (this.start < 0 && nesting.depthInElement === 0 && !isOuterList) {
      this.start = this.at;
      this.noteStart();
    }
    if (this.start < 0) this.takenLine = this.line;
    nesting.open(code);
    if (isOuterList) nesting.enterAll();
    this.at++;
    return null;
  }

  /**
   * It turns out that all open brackets contain elements; what came before in its lists was not
   * one.
   */
  private enter(): void {
    for (const ended of this.nesting.enterAll()) {
      for (let index = 0; index < ended; index++) {
        this.sink.broken('', this.elementLine, index, 'expected an object with clues');
      }
    }
    this.forgetElement();
  }

  private close(code: number): string | null {
    const { nesting } = this;
    if (!nesting.closes(code)) {
      if (this.start >= 0) return 'its brackets do not match';
      this.start = this.at;
      this.noteStart();
      return 'a closing bracket has no opening one';
    }
    nesting.close();
    this.takenLine = this.line;
    this.at++;
    if (this.start < 0 || nesting.depthInElement > 0) return null;
    const text = this.before.join('') + this.text.slice(this.start, this.at);
    this.forgetElement();
    // An object with a list of puzzles holds other things too: none of them is an element.
    if (nesting.inList()) this.sink.element(text, this.elementLine, nesting.index());
    return null;
  }

  private key(): void {
    if (this.nesting.inList() || this.nesting.inPuzzle()) return;
    if (!this.options.isPuzzleKey(this.text.slice(this.stringFrom, this.stringTo))) return;
    this.nesting.notePuzzle();
    if (this.start < 0) {
      const reason = 'an object holds clues after a list of objects, and is not read';
      this.sink.broken(this.text.slice(this.stringFrom, this.at), this.line, null, reason);
    }
  }

  private forgetElement(): void {
    this.start = -1;
    this.before = [];
    this.beforeLength = 0;
  }

  /** Gives up the element and looks for the next. */
  private fail(reason: string): void {
    this.text = this.before.join('') + this.text;
    this.at += this.beforeLength;
    const from = this.start >= 0 ? this.start : this.at;
    if (this.start < 0) this.noteStart();
    this.sink.broken(
      this.text.slice(from, from + 200),
      this.elementLine,
      this.nesting.index(),
      reason,
    );
    this.nesting.leaveElement();
    this.line = this.takenLine = this.startLine;
    this.looked = 0;
    this.quoted = false;
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
    RESUME.lastIndex = this.at;
    const found = RESUME.exec(this.text);
    let to = this.text.length;
    if (found !== null) to = RESUME.lastIndex;
    else if (!final) to = Math.max(this.at, to - 200);
    this.line += countLines(this.text, this.at, to);
    this.at = to;
    this.lost = found === null;
    return found !== null;
  }
}

/**
 * The brackets that are open in JSON text. The outer ones, the containers, hold elements; the
 * others are part of the element that is being read.
 */
class Nesting {
  /** The open brackets, outermost first. */
  private readonly opened: number[] = [];
  /**
   * For each open list, how many of its elements have ended; for an object, 1 once it is a puzzle.
   */
  private readonly counts: number[] = [];
  private containers = 0;

  /** How many brackets are open. */
  get depth(): number {
    return this.opened.length;
  }

  /** How many of them are part of an element. */
  get depthInElement(): number {
    return this.opened.length - this.containers;
  }

  /** Whether the innermost bracket is a list's, or none is open. */
  inList(): boolean {
    const depth = this.opened.length;
    return depth === 0 || this.opened[depth - 1] === OPEN_LIST;
  }

  /** The index of the element in the innermost container; null if that is not a list. */
  index(): number | null {
    const depth = this.containers;
    return depth > 0 && this.opened[depth - 1] === OPEN_LIST ? this.counts[depth - 1] : null;
  }

  open(code: number): void {
    this.opened.push(code);
    this.counts.push(0);
  }

  /** Whether this bracket closes the innermost one. */
  closes(code: number): boolean {
    const depth = this.opened.length;
    const matching = code === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST;
    return depth > 0 && this.opened[depth - 1] === matching;
  }

  close(): void {
    this.opened.pop();
    this.counts.pop();
    this.containers = Math.min(this.containers, this.opened.length);
  }

  /** Notes that an element of the innermost list has ended. */
  countElement(): void {
    const last = this.opened.length - 1;
    if (last >= 0) this.counts[last]++;
  }

  /** Whether the innermost bracket is a puzzle's. */
  inPuzzle(): boolean {
    return !this.inList() && this.counts[this.opened.length - 1] > 0;
  }

  notePuzzle(): void {
    this.counts[this.opened.length - 1] = 1;
  }

  /** Whether a puzzle is among the brackets that are part of an element. */
  hasPuzzle(): boolean {
    for (let depth = this.containers; depth < this.opened.length; depth++) {
      if (this.opened[depth] === OPEN_OBJECT && this.counts[depth] > 0) return true;
    }
    return false;
  }

  /**
   * Makes containers of all open brackets. Returns, for each list that was part of an element, how
   * many of its elements have ended.
   */
  enterAll(): number[] {
    const ended = this.counts.filter(
      (_, depth) => depth >= this.containers && this.opened[depth] === OPEN_LIST,
    );
    this.containers = this.opened.length;
    return ended;
  }

  /** Gives up the brackets of the element, which has ended. */
  leaveElement(): void {
    this.opened.length = this.containers;
    this.counts.length = this.containers;
    if (this.inList()) this.countElement();
  }
}

/** The characters that JSON is cut at, as their codes. */
const LINE_FEED = 10;

const QUOTE = 34;

const COMMA = 44;

const COLON = 58;

const OPEN_LIST = 91;

const BACKSLASH = 92;

const CLOSE_LIST = 93;

const OPEN_OBJECT = 123;

const CLOSE_OBJECT = 125;

/** What a character is outside a string: part of a value, a sign, or out of place. */
const PLAIN = 0;

const SIGN = 1;

const STRANGE = 2;

const SPACE = 3;

const KINDS = new Uint8Array(128).fill(STRANGE);

for (const sign of '\n",:[]{}') KINDS[sign.charCodeAt(0)] = SIGN;

for (const space of ' \t\r') KINDS[space.charCodeAt(0)] = SPACE;

for (const plain of '0123456789+-.eEtrufalsn') KINDS[plain.charCodeAt(0)] = PLAIN;

/** PLAIN, SIGN, STRANGE or SPACE. */
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

/** The number of line feeds from `from` to before `to`. */
function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) lines++;
  return lines;
}
