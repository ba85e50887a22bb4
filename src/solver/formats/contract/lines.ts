import { block, type Clue, MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  COLON,
  COMMA,
  LINE_FEED,
  NINE,
  POINT,
  RETURN,
  SLASH,
  SPACE,
  TAB,
  ZERO,
} from '../../core/text/codes.js';
import {
  type EntryFormat,
  type EntrySink,
  excerptOf,
  type Parser,
  type ParserLimits,
  quoted,
  readEntry,
  rejectEntry,
  tooLong,
  Unreadable,
} from './format.js';

/** The most lines of an entry: twice as many clues as there can be, and room for other lines. */
const MAX_LINES = 2 * MAX_BLOCK_LENGTH + 1000;

/** How a format makes entries from its lines, of which at least one is not blank. */
interface LinesFormat extends EntryFormat<readonly string[]> {
  /** Whether a line begins a new entry; absent if a file holds only one. */
  readonly starts?: (line: string) => boolean;
  /** Whether a line separates two entries. */
  readonly parts?: (line: string) => boolean;
}

/** Makes parsers that gather the lines of one entry and hand them to its format. */
export const entryParser =
  (format: LinesFormat) =>
  (sink: EntrySink, limits: ParserLimits): Parser => {
    let lines: string[] = [];
    let firstLine = 0;
    let length = 0;
    let refused: string | null = null;

    const finish = (): void => {
      const text = lines;
      const line = firstLine;
      const reason = refused;
      lines = [];
      length = 0;
      refused = null;
      if (text.length === 0) return;
      // Where entries are parted, its beginning tells what it is.
      const kind = format.parts === undefined ? 'text' : null;
      const place = { line, excerpt: () => excerptOf(text.slice(0, 20).join(' ')) };
      if (reason === null) readEntry(format, text, place, sink);
      else rejectEntry(format, text, new Unreadable(reason, kind), place, sink);
    };

    const add = (text: string, number: number): void => {
      if (lines.length === 0) {
        if (text.trim() === '') return;
        firstLine = number;
      }
      length += text.length + 1;
      if (length > limits.maxEntryLength) {
        refused ??= tooLong('it', limits.maxEntryLength);
      } else if (lines.length > MAX_LINES) {
        refused ??= `it has more than ${MAX_LINES} lines`;
      }
      if (refused === null || lines.length === 0) lines.push(text);
    };

    const reader: LineReader = {
      line(text, number) {
        const isPart = format.parts?.(text) === true;
        if (isPart || format.starts?.(text) === true) finish();
        if (!isPart) add(text, number);
      },
      tooLong(text, number) {
        add(text, number);
        refused ??= tooLong(`line ${number}`, limits.maxLineLength);
      },
      end: finish,
    };
    return new LineParser(reader, limits.maxLineLength);
  };

/** What a format does with its text, line by line. */
export interface LineReader {
  /** One line without its line break; `number` is 1-based. */
  line(text: string, number: number): void;
  /** A line that is longer than the limit; its text is cut off. */
  tooLong(text: string, number: number): void;
  end(): void;
}

/**
 * Cuts pieces of text into lines, ended by a line feed, a return or both, and hands them to a
 * reader. It holds at most one line, up to the limit.
 */
export class LineParser implements Parser {
  private rest = '';
  private number = 0;
  private overlong = false;
  private afterReturn = false;

  constructor(
    private readonly reader: LineReader,
    private readonly maxLineLength: number,
  ) {}

  write(text: string): void {
    const from = this.afterReturn && text.charCodeAt(0) === LINE_FEED ? 1 : 0;
    if (text.length > 0) this.afterReturn = false;
    // Files without returns, nearly all, are searched only for line feeds. This loop is separate
    // because the compiler would move the search for a return into a shared one, for every line.
    if (text.includes('\r')) this.writeMixed(text, from);
    else this.writeFeeds(text, from);
  }

