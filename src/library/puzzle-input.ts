import type { Draft } from '../puzzle/draft.js';
import { textToCells } from '../puzzle/text.js';
import { UNKNOWN, type Cells, type Clue, type Puzzle } from '../puzzle/types.js';
import { validate } from '../puzzle/validate.js';
import { ArgumentError, PuzzleError } from './errors.js';
import { shown } from './options.js';

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
    throw new ArgumentError(`expected a puzzle, got ${shown(given)}`);
  }
  const { rows, columns, palette, start, width, height } = given as Record<string, unknown>;
  const draft: Draft = {
    width: sizeOf('width', width),
    height: sizeOf('height', height),
    rows: cluesOf('rows', rows),
    columns: cluesOf('columns', columns),
    palette: paletteOf(palette),
    start: cellsOrNull('start', start),
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
  if (!(cells instanceof Uint8Array)) {
    throw new ArgumentError(`${name}: expected a Uint8Array or text, got ${shown(cells)}`);
  }
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

function sizeOf(name: string, size: unknown): number | null {
  if (size === undefined || size === null) return null;
  if (typeof size === 'number') return size;
  throw new ArgumentError(`${name}: expected a number, got ${shown(size)}`);
}

function cluesOf(name: string, clues: unknown): Clue[] {
  if (!Array.isArray(clues)) {
    throw new ArgumentError(`${name}: expected an array of clues, got ${shown(clues)}`);
  }
  return clues.map((clue: unknown, i) => {
    if (Array.isArray(clue) && clue.every((block) => typeof block === 'number')) return clue;
    throw new ArgumentError(`${name}[${i}]: expected an array of numbers, got ${shown(clue)}`);
  });
}

function paletteOf(palette: unknown): readonly string[] | null {
  if (palette === undefined || palette === null) return null;
  if (Array.isArray(palette) && palette.every((colour) => typeof colour === 'string')) {
    return palette;
  }
  throw new ArgumentError(`palette: expected an array of #rrggbb, got ${shown(palette)}`);
}

function cellsOrNull(name: string, cells: unknown): Cells | null {
  if (cells === undefined || cells === null) return null;
  if (cells instanceof Uint8Array) return cells;
  throw new ArgumentError(`${name}: expected a Uint8Array, got ${shown(cells)}`);
}
