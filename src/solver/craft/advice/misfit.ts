import { checkSolution } from '../../core/puzzle/check.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../core/puzzle/types.js';
import type { Status } from '../../core/result/outcome.js';
import { brokenLine, completable, type Mistake } from './mistake.js';
import { cellValueText } from '../replay/colour-name.js';

/** A start position or an author's picture that does not fit the clues of its puzzle. */
export type Misfit =
  | { readonly part: 'start' | 'picture'; readonly kind: 'mistake'; readonly mistake: Mistake }
  /** A cell of the picture that the start position gives away as something else; from 1. */
  | {
      readonly part: 'picture';
      readonly kind: 'given';
      readonly row: number;
      readonly column: number;
      readonly value: number;
    }
  /** The clues by themselves have no solution. */
  | { readonly part: 'start' | 'picture'; readonly kind: 'no-solution' }
  /** What is wrong was not found out in time. */
  | { readonly part: 'start' | 'picture'; readonly kind: 'open' };

/** A puzzle with its author's picture, and what solving it found. */
export interface SolvedWithGoal {
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
  readonly status: Status;
  readonly solution: Cells | null;
}

/**
 * What does not fit the clues: the start position of a puzzle without a solution, the author's
 * picture.
 */
export function misfitsOf(
  { puzzle, goal, status, solution }: SolvedWithGoal,
  timeoutMs?: number,
): Misfit[] {
  const start = status === 'contradiction' ? startMisfit(puzzle, timeoutMs) : null;
  const only = status === 'unique' ? solution : null;
  const picture = goal === null ? null : pictureMisfit(puzzle, goal, only, timeoutMs);
  return [start, picture].filter((misfit) => misfit !== null);
}

/**
 * Why a puzzle with this start position has no solution: the first wrong cell, row by row. Null if
 * there is no start position, or if it fits.
 */
export function startMisfit(puzzle: Puzzle, timeoutMs?: number): Misfit | null {
  const { start } = puzzle;
  if (start === null) return null;
  const found = completable({ ...puzzle, start: null }, start, timeoutMs, 'cell');
  if (found.kind === 'yes') return null;
  if (found.kind === 'no') return { part: 'start', kind: 'mistake', mistake: found.mistake };
  return { part: 'start', kind: found.kind === 'open' ? 'open' : 'no-solution' };
}

/**
 * What is wrong with a picture that is not a solution: the first cell, row by row, that no solution
 * has, or that no solution has together with the cells before it. `only` is the one solution, if it
 * is known. Null if the picture is a solution.
 */
export function pictureMisfit(
  puzzle: Puzzle,
  picture: Cells,
  only: Cells | null = null,
  timeoutMs?: number,
): Misfit | null {
  if (checkSolution(puzzle, picture) === null) return null;
  const { width, start } = puzzle;
  const at = (cell: number): { row: number; column: number; value: number } => ({
    row: Math.floor(cell / width) + 1,
    column: (cell % width) + 1,
    value: picture[cell],
  });
  if (only !== null) {
    const cell = picture.findIndex((value, i) => value !== only[i]);
    return { part: 'picture', kind: 'mistake', mistake: { kind: 'cell', ...at(cell) } };
  }
  const given = start?.findIndex((value, i) => value !== UNKNOWN && value !== picture[i]) ?? -1;
  if (given >= 0) return { part: 'picture', kind: 'given', ...at(given) };
  const found = completable(puzzle, picture, timeoutMs, 'cell');
  if (found.kind === 'no') return { part: 'picture', kind: 'mistake', mistake: found.mistake };
  if (found.kind === 'impossible') return { part: 'picture', kind: 'no-solution' };
  const line = brokenLine(puzzle, picture);
  return line === null
    ? { part: 'picture', kind: 'open' }
    : { part: 'picture', kind: 'mistake', mistake: line };
}

/**
 * A misfit as a sentence without a full stop: `the author's picture does not fit the clues: row 2,
 * cell 3 is filled, but no solution has it`.
 */
export function misfitText(misfit: Misfit, puzzle: Puzzle): string {
  const what = misfit.part === 'start' ? 'the start position' : "the author's picture";
  const why = reason(misfit, puzzle);
  return `${what} does not fit the clues${why === '' ? '' : `: ${why}`}`;
}

/** The same in few words: `picture: row 2, cell 3 is filled, but no solution has it`. */
export function shortMisfitText(misfit: Misfit, puzzle: Puzzle): string {
  return `${misfit.part}: ${reason(misfit, puzzle) || 'does not fit the clues'}`;
}

function reason(misfit: Misfit, puzzle: Puzzle): string {
  const place = ({ row, column, value }: { row: number; column: number; value: number }): string =>
    `row ${row}, cell ${column} is ${cellValueText(value, puzzle)}`;
  switch (misfit.kind) {
    case 'open':
      return '';
    case 'no-solution':
      return 'no picture fits them';
    case 'given':
      return `${place(misfit)}, but the start position has another value there`;
    case 'mistake': {
      const { mistake } = misfit;
      if (mistake.kind === 'line') return `${mistake.side} ${mistake.number} breaks its clue`;
      return mistake.kind === 'cell'
        ? `${place(mistake)}, but no solution has it`
        : `${place(mistake)}, but no solution has it together with the cells before it`;
    }
  }
}
