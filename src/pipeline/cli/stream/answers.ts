import {
  type Change,
  findFix,
  type Fixed,
  type FixOptions,
  type NotFixed,
} from '../../../solver/craft/fix/fix.js';
import { type NamedPuzzle, shown } from '../../../solver/formats/contract/format.js';
import { puzzleToJson } from '../../../solver/formats/json/json.js';
import { findHint } from '../../../solver/craft/advice/hint.js';
import { scoreCells } from '../../../solver/craft/advice/mistake.js';
import { cellsOfJson, draftsOfJson } from '../../../solver/formats/json/json-entry.js';
import { formatNamed } from '../../corpus/format-module.js';
import { textReader } from '../../../solver/formats/registry.js';
import { NonomillError } from '../../../solver/craft/library/errors.js';
import { solve, type SolveOptions } from '../../../solver/craft/library/solve.js';
import { ProofChecker } from '../../../solver/engine/proof-checker.js';
import { checkSolution } from '../../../solver/core/puzzle/check.js';
import {
  block,
  type Cells,
  MAX_BLOCK_LENGTH,
  type Puzzle,
  UNKNOWN,
  BLANK,
} from '../../../solver/core/puzzle/types.js';
import { solveLine } from '../../../solver/engine/solver/line.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { cellCharacter, cellsToText, drawnCell } from '../../../solver/core/puzzle/text.js';
import { NEEDS } from '../../../solver/core/result/difficulty.js';
import * as codes from '../../../solver/core/text/codes.js';
import { ifPossible } from '../../../solver/core/text/error-codes.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';
import { type Grade, LINE_QUESTIONS, type Score, ScoreCounts } from './score-summary.js';
import { colourOfSquare } from '../../../solver/formats/contract/picture-lines.js';

/** What a stream asks about each of its lines: plain data, as threads are told. */
export type StreamQuestion = QuestionKind & {
  /** The format of a `puzzle` that is a text; null: it is recognised. */
  readonly format: string | null;
  /** Whether the columns come first in such a text where only custom says that the rows do. */
  readonly columnsFirst?: boolean;
  readonly ignoreStart: boolean;
};

/** Is it a solution, or on the way to one? */
type CheckQuestion = StreamQuestion & { readonly command: 'check' };

type QuestionKind =
  | { readonly command: 'solve' | 'rate'; readonly options: SolveOptions }
  | { readonly command: 'hint'; readonly timeoutMs: number }
  | {
      readonly command: 'check';
      readonly timeoutMs: number;
      /** Whether scores are only counted, for a summary. */
      readonly counted?: boolean;
    }
  | { readonly command: 'fix'; readonly options: FixOptions }
  | { readonly command: 'verify' };

/** To a thread, after its question: lines with a line break between them. */
export type ToThread = Uint8Array;

export interface StreamThreadData {
  readonly question: StreamQuestion;
  /** How many lines it has begun: shared, so that it is known which one a thread died of. */
  readonly begun: Int32Array;
}

/** From a thread: the answers to its next lines, as many as take a moment. */
export interface FromThread {
  /** Each with a line break: one long text is copied sooner than many short ones. */
  readonly text: string;
  /** How many lines these are, and how many of them were not understood. */
  readonly lines: number;
  readonly notUnderstood: number;
  /** For a summary: what is counted of the answers, which are not told then. */
  readonly counts: ScoreCounts | null;
}

/** The answer to one line: JSON without a line break. */
interface StreamAnswer {
  readonly text: string;
  /** Whether the line was understood; else the answer says why not. */
  readonly understood: boolean;
}

/** How the lines of a stream are answered in turn. It never throws because of a line. */
export function answering(question: StreamQuestion): (line: string) => StreamAnswer {
  return (line) => {
    let id: string | null = null;
    try {
      const fields = objectIn(line);
      id = 'id' in fields ? idIn(line) : null;
      return { text: answerText(id, answerTo(question, fields)), understood: true };
    } catch (error) {
      return rejected(reasonOf(error), id);
    }
  };
}

