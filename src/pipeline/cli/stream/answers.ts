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
} from '../../../solver/core/puzzle/types.js';
import { solveLine } from '../../../solver/engine/solver/line.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { cellCharacter, cellsToText } from '../../../solver/core/puzzle/text.js';
import { NEEDS } from '../../../solver/core/result/difficulty.js';
import { cellsInAnswer, type AnswerSize, nearestGrid, saysImpossible } from './cells-in-answer.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';
import { type Grade, LINE_QUESTIONS, type Score, ScoreCounts } from './score-summary.js';

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
  let id: string | null = null;
  try {
    const text = new TextDecoder().decode(line);
    if ('id' in objectIn(text)) id = idIn(text);
  } catch {
    // Then without it.
  }
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
      case QUOTE: {
        const begin = at++;
        for (let code; (code = line.charCodeAt(at)) !== QUOTE; at++) if (code === ESCAPE) at++;
        if (depth === 1 && from < 0) key = line.slice(begin, at + 1);
        break;
      }
      case COLON:
        if (depth === 1) from = at + 1;
        break;
      case COMMA:
        if (depth === 1) endOfValue(at);
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth++;
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const ESCAPE = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

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
  const { puzzle, goal, name, title } = puzzleIn(
    question.command === 'hint' ? rest : fields,
    question,
  );
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
