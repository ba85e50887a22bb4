import { drawnCell } from '../../../solver/core/puzzle/text.js';
import { BLANK, type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { colourOfSquare } from '../../../solver/formats/contract/picture-lines.js';

export type AnswerSize = Pick<Puzzle, 'width' | 'height' | 'colours'>;

/**
 * The cells in an answer with words around them. Of several grids the last one counts, as an answer
 * ends with what it has come to. Null if there is none of the puzzle's size: a grid of another size
 * is not cut to fit.
 *
 * Rows are lines, or parts of a line; cells stand together, or have blanks, commas, slashes or bars
 * between them. Words beside a row are passed over; a line without cells ends a grid.
 */
export function cellsInAnswer(answer: string, size: AnswerSize): Cells | null {
  const lines = linesOf(answer, size);
  return lastGrid(lines, size, 'strict') ?? lastGrid(lines, size, 'loose');
}

/** Whether an answer ends in the word that nothing fits: no grid of this size comes after it. */
export function saysImpossible(answer: string, size: AnswerSize): boolean {
  const last = [...answer.matchAll(/(?<!\bnot |n['\u2019]t )\bimpossible\b\S*/gi)].at(-1);
  return (
    last !== undefined && cellsInAnswer(answer.slice(last.index + last[0].length), size) === null
  );
}

/** What is written instead of plain signs and line breaks, and what it means. */
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  // JSON within words, HTML, chat.
  [/\\(?:r\\)?n(?!ewline|oindent|eq\b)/g, '\n'],
  [/<br\s*\/?>|<\/?(?:tr|p|div|li)\b[^<>]*>/gi, '\n'],
  [/<\/?(?:td|th|b|i|em|strong|span|tt)\b[^<>]*>|&nbsp;|\u200b|\u20e3/gi, ' '],
  [/:white_(?:\w+_)?(?:square|circle):/g, '\u2b1c'],
  [/:black_(?:\w+_)?(?:square|circle):/g, '\u2b1b'],
  [/:(?:red|blue|green|yellow|orange|purple|brown)_(?:\w+_)?(?:square|circle):/g, '\u{1f7e6}'],
  // LaTeX.
  [/\\(?:begin|end)\s*\{\w+\*?\}(?:\[\w\])?(?:\{[\s|a-z]*\})?|\\hline|\\newline|\\cr\b/g, '\n'],
  [/\\(?:blacksquare|rule\{[^{}]*\}\{[^{}]*\})/g, '\u25a0'],
  [/\\(?:square|Box)\b/g, '\u25a1'],
  [/\\bullet\b/g, '\u25cf'],
  [/\\circ\b/g, '\u25cb'],
  [/\\(?:cdot|textperiodcentered)\b/g, '\u00b7'],
  [/\\times\b/g, '\u00d7'],
  [/\\\\(?:\[\d*\.?\d+[a-z]{2}\])?/g, '\n'],
  [/\\([#_])/g, '$1'],
  [/\\[a-zA-Z]+(?=\s*\{)|\\[,;:! ]|\\(?:q?quad|displaystyle)\b|[$&]/g, ' '],
  [/\\[()[\]]/g, ' '],
];

function plainOf(answer: string): string {
  if (!/[\\<&:$]|\u200b|\u20e3/.test(answer)) return answer;
  return WRITTEN.reduce((text, [written, plain]) => text.replace(written, plain), answer);
}

/** The last lines of an answer, without markup and the text around them. */
function linesOf(answer: string, { width, height }: AnswerSize): string[] {
  const read = answer.slice(-Math.max(MOST_READ, 8 * width * height));
  return plainOf(read)
    .split(/\r?\n/)
    .map((line) => line.trim());
}

/** How many characters are read, the last ones; more for puzzles that need them. */
const MOST_READ = 2 ** 20;

/** Strictly, an empty line or `---` ends a grid; loosely, `---` is a row of blank cells. */
type Reading = 'strict' | 'loose';

/** Between tokens: blanks, bars, commas, slashes, quotes, and what makes a square an emoji. */
const BETWEEN = /(?:[\s|\u2502\u2503\u2551,/"'`\u2018-\u201d]|\uFE0F)+/;

/** What ends a row, as `BREAK`. */
const ENDS_ROW = /[:;=()<>[\]{}]+/g;
const BREAK = ':';

/** A line that is one token: most rows are. */
const ONE_TOKEN = /^[\w.#?-]+$/;

const RULE = /^[-_]{3,}$/;

/** The rules of a table stand between its rows: `|---|---|`, `+-+-+`. */
function isTableRule(line: string): boolean {
  if (/^[\u2500-\u257f\s]+$/.test(line)) return true;
  if (!/^[|+:\s-]+$/.test(line)) return false;
  return line.startsWith('+') || (line.includes('|') && line.includes('---'));
}

function tokensOf(line: string): string[] {
  if (ONE_TOKEN.test(line)) return [line];
  return line
    .replace(ENDS_ROW, ` ${BREAK} `)
    .split(BETWEEN)
    .filter((token) => token !== '');
}

function lastGrid(lines: readonly string[], size: AnswerSize, reading: Reading): Cells | null {
  let last: Cells | null = null;
  let rows: string[][] = [];
  const end = (): void => {
    if (rows.length === size.height) last = cellsOfSigns(rows.flat(), size.colours) ?? last;
    rows = [];
  };
  for (const line of lines) {
    if (isTableRule(line)) continue;
    const tokens = tokensOf(line);
    const isEnd = reading === 'strict' && (line === '' || RULE.test(line));
    const found = isEnd ? [] : rowsIn(tokens, size);
    if (found.length > 1) end();
    for (const run of found) {
      // Rows in a row are a grid of their own.
      if (run.length > 1) end();
      if (rows.length <= size.height) rows.push(...run.slice(0, size.height + 1));
      if (run.length > 1) end();
    }
    const says = tokens.some((token) => token !== BREAK);
    if (found.length > 1 || (found.length === 0 && (isEnd || says))) end();
  }
  end();
  return last;
}

/** Tokens of one length that stand together: each a row, or all a row or the whole grid. */
function rowsIn(tokens: readonly string[], { width, height, colours }: AnswerSize): string[][][] {
  const found: string[][][] = [];
  let run: string[][] = [];
  const end = (): void => {
    const signs = run.length === 1 ? run[0] : run.flat();
    const together = run.length === 1 || run.length === signs.length;
    const isGrid = signs.length === width * height;
    if (run.at(0)?.length === width || (together && (signs.length === width || isGrid))) {
      const rows: string[][] = [];
      for (let at = 0; at < signs.length; at += width) rows.push(signs.slice(at, at + width));
      found.push(rows);
    } else if (run.length === signs.length) {
      const bare = withoutNumbers(signs, width);
      if (bare !== null) found.push([bare]);
    }
    run = [];
  };
  const longest = width * height + 1;
  for (const token of tokens) {
    const signs = token.length > 2 * longest ? null : signsOf(unmarked(token), colours);
    // The full stop of a sentence is no cell.
    const isStopped =
      token.endsWith('.') &&
      (signs?.length === longest || (signs?.length === width + 1 && run.at(0)?.length === width));
    if (isStopped) signs?.pop();
    if (run.length > 0 && run[0].length !== signs?.length) end();
    if (signs !== null) run.push(signs);
  }
  end();
  return found;
}

/** A token that is in bold, without its asterisks. */
function unmarked(token: string): string {
  if (!token.startsWith('*')) return token;
  return /^(\*{1,2})([^*]+)\1$/.exec(token)?.[2] ?? token;
}

/**
 * The cells among signs that stand apart, without row numbers and clues; null if not just those.
 */
function withoutNumbers(signs: readonly string[], width: number): string[] | null {
  const isBullet = '-*\u2022'.includes(signs[0]) && !signs.includes(signs[0], 1);
  const own = isBullet ? signs.slice(1) : signs;
  const isNumber = (sign: string): boolean => sign === '0' || sign === '1';
  const first = own.findIndex((sign) => !isNumber(sign));
  const last = own.findLastIndex((sign) => !isNumber(sign));
  const bare = own.length === width ? own : own.slice(first, last + 1);
  return bare.length === width && (bare === own || !bare.some(isNumber)) ? [...bare] : null;
}

/** What an answer has in place of the grid, in words: the last rows that look like one. */
export function nearestGrid(answer: string, size: AnswerSize): string {
  if (answer.trim() === '') return 'an empty answer';
  const least = Math.max(2, size.width / 2);
  let found: number[] = [];
  let lengths: number[] = [];
  for (const line of linesOf(answer, size)) {
    if (isTableRule(line)) continue;
    const length = longestRow(tokensOf(line), size);
    if (length >= least) lengths.push(length);
    else if (line !== '') lengths = [];
    if (lengths.length > 1) found = lengths;
  }
  if (found.length === 0) return 'no such grid';
  const [shortest, longest] = [Math.min(...found), Math.max(...found)];
  const cells = shortest === longest ? `${longest}` : `${shortest} to ${longest}`;
  return `${found.length} rows of ${cells}`;
}

/** The most cells that stand together, or apart by themselves, in a line. */
function longestRow(tokens: readonly string[], { colours }: AnswerSize): number {
  let [most, apart] = [0, 0];
  for (const token of tokens) {
    const length = signsOf(unmarked(token), colours)?.length ?? 0;
    apart = length === 1 ? apart + 1 : 0;
    most = Math.max(most, length, apart);
  }
  return most;
}

// What language models and people draw the cells of a black and white picture with. Some signs mean
// one thing whatever is beside them, others only together: X is filled beside dots, and a cross, so
// blank, beside squares.

/** Always filled, and always blank. */
const FILLED =
  '#1@*\u25a0\u2588\u2593\u2592\u25cf\u2022\u25fe\u25fc\u25aa\u26ab\u25ae\u25a3\u25a9\u25c9\u2589\u2b23\u2611\u2705\u2713\u2714\uff03';
const BLANKS =
  '.-_ 0\u00b7\u2219\u22c5\u25a1\u2591\u25cb\u25ef~\u2b1c\u25fb\u25fd\u25ab\u26aa\u25af\u25a2\u2610\u2013\u2014\uff0e\u3000';

/** Filled, unless another sign is. */
const CROSSES = 'Xx\u00d7\u2715\u2716\u2717\u2718\u274c\u2612';
const RINGS = 'Oo\u2b55';

/** Pairs of letters: true and false, black and white, filled and empty, yes and no. */
const PAIRS = ['TF', 'BW', 'FE', 'YN'];
const LETTERS = PAIRS.join('');

const WORDS: ReadonlyMap<string, string> = new Map([
  ...['true', 'filled', 'black'].map((word): [string, string] => [word, '#']),
  ...['false', 'empty', 'white', 'blank'].map((word): [string, string] => [word, '.']),
]);

/** The signs of a token, each of which may be a cell, or null. */
function signsOf(token: string, colours: number): string[] | null {
  if (colours === 1) {
    const word = WORDS.get(token.toLowerCase());
    if (word !== undefined) return [word];
  }
  for (const sign of token) if (!isKnownSign(sign, colours)) return null;
  return Array.from(token);
}

/** By colours: signs met so far. To look one up takes a tenth of asking again. */
const known: Map<string, boolean>[] = [];

function isKnownSign(sign: string, colours: number): boolean {
  const signs = (known[colours] ??= new Map<string, boolean>());
  let isOne = signs.get(sign);
  if (isOne === undefined) {
    isOne = isSign(sign, colours);
    if (signs.size < 1000) signs.set(sign, isOne);
  }
  return isOne;
}

function isSign(sign: string, colours: number): boolean {
  if (sign === '?' || drawnCell(sign, colours) !== null) return true;
  if (colours > 1) return false;
  const isPlain = [FILLED, BLANKS, CROSSES, RINGS, LETTERS].some((signs) => signs.includes(sign));
  return isPlain || colourOfSquare(sign) !== undefined;
}

/** The cells that are drawn with these signs; null if they do not go together. */
function cellsOfSigns(signs: readonly string[], colours: number): Uint8Array | null {
  const meanings = new Map<string, number>();
  const kinds = [...new Set(signs)].filter((sign) => sign !== '?');
  for (const sign of kinds) {
    const cell = colours > 1 ? drawnCell(sign, colours) : meaningOf(sign, kinds);
    if (cell === null) return null;
    meanings.set(sign, cell);
  }
  const cells = new Uint8Array(signs.length);
  for (let at = 0; at < signs.length; at++) cells[at] = meanings.get(signs[at]) ?? UNKNOWN;
  return cells;
}

/** What a sign of a black and white picture means beside the others; null if that is not clear. */
function meaningOf(sign: string, kinds: readonly string[]): number | null {
  const has = (signs: string): boolean => kinds.some((other) => signs.includes(other));
  const squares = kinds.map(colourOfSquare).filter((colour) => colour !== undefined);
  const inColour = squares.some((colour) => colour !== 'white' && colour !== 'black');
  const square = colourOfSquare(sign);
  if (square !== undefined) {
    // Black squares are the blank ones beside colours on a dark page, as white ones else.
    const blank = inColour && !squares.includes('white') ? 'black' : 'white';
    return square === blank ? BLANK : 1;
  }
  if (BLANKS.includes(sign)) return BLANK;
  if (FILLED.includes(sign)) return 1;
  const hasFilled = has(FILLED) || inColour || squares.includes('black');
  if (CROSSES.includes(sign)) return hasFilled ? BLANK : 1;
  if (RINGS.includes(sign)) return hasFilled || has(CROSSES) ? BLANK : 1;
  const letters = kinds.filter((other) => LETTERS.includes(other));
  const pair = PAIRS.find(([filled, blank]) =>
    letters.every((letter) => letter === filled || letter === blank),
  );
  if (pair === undefined) return null;
  if (letters.length === 2) return sign === pair[0] ? 1 : BLANK;
  // One letter: the other sign says what it is.
  if (hasFilled) return BLANK;
  return has(BLANKS) || squares.includes('white') ? 1 : null;
}
