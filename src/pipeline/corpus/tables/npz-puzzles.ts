import { fieldRole } from '../../../solver/formats/parse/field-names.js';
import type { NumberArray } from './npy.js';
import { TableError } from './table-error.js';

/** Arrays by their names, without `.npy`. */
export type Arrays = ReadonlyMap<string, NumberArray>;

/** The puzzles of arrays: how many, and each as JSON would hold it. */
export interface ArrayPuzzles {
  readonly count: number;
  readonly puzzleAt: (index: number) => object;
}

/** What an array holds of each puzzle. */
type Part = 'rows' | 'columns' | 'clues' | 'pictures' | 'widths' | 'heights';

/**
 * An array whose first index is the puzzle: how many values it has of each, and in groups of how
 * many.
 */
interface Side extends NumberArray {
  readonly each: number;
  readonly last: number;
}

/** How many rows are looked at to tell clues from pictures. */
const LOOKED_AT = 1000;

/**
 * Finds puzzles in arrays: clues of rows and columns, in one array or two, padded with zeros, or
 * pictures, flat or not, or both. What an array is, its name tells, or else its values.
 * @throws TableError that names the arrays and their shapes if there are none.
 */
export function puzzlesInArrays(arrays: Arrays): ArrayPuzzles {
  const parts = partsOf(arrays);
  const { rows, columns, clues, pictures, widths, heights } = parts;
  const main = clues ?? rows ?? pictures;
  if (main === undefined || (rows === undefined) !== (columns === undefined)) {
    throw unfit(arrays, 'there are neither clues of rows and columns nor pictures');
  }
  const count = main.shape[0];
  const odd = Object.values(parts).find(({ shape }) => shape[0] !== count);
  if (odd !== undefined) throw unfit(arrays, 'they are not of the same number of puzzles');
  const size = sizeOf(parts, arrays);
  const { width, height } = size;
  const fits =
    (clues === undefined || clues.each % (width + height) === 0) &&
    (rows === undefined || rows.each % height === 0) &&
    (columns === undefined || columns.each % width === 0) &&
    (pictures === undefined || pictures.each === width * height);
  if (!fits) throw unfit(arrays, `they do not fit puzzles of ${width}x${height}`);
  const sizeAt = (index: number): Size => ({
    width: widths?.values[index] ?? size.width,
    height: heights?.values[index] ?? size.height,
  });
  return {
    count,
    puzzleAt(index) {
      const { width, height } = sizeAt(index);
      const solution = pictures && pictureAt(pictures, index, width, height, size.width);
      if (clues !== undefined) {
        const all = linesAt(clues, index, size.width + size.height);
        const columnClues = all.slice(size.height, size.height + width);
        return { width, height, rows: all.slice(0, height), columns: columnClues, solution };
      }
      if (rows === undefined || columns === undefined) return { width, height, solution };
      return {
        width,
        height,
        solution,
        rows: linesAt(rows, index, size.height).slice(0, height),
        columns: linesAt(columns, index, size.width).slice(0, width),
      };
    },
  };
}

function partsOf(arrays: Arrays): Partial<Record<Part, Side>> {
  const parts: Partial<Record<Part, Side>> = {};
  for (const [name, array] of arrays) {
    const part = partOf(name, array);
    const { shape } = array;
    if (part === null || shape.length === 0) continue;
    const each = shape.slice(1).reduce((product, side) => product * side, 1);
    parts[part] ??= { ...array, each, last: shape[shape.length - 1] };
  }
  return parts;
}

/** The parts of arrays that are called as the fields of JSON are. */
const PARTS: Readonly<Record<string, Part | undefined>> = {
  rows: 'rows',
  rowClues: 'rows',
  columns: 'columns',
  columnClues: 'columns',
  rowSide: 'rows',
  columnSide: 'columns',
  clues: 'clues',
  goal: 'pictures',
  grid: 'pictures',
};

function partOf(name: string, { shape, values }: NumberArray): Part | null {
  if (shape.length === 1) {
    if (/^widths?$/i.test(name)) return 'widths';
    return /^heights?$/i.test(name) ? 'heights' : null;
  }
  if (shape.length < 2) return null;
  const named = PARTS[fieldRole(name) ?? ''];
  if (named !== undefined) return named;
  if (/^(y|target|label|output|picture|image|solution|grid)s?([_-]|\d|$)/i.test(name)) {
    return 'pictures';
  }
  if (/^(x|input|clue|hint)s?([_-]|\d|$)/i.test(name)) return 'clues';
  const most = LOOKED_AT * shape.slice(1).reduce((product, side) => product * side, 1);
  for (let i = 0; i < Math.min(values.length, most); i++) if (values[i] > 1) return 'clues';
  return 'pictures';
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of all puzzles, or of the largest. @throws TableError if nothing tells it. */
function sizeOf(parts: Partial<Record<Part, Side>>, arrays: Arrays): Size {
  const { rows, columns, clues, pictures, widths, heights } = parts;
  if (rows !== undefined && columns !== undefined) {
    if (rows.shape.length > 2 && columns.shape.length > 2) {
      return { width: columns.shape[1], height: rows.shape[1] };
    }
  }
  if (pictures !== undefined && pictures.shape.length === 3) {
    return { width: pictures.shape[2], height: pictures.shape[1] };
  }
  if (widths !== undefined && heights !== undefined) {
    return { width: most(widths.values), height: most(heights.values) };
  }
  const side = pictures !== undefined ? Math.sqrt(pictures.each) : squareSide(clues ?? rows);
  if (side !== null && Number.isInteger(side) && side > 0) return { width: side, height: side };
  throw unfit(arrays, 'the size of the puzzles is not known: they are not square');
}

/** The side of square puzzles whose clues have so many values each; null if there are none such. */
function squareSide(clues: Side | undefined): number | null {
  if (clues === undefined) return null;
  if (clues.shape.length > 2) return clues.each / clues.last / 2;
  for (let side = 1; 2 * side * Math.ceil(side / 2) <= clues.each; side++) {
    if (2 * side * Math.ceil(side / 2) === clues.each) return side;
  }
  return null;
}

function most(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]);
  return largest;
}

/** The clues of one puzzle's lines, without the zeros around their blocks. */
function linesAt({ values, each }: Side, index: number, count: number): number[][] {
  const blocks = each / count;
  const lines: number[][] = [];
  for (let line = 0; line < count; line++) {
    const from = index * each + line * blocks;
    const clue: number[] = [];
    for (let i = from; i < from + blocks; i++) if (values[i] !== 0) clue.push(values[i]);
    lines.push(clue);
  }
  return lines;
}

/** The cells of one picture, row by row; `stride` is the width of the widest. */
function pictureAt(
  { values, each }: Side,
  index: number,
  width: number,
  height: number,
  stride: number,
): number[] {
  const cells: number[] = [];
  for (let y = 0; y < height; y++) {
    const from = index * each + y * stride;
    for (let x = from; x < from + width; x++) cells.push(values[x]);
  }
  return cells;
}

function unfit(arrays: Arrays, why: string): TableError {
  const found = Array.from(arrays, ([name, { shape }]) => `${name} (${shape.join(', ')})`);
  return new TableError(
    `${why}; expected clues of the shape (puzzles, lines, blocks), rows first, or rows and columns, or ` +
      `pictures of (puzzles, cells) or (puzzles, height, width), found ${found.join(', ') || 'no array'}`,
  );
}
