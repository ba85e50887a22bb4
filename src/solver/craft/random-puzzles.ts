import { pack } from '../core/puzzle/packed.js';
import { cluesOfPicture, puzzleOfPicture } from '../core/puzzle/picture.js';
import type { Cells, Clue, GridPoint, GridSize } from '../core/puzzle/types.js';
import type { Needs } from '../core/result/difficulty.js';
import type { Outcome } from '../core/result/outcome.js';
import { countText } from '../core/text/numbers.js';
import { limitedBySteps } from '../engine/model/limits.js';
import { Solver } from '../engine/solver/solve.js';
import type { NamedPuzzle } from '../formats/contract/format.js';

interface RandomPuzzles {
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
export function* drawnPuzzles(drawn: RandomPuzzles): Generator<NamedPuzzle, never> {
  const { sizes, density, seed, first = 0 } = drawn;
  const random = new Random(seed);
  for (let number = 0; ; number++) {
    const { width, height } = sizes[number % sizes.length];
    if (number < first) {
      random.passOver(1 + width * height);
      continue;
    }
    const share = density.from + (density.to - density.from) * random.fraction();
    const goal = new Uint8Array(width * height);
    for (let i = 0; i < goal.length; i++) goal[i] = random.fraction() < share ? 1 : 0;
    yield {
      name: `${width}x${height}-s${seed}-${number}`,
      title: null,
      puzzle: puzzleOfPicture(goal, width, height),
      goal,
      drawnDensity: Math.round(share * 1e4) / 1e4,
    };
  }
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

/** Random puzzles for every size with every density. */
interface RandomGrid {
  readonly sizes: readonly GridSize[];
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly densities: readonly number[];
  /** How many puzzles for each size and density. */
  readonly count: number;
  /** A whole number, 0 or more: its puzzles do not depend on other sizes and densities. */
  readonly seed: number;
}

/**
 * `count` random puzzles for each size and density, one pair after the other; null for each that is
 * not kept. A name is size, density, seed and number, such as `25x25-d0.450-s1-17`.
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

/** The random puzzles of a point from number `first` on, without end; the grid names them anew. */
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

/** Which puzzles are kept: those with one solution, or only those of one technique among them. */
export type Keep = 'unique' | 'line' | 'probe' | 'search';

/** What the puzzles that are kept have in common; null means any. */
export interface Wish {
  readonly keep: Keep | null;
  /** Bounds of the score, both included; a lower bound of a score is never within. */
  readonly difficulty: { readonly from: number; readonly to: number } | null;
  readonly stars: number | null;
  readonly needs: Needs | null;
}

export const NO_WISH: Wish = { keep: null, difficulty: null, stars: null, needs: null };

/** It gives up after so many unwanted puzzles in a row, or line solves without a find: a minute. */
const MOST_TRIED = { tries: 1_000_000, lineSolves: 100_000_000 };

/** So the same seed keeps the same puzzles everywhere. */
const LIMITS = limitedBySteps(200_000);

export class NothingKept extends Error {
  override readonly name = 'NothingKept';
}

/** Whether anything is asked for at all. */
export function isWish({ keep, difficulty, stars, needs }: Wish): boolean {
  return keep !== null || difficulty !== null || stars !== null || needs !== null;
}

/**
 * The wanted ones among `puzzles`, as the solver finds; puzzles that it cannot decide within its
 * steps are not kept. For each one that is not kept it yields null, as the next find may take long.
 * @throws NothingKept when `most` is tried without one.
 */
export function* keepOnly(
  wish: Wish,
  puzzles: Iterable<NamedPuzzle>,
  most = MOST_TRIED,
): Generator<NamedPuzzle | null, void, undefined> {
  const solver = new Solver();
  let spent = 0;
  let misses = 0;
  for (const named of puzzles) {
    const outcome = solver.solve(pack(named.puzzle), 0, LIMITS);
    if (fits(outcome, wish, solver)) {
      spent = 0;
      misses = 0;
      yield named;
      continue;
    }
    spent += outcome.counters.lineSolves;
    misses++;
    if (spent >= most.lineSolves || misses >= most.tries) {
      const after = misses >= most.tries ? '' : `, after ${countText(spent)} line solves`;
      throw new NothingKept(
        `none of the last ${countText(misses)} puzzles was ${wishText(wish)}${after}`,
      );
    }
    yield null;
  }
}

/** What is looked for, and when that ends, as a sentence. */
export function searchText(wish: Wish): string {
  const { tries, lineSolves } = MOST_TRIED;
  return (
    `Looking for puzzles that are ${wishText(wish)}; gives up after ${countText(tries)} tries ` +
    `in a row without one, or ${countText(lineSolves)} line solves (about a minute).`
  );
}

/** What is wanted, in words: `unique, with 2 stars`. */
function wishText({ keep, difficulty, stars, needs }: Wish): string {
  const parts = [keep === null ? 'unique' : `of the kind "${keep}"`];
  if (difficulty !== null) {
    const { from, to } = difficulty;
    parts.push(`of difficulty ${from}${to === Infinity ? ' or more' : ` to ${to}`}`);
  }
  if (stars !== null) parts.push(`with ${stars} ${stars === 1 ? 'star' : 'stars'}`);
  if (needs !== null) parts.push(`in need of "${needs}"`);
  return parts.join(', ');
}

function fits(outcome: Outcome, { keep, difficulty, stars, needs }: Wish, solver: Solver): boolean {
  const { status, technique } = outcome;
  if (status !== 'unique') return false;
  if (keep !== null && keep !== 'unique' && technique !== keep) return false;
  if (difficulty === null && stars === null && needs === null) return true;
  const rated = solver.rate(outcome);
  if (rated === null) return false;
  if (stars !== null && rated.stars !== stars) return false;
  if (needs !== null && rated.needs !== needs) return false;
  if (difficulty === null) return true;
  const { difficulty: score, difficultyBound } = rated;
  return !difficultyBound && score >= difficulty.from && score <= difficulty.to;
}

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
export function* gridsOfSize({ width, height }: GridSize, { withGoal }: { withGoal: boolean }) {
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

/** The clue of each line of `length` cells, by the number whose bits these are, highest first. */
function cluesOfEveryLine(length: number): Clue[] {
  return Array.from({ length: 2 ** length }, (_, bits) => {
    return cluesOfPicture(cellsOfBits(bits, length), length, 1).rows[0];
  });
}
