import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';

/**
 * The turns and mirror images that leave a puzzle, and what is known about it, unchanged; without
 * the identity. What follows from the puzzle still follows after such a map.
 *
 * Finding them takes at most one look at each line's clue, and for nearly all puzzles one look at
 * the first clues.
 */
export class Symmetries {
  /** By symmetry: by cell, the cell that it is taken to. */
  maps: Int32Array[] = [];

  /** Finds the symmetries of the loaded problem. */
  find(problem: Problem, state: State): void {
    const { width, height } = problem;
    this.maps = [];
    for (let turn = 1; turn < (width === height ? 8 : 4); turn++) {
      const symmetry = {
        across: turn >= 4,
        upsideDown: (turn & 2) !== 0,
        backwards: (turn & 1) !== 0,
      };
      if (keepsClues(problem, symmetry) && keepsState(problem, state, symmetry)) {
        this.maps.push(mapOf(problem, symmetry));
      }
    }
  }

  /** Forgets all symmetries. */
  clear(): void {
    this.maps = [];
  }
}

/** Rows may become columns; then the order of rows and that of columns may be reversed. */
interface Symmetry {
  readonly across: boolean;
  readonly upsideDown: boolean;
  readonly backwards: boolean;
}

/** The cell that the one at `row` and `column` is mapped to. */
function image(
  { width, height }: Problem,
  symmetry: Symmetry,
  row: number,
  column: number,
): number {
  const [y, x] = symmetry.across ? [column, row] : [row, column];
  return (
    (symmetry.upsideDown ? height - 1 - y : y) * width + (symmetry.backwards ? width - 1 - x : x)
  );
}

function mapOf(problem: Problem, symmetry: Symmetry): Int32Array {
  const { width, height } = problem;
  const map = new Int32Array(width * height);
  for (let row = 0, cell = 0; row < height; row++) {
    for (let column = 0; column < width; column++)
      map[cell++] = image(problem, symmetry, row, column);
  }
  return map;
}

function keepsClues(problem: Problem, { across, upsideDown, backwards }: Symmetry): boolean {
  const { width, height } = problem;
  for (let row = 0; row < height; row++) {
    // If a row becomes a column, cells to the right become cells below.
    const to = across
      ? height + (backwards ? width - 1 - row : row)
      : upsideDown
        ? height - 1 - row
        : row;
    if (!sameClue(problem, row, to, across ? upsideDown : backwards)) return false;
  }
  for (let column = 0; column < width; column++) {
    const to = across
      ? upsideDown
        ? height - 1 - column
        : column
      : height + (backwards ? width - 1 - column : column);
    if (!sameClue(problem, height + column, to, across ? backwards : upsideDown)) return false;
  }
  return true;
}

function sameClue(problem: Problem, a: number, b: number, reversed: boolean): boolean {
  const { blockStart, blockLength, blockColour } = problem;
  const count = blockStart[a + 1] - blockStart[a];
  if (blockStart[b + 1] - blockStart[b] !== count) return false;
  for (let i = 0; i < count; i++) {
    const one = blockStart[a] + i;
    const other = reversed ? blockStart[b + 1] - 1 - i : blockStart[b] + i;
    if (blockLength[one] !== blockLength[other] || blockColour[one] !== blockColour[other])
      return false;
  }
  return true;
}

/** Whether each cell can have the same values as its image. */
function keepsState(problem: Problem, state: State, symmetry: Symmetry): boolean {
  const { width, height, values } = problem;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const to = image(problem, symmetry, row, column);
      const toRow = Math.floor(to / width);
      for (let value = 0; value < values; value++) {
        if (state.can(row, column, value) !== state.can(toRow, to - toRow * width, value))
          return false;
      }
    }
  }
  return true;
}
