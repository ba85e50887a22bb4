import type { FixGoal } from '../../../src/solver/craft/fix/fix.js';
import { pack } from '../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../tests.js';
import { Solver } from '../../../src/solver/engine/solver/solve.js';
import { puzzleOfPicture } from '../random-puzzle.js';

const solver = new Solver();

/** Whether a puzzle is what a fix was for. */
export function isGood(puzzle: Puzzle, goal: FixGoal): boolean {
  const { status, technique } = solver.solve(pack(puzzle), 0, UNTIMED);
  return status === 'unique' && (goal === 'unique' || technique === 'line');
}

/** A picture, and what is to become of it. */
export interface Wanted {
  readonly cells: Cells;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly goal: FixGoal;
}

/**
 * The fewest cells of a picture that must change, up to `most`, by trying all; `most` + 1 if none
 * will do.
 */
export function fewestPixels(
  { cells, width, height, colours, goal }: Wanted,
  most: number,
): number {
  const changed = cells.slice();
  const good = (): boolean => isGood(puzzleOfPicture(changed, width, height, colours), goal);
  const tryAll = (left: number, from: number): boolean => {
    if (left === 0) return good();
    for (let cell = from; cell < cells.length; cell++) {
      for (let value = 0; value <= colours; value++) {
        if (value === cells[cell]) continue;
        changed[cell] = value;
        if (tryAll(left - 1, cell + 1)) return true;
      }
      changed[cell] = cells[cell];
    }
    return false;
  };
  return firstSize(tryAll, most);
}

/** The fewest cells of a picture that must be given at the start, up to `most`, in the same way. */
export function fewestGivens(
  { cells, width, height, colours, goal }: Wanted,
  most: number,
): number {
  const start = new Uint8Array(cells.length).fill(UNKNOWN);
  const puzzle = { ...puzzleOfPicture(cells, width, height, colours), start };
  const tryAll = (left: number, from: number): boolean => {
    if (left === 0) return isGood(puzzle, goal);
    for (let cell = from; cell < cells.length; cell++) {
      start[cell] = cells[cell];
      if (tryAll(left - 1, cell + 1)) return true;
      start[cell] = UNKNOWN;
    }
    return false;
  };
  return firstSize(tryAll, most);
}

function firstSize(tryAll: (left: number, from: number) => boolean, most: number): number {
  for (let size = 0; size <= most; size++) if (tryAll(size, 0)) return size;
  return most + 1;
}
