import { LETTERS } from '../../src/generate/benchmark/pictures.js';
import type { Puzzle } from '../../src/puzzle/types.js';
import { puzzleOf } from './random-puzzles.js';

/**
 * A page of random text: letters of 3x5 cells, one cell apart, in lines one cell apart, with a
 * margin of one cell above and below. One place in seven is a space.
 */
export function textPuzzle(random: () => number, columns: number, lines: number): Puzzle {
  const width = 4 * columns;
  const height = 6 * lines + 1;
  const cells = new Uint8Array(width * height);
  for (let line = 0; line < lines; line++) {
    for (let column = 0; column < columns; column++) {
      if (random() < 1 / 7) continue;
      const letter = LETTERS[Math.floor(random() * LETTERS.length)];
      for (let y = 0; y < 5; y++) {
        for (let x = 0; x < 3; x++) {
          if (letter[y][x] === '#') cells[(6 * line + 1 + y) * width + 4 * column + x] = 1;
        }
      }
    }
  }
  return puzzleOf(cells, width, 1);
}
