/**
 * The words of the field, as types.
 *
 *   puzzle   width, height, and one clue for each row and column
 *   clue     the blocks of one line, in order; an empty line is []
 *   line     a row or a column
 *   block    one run of equally coloured cells
 *   cell     unknown, filled (with a colour) or blank
 *   corpus   one input: a file, a folder or standard input that holds puzzles
 *   entry    one place in a corpus where a puzzle should be; ordinals count entries from 0
 *   reject   one entry that is not a puzzle, with its place and the reason
 */

/** Cells of one colour in a row, as their length plus 65,536 for each colour after the first. */
export type Block = number;

/** The blocks of one line, in order. */
export type Clue = readonly Block[];

/** The longest line that a block's length can express. */
export const MAX_BLOCK_LENGTH = 0xffff;

/** The number of colours, background not counted, that a puzzle may have. */
export const MAX_COLOURS = 31;

/** The factor for a length that no block can have: validation can still tell what it was. */
const OVERLONG = 2 ** 32;

/** A block of `length` cells in `colour`. A length that none can have becomes one to be refused. */
export function block(length: number, colour = 1): Block {
  if (!Number.isInteger(length) || length <= 0) return length;
  return length > MAX_BLOCK_LENGTH ? length * OVERLONG : length + (colour - 1) * 0x10000;
}

/** The length that `block` was made with if no block can be that long, else null. */
export function overlongLength(value: Block): number | null {
  return value > OVERLONG ? value / OVERLONG : null;
}

/** The number of cells of a block. */
export function blockLength(value: Block): number {
  return value & 0xffff;
}

/** The colour of a block: 1 for the first after the background. */
export function blockColour(value: Block): number {
  return (value >>> 16) + 1;
}

/**
 * The cells of a grid, row by row, one byte each: BLANK, a colour from 1 to 31, or UNKNOWN.
 * A picture is a grid without unknown cells; a start position usually has many.
 */
export type Cells = Uint8Array;

/** A cell known to be background. */
export const BLANK = 0;

/** A cell about which nothing is known yet. */
export const UNKNOWN = 255;

/** Colours as `#rrggbb`; the first is the background, so colour 1 is `palette[1]`. */
export type Palette = readonly string[];

/** The palette of a puzzle without one. */
export const BLACK_ON_WHITE: Palette = ['#ffffff', '#000000'];

/** A puzzle that passed validation: every solver and writer may rely on its sizes and sums. */
export interface Puzzle {
  readonly width: number;
  readonly height: number;
  /** One clue a row, from the top. */
  readonly rows: readonly Clue[];
  /** One clue a column, from the left. */
  readonly columns: readonly Clue[];
  /** The number of colours, background not counted: 1 in black and white. */
  readonly colours: number;
  /** Null: black on white. */
  readonly palette: Palette | null;
  /** The cells that the puzzle gives away, or null. */
  readonly start: Cells | null;
}

/** How many cells the clues of a puzzle fill; rows and columns have the same number. */
export function filledCells({ rows }: Puzzle): number {
  let filled = 0;
  for (const clue of rows) for (const block of clue) filled += blockLength(block);
  return filled;
}

/** What a reader made of an entry, not validated: numbers may be anything, zeros may pad a clue. */
export interface Draft {
  /** The size that the entry states; null if only the number of clues tells it. */
  readonly width: number | null;
  readonly height: number | null;
  /** Blocks as numbers (see Block); a null clue is one that the entry calls unknown. */
  readonly rows: readonly (readonly number[] | null)[];
  readonly columns: readonly (readonly number[] | null)[];
  /** `#rrggbb` each, the background first; null for black on white. */
  readonly palette: Palette | null;
  /** The cells that the puzzle gives away, or null. */
  readonly start: Cells | null;
  /** The author's picture, or null. */
  readonly goal: Cells | null;
}

/** How many cells a grid has each way. */
export interface GridSize {
  readonly width: number;
  readonly height: number;
}

export interface SizeRange {
  readonly from: GridSize;
  readonly to: GridSize;
}

/** A size with a density, for which random puzzles are drawn. */
export interface GridPoint {
  readonly size: GridSize;
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly density: number;
  /** The same seed draws the same puzzles. */
  readonly seed: number;
}
