import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { puzzleOf } from '../../../support/grids.js';

/** What a random picture is made of. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  /** The share of cells that are not blank. */
  readonly density: number;
  /** How often a cell is like the one before it. */
  readonly runs: number;
}

/** The same numbers from 0 to 1 for the same seed. */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) & 0xffffff) / 0x1000000;
  };
}

/** The cells of the picture of a look and a seed. */
export function pictureOf({ width, height, colours, density, runs }: Look, seed: number): number[] {
  const random = randomOf(seed);
  const cells: number[] = [];
  for (let i = 0; i < width * height; i++) {
    const isLike = i % width > 0 && random() < runs;
    const colour = random() < density ? 1 + Math.floor(random() * colours) : 0;
    cells.push(isLike ? cells[i - 1] : colour);
  }
  return cells;
}

/** The puzzle of such a picture. */
export function randomPicture(look: Look, seed: number): Puzzle {
  return puzzleOf(pictureOf(look, seed), look.width, look.colours);
}

/** A look of a puzzle, chosen by its seed: its sides from 1 to `most`. */
export function lookOf(seed: number, most: number, colours: number): Look {
  const random = randomOf(~seed);
  return {
    width: 1 + Math.floor(random() * most),
    height: 1 + Math.floor(random() * most),
    colours,
    density: 0.3 + 0.6 * random(),
    runs: random() < 0.5 ? 0.9 * random() : 0,
  };
}
