import { pack, type PackedWords } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPuzzle } from '../../test/support/random-puzzle.js';

export { randomNumbers };

/** The clues of a picture, whose cells are 0 for blank and 1.. for the colours. */
export function puzzleOf(cells: Uint8Array, width: number, colours: number): Puzzle {
  return puzzleOfPicture(cells, width, cells.length / width, colours);
}

/** `count` packed puzzles of random pictures; each cell is filled with probability `density`. */
export function randomPuzzles(
  count: number,
  size: number,
  density: number,
  colours: number,
  seed: number,
): PackedWords[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () =>
    pack(randomPuzzle(random, size, size, density, colours)),
  );
}
