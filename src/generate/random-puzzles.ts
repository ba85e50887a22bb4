import type { NamedPuzzle } from '../formats/contract/format.js';
import { cluesOfPicture } from '../puzzle/picture.js';
import type { Cells } from '../puzzle/types.js';
import type { GridSize } from './grid-size.js';
import { Random } from './random.js';

/** The options of random puzzles. */
export interface RandomPuzzles {
  /** Taken in turn. */
  readonly sizes: readonly GridSize[];
  /** The share of filled cells: each puzzle's is drawn evenly from this range. */
  readonly density: { readonly from: number; readonly to: number };
  /** A whole number, 0 or more: the same seed gives the same puzzles. */
  readonly seed: number;
}

/**
 * The clues of random pictures, without end: every cell is filled with the same probability,
 * independently of its neighbours. Each puzzle has at least one solution, the picture, its goal;
 * its name is size, seed and number, such as `25x25-s1-17`.
 */
export function* randomPuzzles({ sizes, density, seed }: RandomPuzzles): Generator<NamedPuzzle> {
  const random = new Random(seed);
  for (let number = 0; ; number++) {
    const { width, height } = sizes[number % sizes.length];
    const share = density.from + (density.to - density.from) * random.fraction();
    const goal = randomCells(width * height, share, random);
    yield {
      name: `${width}x${height}-s${seed}-${number}`,
      title: null,
      puzzle: {
        width,
        height,
        ...cluesOfPicture(goal, width, height),
        colours: 1,
        palette: null,
        start: null,
      },
      goal,
    };
  }
}

function randomCells(count: number, share: number, random: Random): Cells {
  const cells = new Uint8Array(count);
  for (let i = 0; i < count; i++) cells[i] = random.fraction() < share ? 1 : 0;
  return cells;
}