/** How the scores of lines are counted in place of their answers. */
export function counting(question: CheckQuestion): {
  /** Whether a line, which is counted, was understood. It never throws because of a line. */
  readonly count: (line: string) => boolean;
  /** What was counted since it was asked for. */
  readonly take: () => ScoreCounts;
} {
  let counts = new ScoreCounts();
  return {
    count(line) {
      try {
        const fields = objectIn(line);
        const { score, size } = judged(question, fields);
        ScoreCounts.add(counts, score, size, gradeIn(fields));
        return true;
      } catch (error) {
        reasonOf(error);
        return false;
      }
    },
    take() {
      const taken = counts;
      counts = new ScoreCounts();
      return taken;
    },
  };
}

/** Why a line is not understood. @throws the error, if it is about something else */
function reasonOf(error: unknown): string {
  if (error instanceof NotUnderstood || error instanceof NonomillError) return error.message;
  throw error;
}

export function rejected(reason: string, id: string | null = null): StreamAnswer {
  return { text: answerText(id, { kind: 'reject', reason }), understood: false };
}

/** The answer to a line that its thread died of. */
export function unanswered(line: Uint8Array, kind: string, reason: string): string {
  // Without it if not even the text of the line can be had.
  const id = ifPossible(() => {
    const text = new TextDecoder().decode(line);
    return 'id' in objectIn(text) ? idIn(text) : null;
  }, null);
  return answerText(id, { kind, reason });
}

/** Thrown within this file alone; the message says what is wrong with a line. */
class NotUnderstood extends Error {}

/** The line itself may be right: only its cells are not those of a grid. */
class Unreadable extends NotUnderstood {}

/** An `id` goes back as it came, character by character, first of all. */
function answerText(id: string | null, answer: object): string {
  const text = JSON.stringify(answer);
  return id === null ? text : `{"id":${id},${text.slice(1)}`;
}

/** The text of an object's last `id`: JSON would round large numbers. */
function idIn(line: string): string {
  // Nearly always it comes first, and is the only one.
  const first = /^\{"id":(-?\d+|"[^"\\]*")[,}]/.exec(line);
  if (first !== null && !line.includes('"id"', 5) && !line.includes('\\u')) return first[1];
  let id = '';
  let depth = 0;
  // What belongs to the outer object: where the value under way starts, and if it is an id's.
  let from = -1;
  let key = '';
  for (let at = 0; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case codes.QUOTE: {
        const begin = at++;
        for (; line.charCodeAt(at) !== codes.QUOTE; at++) {
          if (line.charCodeAt(at) === codes.BACKSLASH) at++;
        }
        if (depth === 1 && from < 0) key = line.slice(begin, at + 1);
        break;
      }
      case codes.COLON:
        if (depth === 1) from = at + 1;
        break;
      case codes.COMMA:
        if (depth === 1) endOfValue(at);
        break;
      case codes.OPEN_OBJECT:
      case codes.OPEN_LIST:
        depth++;
        break;
      case codes.CLOSE_OBJECT:
      case codes.CLOSE_LIST:
        if (depth === 1) endOfValue(at);
        depth--;
    }
  }
  return id;

  function endOfValue(at: number): void {
    if (from >= 0 && isId(key)) id = line.slice(from, at).trim();
    from = -1;
  }
}

/** Whether a key, in its quotes, is `id`, which it may also be with escapes. */
function isId(key: string): boolean {
  return key === '"id"' || (key.includes('\\') && JSON.parse(key) === 'id');
}

type LineFields = Record<string, unknown>;

