import { pack } from '../puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../puzzle/types.js';
import { blockStarts } from '../replay/block-starts.js';
import { anyValue, only } from '../replay/step.js';
import { DEFAULT_SOLVE_LIMITS } from '../solver/model/limits.js';
import { Solver } from '../solver/solve.js';
import { check } from '../puzzle/check.js';

/** What is wrong with the known cells of a grid. Rows, columns and cells are counted from 1. */
export type Mistake =
  /** No solution of the puzzle has this cell. */
  | { readonly kind: 'cell'; readonly row: number; readonly column: number; readonly value: number }
  /** No solution has this cell together with the known cells before it, row by row. */
  | {
      readonly kind: 'together';
      readonly row: number;
      readonly column: number;
      readonly value: number;
    }
  /** The blocks of this line no longer fit between its known cells. */
  | { readonly kind: 'line'; readonly side: 'row' | 'column'; readonly number: number };

/** Whether known cells can be completed to a solution. */
type Completable =
  | { readonly kind: 'yes'; readonly solution: Cells; readonly unique: boolean }
  | { readonly kind: 'no'; readonly mistake: Mistake }
  /** The puzzle itself has no solution. */
  | { readonly kind: 'impossible' }
  /** There was not enough time to find out; each line by itself can still be completed. */
  | { readonly kind: 'open' };

/**
 * Whether a grid can be completed, or else its first mistake, row by row: a cell that no solution has;
 * if there is none, a line that can no longer be completed; if there is none, a cell that no solution has
 * together with the cells before it. With `name` 'cell', lines are not looked at.
 */
export function completable(
  puzzle: Puzzle,
  cells: Cells,
  timeoutMs = 10_000,
  name: 'line-or-cell' | 'cell' = 'line-or-cell',
): Completable {
  const solver = new Solver();
  const deadline = performance.now() + timeoutMs;
  const solve = (start: Cells | null): ReturnType<Solver['solve']> => {
    const limits = {
      ...DEFAULT_SOLVE_LIMITS,
      timeoutMs: Math.max(1, deadline - performance.now()),
    };
    return solver.solve(pack({ ...puzzle, start: withStart(puzzle, start) }), 0, limits);
  };
  const ended = solve(cells);
  if (ended.solution !== null) {
    return { kind: 'yes', solution: ended.solution, unique: ended.status === 'unique' };
  }
  const line = brokenLine(puzzle, cells);
  if (ended.status !== 'contradiction') {
    return line === null ? { kind: 'open' } : { kind: 'no', mistake: line };
  }
  const whole = solve(null);
  if (whole.status === 'contradiction') return { kind: 'impossible' };
  const wrong = wrongCell(puzzle, cells, whole.status === 'unique' ? whole.solution : null, solve);
  if (wrong !== null) return { kind: 'no', mistake: placed(puzzle, 'cell', cells, wrong) };
  if (line !== null && name !== 'cell') return { kind: 'no', mistake: line };
  const last = firstImpossibleTogether(cells, solve);
  return { kind: 'no', mistake: placed(puzzle, 'together', cells, last) };
}

/** The first line, rows first, whose blocks do not fit between its known cells, or null. */
export function brokenLine(puzzle: Puzzle, cells: Cells): Mistake | null {
  const { width, height, rows, columns, colours } = puzzle;
  const domain = (cell: number): number =>
    cells[cell] === UNKNOWN ? anyValue(colours) : only(cells[cell]);
  for (let row = 0; row < height; row++) {
    const line = Array.from({ length: width }, (_, x) => domain(row * width + x));
    if (blockStarts(rows[row], line) === null)
      return { kind: 'line', side: 'row', number: row + 1 };
  }
  for (let column = 0; column < width; column++) {
    const line = Array.from({ length: height }, (_, y) => domain(y * width + column));
    if (blockStarts(columns[column], line) === null) {
      return { kind: 'line', side: 'column', number: column + 1 };
    }
  }
  return null;
}

/** The first cell that no solution has, or null. */
function wrongCell(
  puzzle: Puzzle,
  cells: Cells,
  only: Cells | null,
  solve: (start: Cells) => { readonly status: string },
): number | null {
  const single = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === UNKNOWN) continue;
    if (only !== null) {
      if (only[cell] !== cells[cell]) return cell;
      continue;
    }
    single[cell] = cells[cell];
    if (solve(single).status === 'contradiction') return cell;
    single[cell] = UNKNOWN;
  }
  return null;
}

/** The first cell that no solution has together with the cells before it. */
function firstImpossibleTogether(
  cells: Cells,
  solve: (start: Cells) => { readonly status: string },
): number {
  let [possible, impossible] = [0, cells.length];
  while (impossible - possible > 1) {
    const middle = (possible + impossible) >> 1;
    const start = cells.map((value, cell) => (cell < middle ? value : UNKNOWN));
    if (solve(start).status === 'contradiction') impossible = middle;
    else possible = middle;
  }
  return impossible - 1;
}

/** The cells of a grid, and in the others what the puzzle gives away. */
function withStart({ start, width, height }: Puzzle, cells: Cells | null): Cells | null {
  if (start === null || cells === null) return cells ?? start;
  const both = new Uint8Array(width * height);
  for (let cell = 0; cell < both.length; cell++) {
    both[cell] = cells[cell] === UNKNOWN ? start[cell] : cells[cell];
  }
  return both;
}

function placed({ width }: Puzzle, kind: 'cell' | 'together', cells: Cells, cell: number): Mistake {
  return {
    kind,
    row: Math.floor(cell / width) + 1,
    column: (cell % width) + 1,
    value: cells[cell],
  };
}

/** How a picture, or a half-filled grid, relates to a puzzle. */
export type Checked =
  /** It fits all clues. */
  | { readonly kind: 'solution' }
  /** It has unknown cells, and can be completed. */
  | { readonly kind: 'on-the-way'; readonly unknown: number }
  | { readonly kind: 'wrong'; readonly mistake: Mistake }
  /** The puzzle has no solution, so that no cell is right. */
  | { readonly kind: 'impossible' }
  /** There was not enough time to find out whether it can be completed. */
  | { readonly kind: 'open'; readonly unknown: number };

/** Checks cells (UNKNOWN for those not filled in yet) against a puzzle. Any solution will do. */
export function checkCells(puzzle: Puzzle, cells: Cells, timeoutMs?: number): Checked {
  const unknown = cells.reduce((count, cell) => count + (cell === UNKNOWN ? 1 : 0), 0);
  if (unknown === 0 && check(puzzle, cells) === null) return { kind: 'solution' };
  const found = completable(puzzle, cells, timeoutMs);
  if (found.kind === 'yes') return { kind: 'on-the-way', unknown };
  if (found.kind === 'no') return { kind: 'wrong', mistake: found.mistake };
  return found.kind === 'open' ? { kind: 'open', unknown } : found;
}