  private writeFeeds(text: string, from: number): void {
    let at = from;
    for (;;) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      this.emit(text.slice(at, end));
      at = end + 1;
    }
    this.keep(text.slice(at));
  }

  private writeMixed(text: string, from: number): void {
    let at = from;
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== LINE_FEED && code !== RETURN) continue;
      this.emit(text.slice(at, i));
      if (code === RETURN) {
        if (text.charCodeAt(i + 1) === LINE_FEED) i++;
        this.afterReturn = i + 1 === text.length && text.charCodeAt(i) === RETURN;
      }
      at = i + 1;
    }
    this.keep(text.slice(at));
  }

  end(): void {
    if (this.rest !== '') this.emit('');
    this.reader.end();
  }

  /** Keeps the beginning of a line whose end has not come yet. */
  private keep(piece: string): void {
    if (this.overlong || piece === '') return;
    this.rest += piece;
    if (this.rest.length > this.maxLineLength) {
      this.overlong = true;
      this.rest = this.rest.slice(0, 200);
    }
  }

  private emit(piece: string): void {
    this.number++;
    let line = piece;
    if (this.rest !== '') {
      line = this.rest + piece;
      this.rest = '';
    }
    if (this.overlong || line.length > this.maxLineLength) {
      this.overlong = false;
      this.reader.tooLong(line.slice(0, 200), this.number);
    } else {
      this.reader.line(line, this.number);
    }
  }
}

const LONG_TEXT = 1 << 16;

/** Text that comes in pieces, from the beginning of what is being read on. */
export class HeldText {
  text = '';
  /** The line of its first character. */
  line = 1;
  private coming = '';

  /**
   * Takes a piece. Whether to look at the text: that copies all of it, so a long one has to grow by
   * a quarter before the next look, or to more than `most`.
   */
  add(piece: string, most = Infinity): boolean {
    this.coming += piece;
    const { length } = this.text;
    const come = this.coming.length;
    return (length < LONG_TEXT || 4 * come >= length || come + length > most) && this.join();
  }

  /** Adds what has come since the last look. */
  join(): true {
    this.text += this.coming;
    this.coming = '';
    return true;
  }

  /** Drops characters, in the first `counted` of which line feeds are ends of lines. */
  drop(length: number, counted = length): void {
    this.line += countLines(this.text, 0, counted);
    this.text = this.text.slice(length);
  }
}

/** The number of line feeds from `from` to before `to`. */
export function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) lines++;
  return lines;
}

export function twoNumbers(line: string): readonly [number, number] | null {
  const found = /^\s*(\d{1,6})[\s,]+(\d{1,6})\s*$/.exec(line);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/**
 * Clues in one piece of text, as CSV cells hold them.
 *
 *   side    line, then ( separator line )*    separator: ; or / or : or a line break, or
 *                                             | or a comma where there is none of these
 *   line    nothing, or block ( gap block )*  gap: blanks, comma, dot, or - between two digits
 *   block   a whole number
 */

const MINUS = 45;
const SEMICOLON = 59;
const BAR = 124;

/** More lines than this are refused: a side cannot be longer than a block can be. */
const MOST_CLUES = MAX_BLOCK_LENGTH;

/**
 * One side's clues. `lines` is how many there should be, or null: it tells an empty side of one
 * line from none, `2,1` as one line from two, and drops a closing separator.
 *
 * Returns the reason, in words, if the text is not clues.
 */
export function parseSideText(text: string, lines: number | null): Clue[] | string {
  if (text.length === 0) return lines === 1 ? [[]] : [];
  const clues: number[][] = [];
  const commaSplits = lines !== 1 && !hasLineSeparator(text);
  // One list for the blocks of each clue in turn: a new list that grows would reserve room for 17.
  const scratch: number[] = [];
  let blocks = 0;
  let value = -1;
  let negative = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) {
      value = value < 0 ? code - ZERO : value * 10 + code - ZERO;
      continue;
    }
    // Between two digits it is a gap.
    if (code === MINUS && !(isDigit(text, i - 1) && isDigit(text, i + 1))) {
      if (value >= 0 || negative || !isDigit(text, i + 1)) return badCharacter(text, i);
      negative = true;
      continue;
    }
    if (value >= 0) {
      scratch[blocks++] = blockOf(value, negative);
      value = -1;
      negative = false;
    }
    if (code === SPACE) continue;
    switch (code) {
      case TAB:
      case POINT:
      case MINUS:
        break;
      case RETURN:
        if (text.charCodeAt(i + 1) === LINE_FEED) i++;
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      case COMMA:
        if (!commaSplits) break;
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      case SEMICOLON:
      case SLASH:
      case COLON:
      case LINE_FEED:
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        if (clues.length > MOST_CLUES) return `there are more than ${MOST_CLUES} clues`;
        break;
      case BAR:
        // Beside other separators it may as well part blocks.
        if (/[;/:\n\r]/.test(text)) return badCharacter(text, i);
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      default:
        return badCharacter(text, i);
    }
  }
  if (value >= 0) scratch[blocks++] = blockOf(value, negative);
  if (blocks > 0 || lines === null || clues.length !== lines) clues.push(firstOf(scratch, blocks));
  return clues;
}

