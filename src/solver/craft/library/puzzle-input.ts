import {
  type Cells,
  type Clue,
  type Draft,
  MAX_BLOCK_LENGTH,
  type Puzzle,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import { textToCells } from '../../core/puzzle/text.js';
import { validate } from '../../core/puzzle/validate.js';
import { ArgumentError, PuzzleError } from './errors.js';
import { shownValue } from './options.js';

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
function optional<Value>(
  ...[name, value, isRight, what]: Parameters<typeof needed<Value>>
): Value | null {
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
 * An array of the right values. Its length is looked at first, as an array without elements can be
 * billions long.
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
