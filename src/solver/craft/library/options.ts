import { textToCells } from '../../core/puzzle/text.js';
import {
  type Cells,
  type Clue,
  type Draft,
  MAX_BLOCK_LENGTH,
  type Puzzle,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import { validate } from '../../core/puzzle/validate.js';
import { didYouMean } from '../../core/text/typed.js';
import { ArgumentError, PuzzleError } from './errors.js';

/** Checks the value of an option: returns what is expected instead, or null if it is right. */
export type Expectation = (value: unknown) => string | null;

/**
 * Checks options: each must be known and have a value of its kind; undefined means the default.
 * @throws ArgumentError that names the option, what was expected and what came.
 */
export function checkOptions(name: string, options: unknown, known: Record<string, Expectation>) {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw new ArgumentError(`${name}: expected an object of options, got ${shownValue(options)}`);
  }
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, key)) {
      throw new ArgumentError(
        `${name}: there is no option "${key}"${didYouMean(key, Object.keys(known))}`,
      );
    }
    const expected = value === undefined ? null : known[key](value);
    if (expected !== null) {
      throw new ArgumentError(`${name}: ${key}: expected ${expected}, got ${shownValue(value)}`);
    }
  }
}

/** A whole number, at least `least`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Expectation {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
  return (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : `a whole number, ${range}`;
}

/** A number above 0, or Infinity. */
export const positiveNumber: Expectation = (value) =>
  typeof value === 'number' && value > 0 ? null : 'a number above 0';

export const text: Expectation = (value) => (typeof value === 'string' ? null : 'a string');
export const truth: Expectation = (value) => (typeof value === 'boolean' ? null : 'true or false');

/** A picture: cells row by row, or text. */
export const cells: Expectation = (value) =>
  typeof value === 'string' || value instanceof Uint8Array ? null : 'a Uint8Array or text';

/** `null` is allowed, too. */
export function orNull(expectation: Expectation): Expectation {
  return (value) => {
    const expected = value === null ? null : expectation(value);
    return expected === null ? null : `${expected}, or null`;
  };
}

export function oneOf(values: readonly unknown[]): Expectation {
  return (value) => (values.includes(value) ? null : `one of ${values.join(', ')}`);
}

/** A value as an error shows it: short, and never more than one line. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  }
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? 'an array' : 'an object';
  }
  return String(value);
}

/**
 * What the functions accept as a puzzle: one that `readPuzzles` has read, or any object with the
 * clues of its rows and columns. In a coloured puzzle, make blocks with `block(length, colour)`.
 */
export interface PuzzleInput {
  readonly rows: readonly Clue[];
  readonly columns: readonly Clue[];
  /** Optional: it is the number of column clues. */
  readonly width?: number;
  /** Optional: it is the number of row clues. */
  readonly height?: number;
  /** `#rrggbb` each, the background first; null or undefined for black on white. */
  readonly palette?: readonly string[] | null;
  /** Cells that the puzzle gives away, row by row: UNKNOWN for the others. */
  readonly start?: Cells | null;
}

/**
 * The puzzle, checked: what passes is safe for the solver and for every writer.
 * @throws ArgumentError if it is not an object with clues; PuzzleError if they do not fit.
 */
export function puzzleOf(input: PuzzleInput): Puzzle {
  const given: unknown = input;
  if (typeof given !== 'object' || given === null) {
    throw new ArgumentError(`expected a puzzle, got ${shownValue(given)}`);
  }
  if ('puzzle' in given && !('rows' in given)) {
    throw new ArgumentError('expected a puzzle, got an object with one: pass its "puzzle"');
  }
  const { rows, columns, palette, start, width, height } = given as Record<string, unknown>;
  const draft: Draft = {
    width: optional('width', width, isNumber, 'a number'),
    height: optional('height', height, isNumber, 'a number'),
    rows: cluesOf('rows', rows),
    columns: cluesOf('columns', columns),
    palette: palette == null ? null : listOf('palette', palette, isText, 'a string (#rrggbb)'),
    start: optional('start', start, isBytes, 'a Uint8Array'),
    goal: null,
  };
  const { puzzle, reason } = validate(draft);
  if (puzzle === undefined) throw new PuzzleError(reason);
  return puzzle;
}

/**
 * Cells of a puzzle's grid, given as they are or as text: rows joined by `/`, `#` filled, `.`
 * blank, `?` unknown, a palette index in base 32 in a coloured puzzle.
 * @throws ArgumentError if they are something else, or their size or a value is wrong.
 */
export function cellsOf(puzzle: Puzzle, cells: Cells | string, name = 'cells'): Cells {
  const { width, height, colours } = puzzle;
  if (typeof cells === 'string') {
    try {
      return known(textToCells(cells, width, height), colours, name);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ArgumentError(`${name}: ${error.message}`);
    }
  }
  needed(name, cells, isBytes, 'a Uint8Array or text');
  if (cells.length !== width * height) {
    const size = `${width * height} cells, for ${width}x${height}`;
    throw new ArgumentError(`${name}: expected ${size}, got ${cells.length}`);
  }
  return known(cells, colours, name);
}

function known(cells: Cells, colours: number, name: string): Cells {
  const odd = cells.findIndex((cell) => cell > colours && cell !== UNKNOWN);
  if (odd === -1) return cells;
  throw new ArgumentError(
    `${name}: cell ${odd} is ${cells[odd]}, and the puzzle has ${colours} colour(s)`,
  );
}

/** What must be there, and of the right kind. @throws ArgumentError */
function needed<Value>(
  name: string,
  value: unknown,
  isRight: (value: unknown) => value is Value,
  what: string,
): Value {
  if (isRight(value)) return value;
  throw new ArgumentError(`${name}: expected ${what}, got ${shownValue(value)}`);
}

/** The same of what may be left out: then it is null. @throws ArgumentError */
function optional<Value>(...[name, value, isRight, what]: Parameters<typeof needed<Value>>) {
  return value === undefined || value === null ? null : needed(name, value, isRight, what);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBytes = (value: unknown): value is Cells => value instanceof Uint8Array;
const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function cluesOf(name: string, clues: unknown): Clue[] {
  const listed = listOf(name, clues, isList, 'an array of numbers');
  return listed.map((clue, i) => listOf(`${name}[${i}]`, clue, isNumber, 'a number'));
}

/**
 * An array; its length is looked at first, as one without elements can be billions long.
 * @throws ArgumentError that names the first wrong value, holes too
 */
function listOf<Value>(
  name: string,
  value: unknown,
  isRight: (value: unknown) => value is Value,
  what: string,
): readonly Value[] {
  const list = needed(name, value, isList, 'an array');
  if (list.length > MAX_BLOCK_LENGTH) {
    throw new ArgumentError(`${name}: at most ${MAX_BLOCK_LENGTH} elements, got ${list.length}`);
  }
  return Array.from(list, (one, i) => needed(`${name}[${i}]`, one, isRight, what));
}

/** What the library needs of an AbortSignal, so as to need no types of Node.js or browsers. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}

export const isAbortSignal: Expectation = (value) =>
  value instanceof AbortSignal ? null : 'an AbortSignal';
