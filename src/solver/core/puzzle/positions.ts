import type { Cells, Clue, Puzzle } from './types.js';

/** In how many positions a grid can be laid down: turned, mirrored, and both. */
export const POSITIONS = 8;

/**
 * The puzzle in another position, from 0 (as it is) to 7: mirrored left to right if bit 0 is set,
 * upside down with bit 1, and then, with bit 2, with rows and columns exchanged.
 */
export function inPosition(puzzle: Puzzle, position: number): Puzzle {
  const { width, height, start } = puzzle;
  const { across, down, transposed } = bitsOf(position);
  const rows = sideIn(puzzle.rows, down, across);
  const columns = sideIn(puzzle.columns, across, down);
  return {
    ...puzzle,
    ...(transposed
      ? { width: height, height: width, rows: columns, columns: rows }
      : { rows, columns }),
    start: start && cellsAt(start, placesIn(width, height, position)),
  };
}

/** The cells of a grid of this size, from what they are in a position: undoes `inPosition`. */
export function fromPosition(
  cells: Cells,
  width: number,
  height: number,
  position: number,
): Uint8Array {
  return Uint8Array.from(placesIn(width, height, position), (place) => cells[place]);
}

function bitsOf(position: number) {
  const has = (bit: number): boolean => (position & bit) !== 0;
  return { across: has(1), down: has(2), transposed: has(4) };
}

/**
 * The clues of one side, with its lines in the other order if `isReversed`, and each read from its
 * other end if `isBackward`.
 */
function sideIn(side: readonly Clue[], isReversed: boolean, isBackward: boolean): Clue[] {
  const clues = isBackward ? side.map((clue) => clue.toReversed()) : [...side];
  return isReversed ? clues.reverse() : clues;
}

/** Where each cell of a grid is in a position. */
function placesIn(width: number, height: number, position: number): Int32Array {
  const { across, down, transposed } = bitsOf(position);
  return Int32Array.from({ length: width * height }, (_, cell) => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    const [y, x] = [down ? height - 1 - row : row, across ? width - 1 - column : column];
    return transposed ? x * height + y : y * width + x;
  });
}

function cellsAt(cells: Cells, places: Int32Array): Uint8Array {
  const moved = new Uint8Array(cells.length);
  for (const [cell, place] of places.entries()) moved[place] = cells[cell];
  return moved;
}
