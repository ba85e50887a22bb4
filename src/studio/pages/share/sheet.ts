import { isLight } from '../../../solver/core/puzzle/colour.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  UNKNOWN,
  blockColour,
  blockLength,
  type Block,
  type Cells,
  type Puzzle,
} from '../../../solver/core/puzzle/types.js';

/** What a sheet is drawn from: every way to write it knows these shapes, and no others. */
export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'line';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly width: number;
      readonly colour: string;
    }
  /** A number, its middle at (x, y). */
  | {
      readonly kind: 'number';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly colour: string;
    }
  /** Words that begin at (x, y), their base line. */
  | {
      readonly kind: 'words';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
    };

/** A drawing that becomes SVG, PDF or pixels. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export const INK = '#1b1b1b';
const THIN = '#b5b5b5';
const THICK = '#555555';

/** The side of a cell; all else is proportional to it. */
const CELL = 20;
const SIZE = 11;
const SLOT = 14;
const MARGIN = 12;
const HEAD = 30;

/**
 * A puzzle with its clues, to be solved or, with cells, solved; its title above it, unless that is
 * empty.
 */
export function puzzleSheet(puzzle: Puzzle, cells: Cells | null, title: string): Sheet {
  const { width, height } = puzzle;
  const across = puzzle.rows.map((clue) => clue.reduce((sum, block) => sum + slot(block), 0));
  const left = MARGIN + Math.max(SLOT, ...across) + 4;
  const head = title === '' ? 0 : HEAD;
  const clued = Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const top = MARGIN + head + clued * SLOT + 4;
  const words: Shape[] =
    title === '' ? [] : [{ kind: 'words', x: MARGIN, y: MARGIN + 14, size: 16, text: title }];
  return {
    width: left + width * CELL + MARGIN,
    height: top + height * CELL + MARGIN,
    shapes: [
      ...words,
      ...cellShapes(puzzle, cells ?? puzzle.start, left, top),
      ...gridShapes(puzzle, left, top),
      ...clueShapes(puzzle, left, top),
    ],
  };
}

/** The room of a number beside a row. */
function slot(block: Block): number {
  return blockLength(block) > 9 ? SLOT + 4 : SLOT;
}

function cellShapes(
  { width, height, palette }: Puzzle,
  cells: Cells | null,
  left: number,
  top: number,
): Shape[] {
  const colours = palette ?? BLACK_ON_WHITE;
  const [w, h] = [width * CELL, height * CELL];
  const shapes: Shape[] = [
    { kind: 'box', x: left, y: top, width: w, height: h, fill: colours[BLANK] },
  ];
  cells?.forEach((value, i) => {
    if (value === BLANK || value === UNKNOWN) return;
    const [x, y] = [left + (i % width) * CELL, top + Math.floor(i / width) * CELL];
    shapes.push({ kind: 'box', x, y, width: CELL, height: CELL, fill: colours[value] });
  });
  return shapes;
}

function gridShapes({ width, height }: Puzzle, left: number, top: number): Shape[] {
  const [right, bottom] = [left + width * CELL, top + height * CELL];
  const look = (i: number, end: number): { width: number; colour: string } =>
    i % 5 === 0 || i === end ? { width: 1.2, colour: THICK } : { width: 0.6, colour: THIN };
  const lines = (
    count: number,
    place: (at: number) => Pick<Shape & { kind: 'line' }, 'from' | 'to'>,
  ) =>
    Array.from({ length: count + 1 }, (_, i) => ({
      kind: 'line' as const,
      ...place(i * CELL),
      ...look(i, count),
    }));
  const shapes = [
    ...lines(width, (at) => ({ from: [left + at, top], to: [left + at, bottom] })),
    ...lines(height, (at) => ({ from: [left, top + at], to: [right, top + at] })),
  ];
  // Every fifth line is drawn over the others.
  return shapes.toSorted((one, other) => one.width - other.width);
}

function clueShapes(puzzle: Puzzle, left: number, top: number): Shape[] {
  const shapes: Shape[] = [];
  const number = (block: Block, x: number, y: number): void => {
    const colour = puzzle.palette?.[blockColour(block)] ?? null;
    if (colour !== null) {
      const width = slot(block) - 2;
      const box = { x: x - width / 2, y: y - SLOT / 2 + 1, width, height: SLOT - 2 };
      shapes.push({ kind: 'box', ...box, fill: colour });
    }
    const ink = colour === null || isLight(colour) ? INK : '#ffffff';
    const text = String(blockLength(block));
    shapes.push({ kind: 'number', x, y, size: SIZE, text, colour: ink });
  };
  const zero = (x: number, y: number): void => {
    shapes.push({ kind: 'number', x, y, size: SIZE, text: '0', colour: THICK });
  };
  puzzle.rows.forEach((clue, row) => {
    const y = top + (row + 0.5) * CELL;
    let x = left - 4;
    for (const block of clue.toReversed()) {
      number(block, x - slot(block) / 2, y);
      x -= slot(block);
    }
    if (clue.length === 0) zero(x - SLOT / 2, y);
  });
  puzzle.columns.forEach((clue, column) => {
    const x = left + (column + 0.5) * CELL;
    clue.toReversed().forEach((block, i) => number(block, x, top - 4 - (i + 0.5) * SLOT));
    if (clue.length === 0) zero(x, top - 4 - SLOT / 2);
  });
  return shapes;
}
