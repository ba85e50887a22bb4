import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import {
  UNKNOWN,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
} from '../../../src/solver/core/puzzle/types.js';

/**
 * Every solution of a small puzzle, in no special order: all placements of every row, the
 * columns judged by the checker. It shares no code with the solver.
 */
export function solutionsOf(puzzle: Puzzle): Cells[] {
  const { width, height } = puzzle;
  const placements = puzzle.rows.map((clue) => placementsOf(clue, width));
  const found: Cells[] = [];
  const cells = new Uint8Array(width * height);
  const place = (row: number): void => {
    if (row === height) {
      if (checkSolution(puzzle, cells) === null) found.push(cells.slice());
      return;
    }
    for (const line of placements[row]) {
      cells.set(line, row * width);
      if (columnsCanStill(puzzle, cells, row + 1)) place(row + 1);
    }
  };
  place(0);
  return found;
}

/** All lines of `length` cells that fulfil `clue`. */
export function placementsOf(clue: Clue, length: number): Cells[] {
  const found: Cells[] = [];
  const line = new Uint8Array(length);
  const place = (b: number, from: number): void => {
    if (b === clue.length) {
      found.push(line.slice());
      return;
    }
    const size = blockLength(clue[b]);
    const colour = blockColour(clue[b]);
    const touches = b > 0 && blockColour(clue[b - 1]) === colour;
    for (let start = from + (touches ? 1 : 0); start + size <= length; start++) {
      line.fill(colour, start, start + size);
      place(b + 1, start + size);
      line.fill(0, start, start + size);
    }
  };
  place(0, 0);
  return found;
}

/** Whether no column has more cells of a colour in its first rows than its clue has at all. */
function columnsCanStill(puzzle: Puzzle, cells: Cells, rows: number): boolean {
  const { width, columns, start } = puzzle;
  for (let x = 0; x < width; x++) {
    const left = new Array<number>(32).fill(0);
    for (const b of columns[x]) left[blockColour(b)] += blockLength(b);
    for (let y = 0; y < rows; y++) {
      const cell = cells[y * width + x];
      if (cell > 0 && --left[cell] < 0) return false;
      const given = start === null ? UNKNOWN : start[y * width + x];
      if (given !== UNKNOWN && given !== cell) return false;
    }
  }
  return true;
}

/**
 * A line of a puzzle. Of a grid it tells by plain enumeration; a grid has a set of values for each
 * cell, in whose bits v says that the cell can have value v.
 */
export interface NaiveLine {
  readonly clue: Clue;
  /** Its cells, row by row. */
  readonly cells: readonly number[];
  readonly placements: readonly Cells[];
}

/** The lines of a puzzle, rows first. */
export function linesOf({ width, height, rows, columns }: Puzzle): NaiveLine[] {
  const line = (clue: Clue, length: number, cellAt: (i: number) => number): NaiveLine => ({
    clue,
    cells: Array.from({ length }, (_, i) => cellAt(i)),
    placements: placementsOf(clue, length),
  });
  return [
    ...rows.map((clue, y) => line(clue, width, (x) => y * width + x)),
    ...columns.map((clue, x) => line(clue, height, (y) => y * width + x)),
  ];
}

/** The grid in which nothing is known but the start position. */
export function gridOf({ width, height, colours, start }: Puzzle): number[] {
  return Array.from({ length: width * height }, (_, cell) =>
    start === null || start[cell] === UNKNOWN ? 2 ** (colours + 1) - 1 : 1 << start[cell],
  );
}

export function isKnown(values: number): boolean {
  return (values & (values - 1)) === 0;
}

/** What the placements show that fit these values of cells; null if none fits. */
export function narrow(placements: readonly Cells[], cells: readonly number[]): number[] | null {
  const fitting = placements.filter((line) => line.every((value, i) => (cells[i] >> value) & 1));
  if (fitting.length === 0) return null;
  return cells.map((_, i) => fitting.reduce((values, line) => values | (1 << line[i]), 0));
}

/** What a line shows of its cells; null if no placement of it fits. */
export function readLine(
  { placements, cells }: NaiveLine,
  grid: readonly number[],
): number[] | null {
  const values = cells.map((cell) => grid[cell]);
  return narrow(placements, values);
}
