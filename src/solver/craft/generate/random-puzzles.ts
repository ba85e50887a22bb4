import type { NamedPuzzle } from '../../formats/contract/format.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';
import type { Cells } from '../../core/puzzle/types.js';
import type { GridSize } from '../../core/puzzle/grid-size.js';

export interface RandomPuzzles {
  /** Taken in turn. */
  readonly sizes: readonly GridSize[];
  /** The chance of each cell to be filled: each puzzle's is drawn evenly from this range. */
  readonly density: { readonly from: number; readonly to: number };
  /** A whole number, 0 or more: the same seed gives the same puzzles. */
  readonly seed: number;
  /** The number of the first puzzle; those before it are drawn and passed over. Left out: 0. */
  readonly first?: number;
}

/**
 * The clues of random pictures, without end: every cell is filled with the same probability,
 * independently of its neighbours. Each puzzle has at least one solution, the picture, its goal;
 * its name is size, seed and number, such as `25x25-s1-17`, and it says which density it drew.
 */
export function* drawnPuzzles({
  sizes,
  density,
  seed,
  first = 0,
}: RandomPuzzles): Generator<NamedPuzzle, never> {
  const random = new Random(seed);
  for (let number = 0; ; number++) {
    const { width, height } = sizes[number % sizes.length];
    if (number < first) {
      random.passOver(1 + width * height);
      continue;
    }
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
      drawnDensity: Math.round(share * 1e4) / 1e4,
    };
  }
}

function randomCells(count: number, share: number, random: Random): Cells {
  const cells = new Uint8Array(count);
  for (let i = 0; i < count; i++) cells[i] = random.fraction() < share ? 1 : 0;
  return cells;
}

/**
 * Random numbers that a seed determines, the same on every machine: xoshiro128** 1.1 (Blackman
 * and Vigna 2018, public domain), its state filled by splitmix32 from the seed.
 */
export class Random {
  private readonly state = new Uint32Array(4);

  /** `seed` is a whole number from 0 to 2^53 - 1. */
  constructor(seed: number) {
    let mixed = ((seed % 2 ** 32) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b)) | 0;
    for (let i = 0; i < 4; i++) {
      mixed = (mixed + 0x9e3779b9) | 0;
      let word = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
      word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
      this.state[i] = word ^ (word >>> 16);
    }
  }

  /** A whole number from 0 to 2^32 - 1. */
  next(): number {
    const s = this.state;
    const five = Math.imul(s[1], 5);
    const result = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = (s[3] << 11) | (s[3] >>> 21);
    return result;
  }

  /** As if so many numbers had been asked for. */
  passOver(count: number): void {
    for (let i = 0; i < count; i++) this.next();
  }

  /** A number from 0 up to 1, without 1. */
  fraction(): number {
    return this.next() / 2 ** 32;
  }
}
