import type { NamedPuzzle } from '../formats/format.js';
import { cluesOfPicture } from '../puzzle/picture.js';
import type { Clue } from '../puzzle/types.js';
import type { GridSize } from './grid-size.js';

/** The most cells of a grid of which every filling is listed: 2^30 of them take 80 GB. */
export const MAX_EVERY_CELLS = 30;

/**
 * The clues of every black and white grid of a size, 2^(width * height) of them, in the order
 * of their pictures' text with `.` before `#`. A name is size and number, such as `4x4-4711`:
 * the number in binary is the picture, cell by cell, 1 for filled.
 *
 * Clues come from a table of all lines, as 5x5 has 33 million grids.
 */
export function* everyGrid({ width, height }: GridSize): Generator<NamedPuzzle> {
  const rowClues = cluesOfEveryLine(width);
  const columnClues = cluesOfEveryLine(height);
  const cells = width * height;
  const rowBits = new Uint32Array(height);
  const columnBits = new Uint32Array(width);
  for (let number = 0; number < 2 ** cells; number++) {
    columnBits.fill(0);
    const goal = new Uint8Array(cells);
    for (let y = 0; y < height; y++) {
      const row = (number >>> (cells - width * (y + 1))) & (2 ** width - 1);
      rowBits[y] = row;
      for (let x = 0; x < width; x++) {
        const filled = (row >>> (width - 1 - x)) & 1;
        goal[y * width + x] = filled;
        columnBits[x] = (columnBits[x] << 1) | filled;
      }
    }
    yield {
      name: `${width}x${height}-${number}`,
      title: null,
      puzzle: {
        width,
        height,
        rows: Array.from(rowBits, (bits) => rowClues[bits]),
        columns: Array.from(columnBits, (bits) => columnClues[bits]),
        colours: 1,
        palette: null,
        start: null,
      },
      goal,
    };
  }
}

/** The clue of each line of `length` cells, its cells the bits of the index, the highest first. */
function cluesOfEveryLine(length: number): Clue[] {
  return Array.from({ length: 2 ** length }, (_, bits) => {
    const cells = Uint8Array.from({ length }, (_, i) => (bits >>> (length - 1 - i)) & 1);
    return cluesOfPicture(cells, length, 1).rows[0];
  });
}
