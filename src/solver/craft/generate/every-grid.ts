import type { NamedPuzzle } from '../../formats/contract/format.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';
import type { Cells, Clue } from '../../core/puzzle/types.js';
import type { GridSize } from '../../core/puzzle/grid-size.js';

/** The most cells of a grid whose fillings can be listed: 2^30 of them take 80 GB. */
export const MAX_EVERY_CELLS = 30;

/**
 * The clues of every black and white grid of a size, 2^(width * height) of them, in the order of
 * their pictures' text with `.` before `#`. A name is size and number, such as `4x4-4711`: the
 * number in binary is the picture, cell by cell, 1 for filled. Goal pictures come only with
 * `withGoal`: making an array for each takes as long as everything else.
 *
 * Clues come from a table of all lines, as 5x5 has 33 million grids.
 */
export function* gridsOfSize(
  { width, height }: GridSize,
  { withGoal }: { readonly withGoal: boolean },
): Generator<NamedPuzzle> {
  const rowClues = cluesOfEveryLine(width);
  const columnClues = cluesOfEveryLine(height);
  const cells = width * height;
  for (let number = 0; number < 2 ** cells; number++) {
    const rows: Clue[] = [];
    const columns: Clue[] = [];
    for (let y = 0; y < height; y++) {
      rows.push(rowClues[(number >>> (cells - width * (y + 1))) & (2 ** width - 1)]);
    }
    for (let x = 0; x < width; x++) {
      let bits = 0;
      for (let at = cells - 1 - x; at >= 0; at -= width) bits = (bits << 1) | ((number >>> at) & 1);
      columns.push(columnClues[bits]);
    }
    yield {
      name: `${width}x${height}-${number}`,
      title: null,
      puzzle: { width, height, rows, columns, colours: 1, palette: null, start: null },
      goal: withGoal ? cellsOfBits(number, cells) : null,
    };
  }
}

/** The lowest bits of `number` as cells, the highest of them first. */
function cellsOfBits(number: number, length: number): Cells {
  return Uint8Array.from({ length }, (_, i) => (number >>> (length - 1 - i)) & 1);
}

/**
 * By the number whose bits are the cells, highest first: the clue of that line of `length` cells.
 */
function cluesOfEveryLine(length: number): Clue[] {
  return Array.from({ length: 2 ** length }, (_, bits) => {
    return cluesOfPicture(cellsOfBits(bits, length), length, 1).rows[0];
  });
}
