import type { GridPoint, GridSize } from '../../core/puzzle/grid-size.js';
import type { NamedPuzzle } from '../../formats/contract/format.js';
import { NO_WISH, isWish, keepOnly, type Wish } from './only.js';
import { drawnPuzzles } from './random-puzzles.js';

/** Random puzzles for every size with every density. */
export interface RandomGrid {
  readonly sizes: readonly GridSize[];
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly densities: readonly number[];
  /** How many puzzles for each size and density. */
  readonly count: number;
  /**
   * A whole number, 0 or more: the same seed gives the same puzzles, whatever other sizes and
   * densities there are.
   */
  readonly seed: number;
}

/**
 * So many random puzzles for each size and density, one pair after the other; null for each that
 * was tried and is not kept. A name says what it was drawn for: size, density, seed and number,
 * such as `25x25-d0.450-s1-17`.
 * @throws NothingKept if no puzzle of a size and density is as it is wished
 */
export function* randomGrid(
  { sizes, densities, count, seed }: RandomGrid,
  wish: Wish = NO_WISH,
): Generator<NamedPuzzle | null> {
  for (const size of sizes) {
    for (const density of densities) {
      const point = { size, density, seed };
      const all = drawnFor(point);
      let keptCount = 0;
      for (const puzzle of isWish(wish) ? keepOnly(wish, all) : all) {
        yield puzzle && { ...puzzle, name: `${pointName(point)}-${keptCount}` };
        if (puzzle !== null && ++keptCount === count) break;
      }
    }
  }
}

/** What the names of a point's puzzles begin with: `25x25-d0.450-s1`. */
export function pointName({ size: { width, height }, density, seed }: GridPoint): string {
  return `${width}x${height}-d${density.toFixed(3)}-s${seed}`;
}

/**
 * The random puzzles of a point from the one with the number `first` on, without end; the grid has
 * the same under other names.
 */
export function drawnFor(
  { size, density, seed }: GridPoint,
  first = 0,
): Generator<NamedPuzzle, never> {
  return drawnPuzzles({
    sizes: [size],
    density: { from: density, to: density },
    first,
    seed: seedOf(size, density, seed),
  });
}

/** A seed of its own for each size and density: 32 bits that depend on all of them. */
function seedOf({ width, height }: GridSize, density: number, seed: number): number {
  let mixed = 0x811c9dc5;
  for (const part of [
    width,
    height,
    Math.round(density * 1000),
    seed % 2 ** 32,
    Math.floor(seed / 2 ** 32),
  ]) {
    mixed = Math.imul(mixed ^ part, 0x01000193);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    mixed ^= mixed >>> 13;
  }
  return mixed >>> 0;
}
