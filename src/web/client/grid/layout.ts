import type { Puzzle } from '../../../puzzle/types.js';
import { blockLength } from '../../../puzzle/types.js';

/** Where everything of a drawn puzzle stands, in CSS pixels. */
export interface GridLayout {
  /** The side of one cell. */
  readonly cell: number;
  /** The upper left corner of the cells: clues stand to its left and above it. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The room of one clue number beside a row and above a column. */
  readonly slotWidth: number;
  readonly slotHeight: number;
  /** 0 where cells are too small for numbers. */
  readonly font: number;
}

/** Below this many pixels a cell, numbers cannot be read and are left out. */
const LEAST_FOR_CLUES = 8.5;

/** The room of a column's clue number, in cells. */
const SLOT_HEIGHT = 0.78;

/** The pixels that there are. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The largest side of a cell: a puzzle of 5x5 should not fill the screen. */
const LARGEST = 34;

/**
 * The layout in which a puzzle with its clues fits the room across, and down too as long as its
 * numbers can be read; a puzzle too large for numbers fits across without them.
 */
export function fitLayout(puzzle: Puzzle, room: Room): GridLayout {
  const widest = Math.max(1, ...puzzle.rows.map((clue) => clue.length));
  const highest = Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const across = (room.width - 4) / (puzzle.width + widest * slotShare(puzzle) + 0.4);
  const down = (room.height - 4) / (puzzle.height + highest * SLOT_HEIGHT + 0.4);
  const cell = Math.min(LARGEST, across, Math.max(down, 14));
  if (cell >= LEAST_FOR_CLUES) return layout(puzzle, Math.floor(cell * 2) / 2);
  if (Math.max(puzzle.width, puzzle.height) <= 120) return layout(puzzle, 10);
  return layout(puzzle, Math.max(2, Math.floor((room.width - 2) / puzzle.width)));
}

/** The layout for cells of a given side. */
export function layout(puzzle: Puzzle, cell: number): GridLayout {
  const readable = cell >= LEAST_FOR_CLUES;
  const slotWidth = readable ? cell * slotShare(puzzle) : 0;
  const slotHeight = readable ? cell * SLOT_HEIGHT : 0;
  const most = (clues: Puzzle['rows']): number => Math.max(1, ...clues.map((c) => c.length));
  const left = Math.ceil(readable ? most(puzzle.rows) * slotWidth + cell * 0.4 : 1);
  const top = Math.ceil(readable ? most(puzzle.columns) * slotHeight + cell * 0.4 : 1);
  return {
    cell,
    left,
    top,
    width: Math.ceil(left + puzzle.width * cell + 2),
    height: Math.ceil(top + puzzle.height * cell + 2),
    slotWidth,
    slotHeight,
    font: readable ? Math.max(7.5, Math.min(15, cell * 0.58)) : 0,
  };
}

/** The room of a row's clue number in cells: by the number of digits. */
function slotShare(puzzle: Puzzle): number {
  const longest = Math.max(1, ...puzzle.rows.flatMap((clue) => clue.map(blockLength)));
  return longest >= 100 ? 1.15 : longest >= 10 ? 0.85 : 0.66;
}

/** The cell under a point of the drawing, or null beside the cells. */
export function cellAt(puzzle: Puzzle, at: GridLayout, x: number, y: number): number | null {
  const column = Math.floor((x - at.left) / at.cell);
  const row = Math.floor((y - at.top) / at.cell);
  if (column < 0 || row < 0 || column >= puzzle.width || row >= puzzle.height) return null;
  return row * puzzle.width + column;
}
