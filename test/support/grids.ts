import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture } from './random-puzzle.js';

/** The puzzle of a picture. */
export function puzzleOf(cells: readonly number[], width: number, colours = 1): Puzzle {
  return puzzleOfPicture(cells, width, cells.length / width, colours);
}

/** The puzzles of all pictures in black and white, each clue set once. */
export function* allClueSets(width: number, height: number): Generator<Puzzle> {
  const seen = new Set<string>();
  for (let bits = 0; bits < 2 ** (width * height); bits++) {
    const cells = Array.from({ length: width * height }, (_, i) => (bits >>> i) & 1);
    const puzzle = puzzleOf(cells, width);
    const key = JSON.stringify([puzzle.rows, puzzle.columns]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield puzzle;
  }
}

/** The puzzle of a random square picture: cells are filled with probability `density`. */
export function randomPuzzle(side: number, density: number, seed: number, colours = 1): Puzzle {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) & 0xffffff) / 0x1000000;
  };
  const cells = Array.from({ length: side * side }, () =>
    random() < density ? 1 + Math.floor(random() * colours) : 0,
  );
  return puzzleOf(cells, side, colours);
}