/** The first numbers of a list, in two thirds of the time that `slice` takes for a few. */
function firstOf(list: readonly number[], count: number): number[] {
  const first = new Array<number>(count);
  for (let i = 0; i < count; i++) first[i] = list[i];
  return first;
}

function blockOf(value: number, negative: boolean): number {
  if (negative) return -value;
  return value > MAX_BLOCK_LENGTH ? block(value) : value;
}

/** One line's clue: commas and everything else between its blocks only separate them. */
export function parseClueText(text: string): Clue | string {
  if (hasLineSeparator(text)) return `${quoted(text)} is more than one clue`;
  const clues = parseSideText(text, 1);
  return typeof clues === 'string' ? clues : clues[0];
}

function hasLineSeparator(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > SEMICOLON && code !== BAR) continue;
    if (code === BAR || code === SEMICOLON || code === COLON || code === SLASH) return true;
    if (code === LINE_FEED || code === RETURN) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}

function badCharacter(text: string, at: number): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return `expected block lengths such as "1 2;3", found "${text[at]}" in "${shown}"`;
}

/** Lines without those at their end that are blank, of which `least` stay in any case. */
export function withoutBlankEnd(
  lines: readonly string[],
  least = 0,
  isBlank = (line: string): boolean => line.trim() === '',
): string[] {
  let end = lines.length;
  while (end > least && isBlank(lines[end - 1])) end--;
  return lines.slice(0, end);
}

/** HTML's names of the characters from 160 on, in their order. */
const FROM_160 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde ' +
  'Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute ' +
  'Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde ' +
  'auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Others that occur in titles and names of people. */
const OTHERS =
  'amp& lt< gt> quot" apos\' OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Zcaron\u017d zcaron\u017e ' +
  'Ccaron\u010c ccaron\u010d Rcaron\u0158 rcaron\u0159 ecaron\u011b Lstrok\u0141 lstrok\u0142 eogon\u0119 ' +
  'aogon\u0105 sacute\u015b Yuml\u0178 alpha\u03b1 beta\u03b2 gamma\u03b3 delta\u03b4 pi\u03c0 omega\u03c9 ' +
  'ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e ' +
  'dagger\u2020 bull\u2022 hellip\u2026 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203a euro\u20ac ' +
  'trade\u2122 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 minus\u2212 ne\u2260 le\u2264 ge\u2265 ' +
  'infin\u221e radic\u221a spades\u2660 clubs\u2663 hearts\u2665 diams\u2666';

const CHARACTERS = new Map<string, string>([
  ...FROM_160.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(160 + i)]),
  ...OTHERS.split(' ').map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
]);

/** A reference to a character: by its number, by its hexadecimal number, or by its name. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{0,40}));/gi;

/** Text with its HTML references replaced: `&copy; &#169; &amp;`. Unknown names stay. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    REFERENCE,
    (all: string, decimal?: string, hex?: string, name?: string): string => {
      if (name !== undefined) {
        return CHARACTERS.get(name) ?? CHARACTERS.get(name.toLowerCase()) ?? all;
      }
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
