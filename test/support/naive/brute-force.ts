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
