import {
  blockLength,
  type Block,
  type Clue,
  type Puzzle,
} from '../../../../solver/core/puzzle/types.js';

/** Where the parts of a drawn puzzle are, in CSS pixels. */
export interface GridLayout {
  readonly cell: number;
  /** The upper left corner of the cells: clues are to its left and above it. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The room of one number above a column; beside a row see `numberWidth`. */
  readonly slotHeight: number;
  /** 0 if cells are too small for numbers. */
  readonly font: number;
}

/** With fewer pixels for each cell, numbers cannot be read and are left out. */
const LEAST_FOR_CLUES = 8.5;

export interface GridSpace {
  readonly width: number;
  readonly height: number;
}

/**
 * The room for a grid in a frame on a screen: across, and down with what is above and below it.
 */
export function roomOf(frameWidth: number, screenHeight: number, margins: Margins): GridSpace {
  // Above a drawing are its tools: with them, as much of the screen is left.
  const share = margins === 'of the size' ? 0.68 : 0.72;
  return { width: Math.max(200, frameWidth), height: Math.max(320, screenHeight * share) };
}

/** The largest side of a cell: a puzzle of 5x5 should not fill the screen. */
const LARGEST = 34;

/**
 * What decides the room for the clues: those that a puzzle has, or those that its size may have.
 */
export type Margins = 'of the clues' | 'of the size';

/**
 * The layout in which a puzzle with its clues fits across and, as long as its numbers can be read,
 * also down. A puzzle too large for numbers fits across without them. With the margins of its size,
 * the cells are in the same place whatever the clues are.
 */
export function fitLayout(puzzle: Puzzle, room: GridSpace, margins: Margins): GridLayout {
  for (let cell = LARGEST; cell >= LEAST_FOR_CLUES; cell -= 0.5) {
    const at = layout(puzzle, cell, margins);
    if (at.width <= room.width && (at.height <= room.height || cell <= 14)) return at;
  }
  if (Math.max(puzzle.width, puzzle.height) <= 120) return layout(puzzle, 10, margins);
  return layout(puzzle, Math.max(2, Math.floor((room.width - 2) / puzzle.width)), margins);
}

/** The layout for cells of a given side. */
export function layout(puzzle: Puzzle, cell: number, margins: Margins): GridLayout {
  const readable = cell >= LEAST_FOR_CLUES;
  const font = readable ? Math.max(7.5, Math.min(15, cell * 0.58)) : 0;
  const slotHeight = readable ? Math.max(font * 1.15, Math.min(cell, LARGEST) * 0.72) : 0;
  const ofSize = margins === 'of the size';
  const widest = ofSize
    ? usualBlocks(puzzle.width) * numberWidth(1, font)
    : Math.max(...puzzle.rows.map((clue) => clueWidth(clue, font)));
  const highest = ofSize
    ? usualBlocks(puzzle.height)
    : Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const left = Math.ceil(readable ? widest + cell * 0.35 : 1);
  const top = Math.ceil(readable ? highest * slotHeight + cell * 0.35 : 1);
  return {
    cell,
    left,
    top,
    width: Math.ceil(left + puzzle.width * cell + 2),
    height: Math.ceil(top + puzzle.height * cell + 2),
    slotHeight,
    font,
  };
}

/**
 * How many blocks there is room for beside a line of some length: all that fit into a short one. A
 * longer one rarely has as many; its numbers are drawn smaller then.
 */
function usualBlocks(length: number): number {
  return Math.min(Math.ceil(length / 2), Math.floor(length / 3) + 2);
}

/** The room for one number of a row's clue, including the gap to its neighbour. */
export function numberWidth(value: Block, font: number): number {
  return String(blockLength(value)).length * font * 0.6 + font * 0.5;
}

export function clueWidth(clue: Clue, font: number): number {
  return clue.length === 0
    ? numberWidth(0, font)
    : clue.reduce((sum, value) => sum + numberWidth(value, font), 0);
}

/** The cell under a point of the drawing, or null for a point beside the cells. */
export function cellAt(
  { width, height }: Pick<Puzzle, 'width' | 'height'>,
  at: GridLayout,
  x: number,
  y: number,
): number | null {
  const column = Math.floor((x - at.left) / at.cell);
  const row = Math.floor((y - at.top) / at.cell);
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  return row * width + column;
}