function objectIn(line: string): LineFields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new NotUnderstood(`not JSON: ${messageOf(error)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as LineFields;
  }
  throw new NotUnderstood(`expected a JSON object, found ${shown(value)}`);
}

function answerTo(question: StreamQuestion, fields: LineFields): object {
  if (question.command === 'check') {
    const { score, size, read } = judged(question, fields);
    if (read === null) return score;
    return { ...score, cells: cellsToText(read, size.width, size.height, size.colours) };
  }
  const { cells, proof, ...rest } = fields;
  const own = question.command === 'hint' ? rest : fields;
  const { puzzle, goal, name, title } = puzzleIn(own, question);
  switch (question.command) {
    case 'hint':
      return findHint(puzzle, cellsIn(cells, puzzle), question.timeoutMs);
    case 'solve': {
      const goalMatches = goal === null ? null : checkSolution(puzzle, goal) === null;
      const { width, height } = puzzle;
      return { title, width, height, goalMatches, ...solve(puzzle, question.options) };
    }
    case 'rate':
      return ratingFields(solve(puzzle, question.options));
    case 'fix': {
      return fixFields({ name, title, puzzle, goal }, findFix({ puzzle, goal }, question.options));
    }
    case 'verify':
      return verified(proof, puzzle);
  }
}

/** A rating as programs get it, here and from `rate --json`. */
export function ratingFields(result: Pick<ReturnType<typeof solve>, (typeof RATING)[number]>) {
  return Object.fromEntries(RATING.map((name) => [name, result[name]]));
}

const RATING = [
  ...(['status', 'technique', 'guessDepth', 'difficulty', 'difficultyBound'] as const),
  ...(['effortLine', 'effortProbe', 'tries', 'stars', 'needs'] as const),
  ...(['lookAhead', 'difficultyVersion'] as const),
  ...(['opening', 'narrowest', 'innerLookAhead'] as const),
];

/** A fix as programs get it; `after`: what the fixed puzzle is like, if that is known. */
export function fixFields(
  { name, title }: NamedPuzzle,
  answer: Fixed | NotFixed,
  after: string | null = null,
): object {
  if (answer.kind === 'none') {
    const { reason, atLeast } = answer;
    return { name, title, changes: null, atLeast, reason };
  }
  const { by, fewestProven, atLeast, puzzle, goal, alternatives } = answer;
  const changesJson = (changes: readonly Change[]): object[] =>
    changes.map(({ row, column, from, to }) => ({
      row,
      column,
      from: cellCharacter(from, puzzle.colours),
      to: cellCharacter(to, puzzle.colours),
    }));
  return {
    name,
    title,
    by,
    changes: changesJson(answer.changes),
    fewestProven,
    atLeast,
    ...(after === null ? {} : { after }),
    ...(alternatives.length === 0 ? {} : { alternatives: alternatives.map(changesJson) }),
    puzzle: JSON.parse(puzzleToJson({ name, title, puzzle, goal })) as object,
  };
}

/** The line's own fields, or its `puzzle`: an object, or a text in any format. */
function puzzleIn(
  fields: LineFields,
  { ignoreStart, format, columnsFirst = false }: StreamQuestion,
): NamedPuzzle {
  const isObject = typeof fields.puzzle === 'object' && fields.puzzle !== null;
  const drafts = draftsOfJson(isObject ? fields.puzzle : fields, (text) =>
    textReader(columnsFirst, format === null ? null : formatNamed(format))(text),
  );
  if (drafts.length > 1) throw new NotUnderstood(`expected one puzzle, found ${drafts.length}`);
  const [{ draft, name, title, reason }] = drafts;
  if (draft === undefined) throw new NotUnderstood(reason);
  const validated = validate(ignoreStart ? { ...draft, start: null } : draft);
  if (validated.puzzle === undefined) throw new NotUnderstood(validated.reason);
  return { name, title, puzzle: validated.puzzle, goal: draft.goal };
}

/** How hard a line says that its puzzle is, in its `grade` or in itself; null is what it lacks. */
function gradeIn(fields: LineFields): Grade {
  const { grade = fields } = fields;
  const { stars, needs, lookAhead, look_ahead } = (grade ?? {}) as LineFields;
  const kind = 'clue' in fields ? fields.kind : null;
  const numberUpTo = (most: number, value: unknown): number | null =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most ? Number(value) : null;
  return {
    stars: numberUpTo(5, stars),
    needs: NEEDS.find((level) => level === needs) ?? null,
    lookAhead: numberUpTo(999, lookAhead ?? look_ahead),
    asked: LINE_QUESTIONS.find((one) => one === kind) ?? null,
  };
}

/** A question about a single line: what follows from its clue and the cells that are known? */
function lineIn({ clue, known }: LineFields) {
  const found = cellsOfJson(known, false);
  if (typeof found !== 'object' || found === null || (found.height ?? 1) !== 1) {
    throw new NotUnderstood(`expected the known cells of one line, found ${shown(known)}`);
  }
  if (found.cells.length > MAX_BLOCK_LENGTH) {
    throw new NotUnderstood(`a line has at most ${MAX_BLOCK_LENGTH} cells`);
  }
  if (found.cells.some((cell) => cell > 1 && cell !== UNKNOWN)) {
    throw new NotUnderstood('the known cells of a line are filled, blank or unknown');
  }
  const blocks = Array.isArray(clue) ? (clue as unknown[]) : [clue];
  const isLength = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) <= MAX_BLOCK_LENGTH;
  if (!blocks.every(isLength) || (blocks.includes(0) && blocks.length > 1)) {
    throw new NotUnderstood(`expected the lengths of blocks, found ${shown(clue)}`);
  }
  const lengths = blocks.filter((length) => length > 0);
  return { clue: lengths.map((length) => block(length, 1)), known: found.cells };
}

interface Judged {
  readonly score: Score;
  readonly size: AnswerSize;
  /** The cells that were found in it, if there were words around them. */
  readonly read: Cells | null;
}

function judged(question: CheckQuestion, fields: LineFields): Judged {
  const { cells, extract } = fields;
  if ('clue' in fields && 'known' in fields) return judgedLine(lineIn(fields), { cells, extract });
  // They are no field of its puzzle; a copy without them would take a while.
  fields.cells = undefined;
  const { puzzle } = puzzleIn(fields, question);
  const scoreOf = (told: Cells): Score => scoreCells(puzzle, told, question.timeoutMs);
  return judgedCells(puzzle, { cells, extract }, scoreOf);
}

/** How right an answer about a line is: its cells, or that it is impossible. */
function judgedLine(
  { clue, known }: ReturnType<typeof lineIn>,
  answer: Pick<LineFields, 'cells' | 'extract'>,
): Judged {
  const size = { width: known.length, height: 1, colours: 1 };
  const truth = solveLine(clue, known);
  const all = (share: number): Score =>
    share === 1
      ? { kind: 'solution', unknown: 0, rightCells: 1, fittingLines: 1 }
      : { kind: 'wrong', mistake: { kind: 'impossible' }, unknown: 0, rightCells: 0, fittingLines: 0 }; // prettier-ignore
  const { cells, extract } = answer;
  const isClaimed =
    typeof cells === 'string' &&
    (extract === true ? saysImpossible(cells, size) : cells.trim() === 'impossible');
  if (isClaimed) return { score: all(truth === null ? 1 : 0), size, read: null };
  return judgedCells(size, answer, (told): Score => {
    if (truth === null) return all(0);
    const isMissing = (cell: number, at: number): boolean =>
      cell === UNKNOWN && truth[at] !== UNKNOWN;
    const unknown = told.filter(isMissing).length;
    const rightCells = told.filter((cell, at) => cell === truth[at]).length / told.length;
    const fittingLines = solveLine(clue, told) === null ? 0 : 1;
    const shares = { unknown, rightCells, fittingLines };
    if (rightCells === 1) return { kind: 'solution', ...shares };
    const first = told.findIndex((cell, at) => cell !== UNKNOWN && cell !== truth[at]);
    if (first < 0) return { kind: 'on-the-way', ...shares };
    const kind = truth[first] === UNKNOWN ? 'guess' : 'cell';
    const mistake = { kind, row: 1, column: first + 1, value: told[first] } as const;
    return { kind: 'wrong', mistake, ...shares };
  });
}

/** Its score is 0 if it cannot be read. With `extract` it may have words around its cells. */
function judgedCells(
  size: AnswerSize,
  { cells: value, extract }: Pick<LineFields, 'cells' | 'extract'>,
  scoreOf: (cells: Cells) => Score,
): Judged {
  if (extract !== undefined && typeof extract !== 'boolean') {
    throw new NotUnderstood(`expected extract to be true or false, found ${shown(extract)}`);
  }
  try {
    const cells = extract === true ? extractedCells(value, size) : cellsIn(value, size);
    return { score: scoreOf(cells), size, read: extract === true ? cells : null };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message: reason } = error;
    const unknown = size.width * size.height;
    const score = { kind: 'unreadable', reason, unknown, rightCells: 0, fittingLines: 0 } as const;
    return { score, size, read: null };
  }
}

function extractedCells(value: unknown, size: AnswerSize): Cells {
  if (typeof value !== 'string') return cellsIn(value, size);
  const found = cellsInAnswer(value, size);
  if (found !== null) return found;
  try {
    return cellsIn(value, size);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { width, height } = size;
    throw new Unreadable(`expected ${width}x${height} cells, found ${nearestGrid(value, size)}`);
  }
}

/** The cells of a line: rows as text or as lists, or one list; `?`, null and -1 are unknown. */
function cellsIn(value: unknown, { width, height, colours }: AnswerSize): Cells {
  if (value === undefined) throw new NotUnderstood('there are no cells');
  const found = cellsOfJson(value, colours > 1);
  if (found === null) throw new Unreadable(`expected cells, found ${shown(value)}`);
  if (typeof found === 'string') throw new Unreadable(found);
  const { cells } = found;
  const size = `${found.width ?? width}x${found.height ?? height}`;
  if (cells.length !== width * height || size !== `${width}x${height}`) {
    const has = found.width === null ? `${cells.length}` : size;
    throw new Unreadable(`expected ${width}x${height} cells, found ${has}`);
  }
  let odd = 0;
  while (odd < cells.length && (cells[odd] <= colours || cells[odd] === UNKNOWN)) odd++;
  if (odd === cells.length) return cells;
  const place = `row ${Math.floor(odd / width) + 1}, cell ${(odd % width) + 1}`;
  throw new Unreadable(`${place} is not a cell of this puzzle`);
}

function verified(proof: unknown, puzzle: Puzzle): object {
  if (typeof proof !== 'string') {
    throw new NotUnderstood(`expected a proof as text, found ${shown(proof)}`);
  }
  const checker = new ProofChecker(puzzle);
  checker.write(proof);
  return verdictFields(checker.end());
}

/** The verdict on a proof as programs get it, here and from `verify --json`. */
export function verdictFields(report: ReturnType<ProofChecker['end']>): object {
  if (!report.valid) return report;
  const { valid, claim, solutions, steps, clauses } = report;
  const number = claim === 'exactly' ? { solutions: solutions.length } : {};
  return { valid, claim, ...number, steps, clauses };
}

type AnswerSize = Pick<Puzzle, 'width' | 'height' | 'colours'>;

/**
 * The cells in an answer with words around them. Of several grids the last one counts, as an answer
 * ends with what it has come to. Null if none has the puzzle's size: others are not cut to fit.
 *
 * Rows are lines, or parts of a line; cells stand together, or have blanks, commas, slashes or bars
 * between them. Words beside a row are passed over; a line without cells ends a grid.
 */
export function cellsInAnswer(answer: string, size: AnswerSize): Cells | null {
  const lines = linesOf(answer, size);
  return lastGrid(lines, size, 'strict') ?? lastGrid(lines, size, 'loose');
}

/** Whether an answer ends in the word that nothing fits: no grid of this size comes after it. */
function saysImpossible(answer: string, size: AnswerSize): boolean {
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
