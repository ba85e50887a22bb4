import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_LIMITS } from '../../core/puzzle/validate.js';
import {
  gridsOfSize as allGrids,
  type Keep,
  keepOnly,
  MAX_EVERY_CELLS,
  NO_WISH,
  drawnPuzzles as withoutEnd,
} from '../random-puzzles.js';
import { ArgumentError } from './errors.js';
import { checkOptions, type Expectation, oneOf, shownValue, wholeNumber } from './options.js';

export interface MadePuzzle {
  readonly name: string;
  readonly puzzle: Puzzle;
  /** The picture: one solution of the puzzle, and perhaps not the only one. */
  readonly goal: Cells;
}

export interface RandomOptions {
  readonly width: number;
  readonly height: number;
  /** The probability that a cell is filled, from 0 to 1. Default: 0.5. */
  readonly density?: number | undefined;
  /** The same seed makes the same puzzles, on every machine. Default: 1. */
  readonly seed?: number | undefined;
  /** Only puzzles with one solution, or only those of one technique among them. */
  readonly only?: 'unique' | 'line' | 'probe' | 'search' | undefined;
}

/**
 * The clues of random pictures, without end, as `nonomill generate` makes them.
 * @throws ArgumentError if an option is not valid; NothingKept if no puzzle that fits `only` turns
 * up for long.
 */
export function randomPuzzles(options: RandomOptions): IterableIterator<MadePuzzle> {
  checkOptions('randomPuzzles', options ?? null, RANDOM_OPTIONS);
  const { width, height, density = 0.5, seed = 1, only } = options;
  requireSize('randomPuzzles', width, height);
  return made(
    withoutEnd({ sizes: [{ width, height }], density: { from: density, to: density }, seed }),
    only,
  );
}

/**
 * Every black and white grid of a size as a puzzle, 2^(width * height) of them, in the order of
 * their pictures' text with `.` before `#`.
 * @throws ArgumentError for more than 30 cells.
 */
export function everyGrid(size: {
  readonly width: number;
  readonly height: number;
}): IterableIterator<MadePuzzle> {
  checkOptions('everyGrid', size ?? null, { width: side, height: side });
  const { width, height } = size;
  requireSize('everyGrid', width, height);
  if (width * height > MAX_EVERY_CELLS) {
    throw new ArgumentError(`everyGrid: at most ${MAX_EVERY_CELLS} cells, got ${width * height}`);
  }
  return made(allGrids({ width, height }, { withGoal: true }));
}

const side = wholeNumber(1, DEFAULT_LIMITS.maxSide);

const share: Expectation = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : 'a number from 0 to 1';

const RANDOM_OPTIONS: Readonly<Record<keyof RandomOptions, Expectation>> = {
  width: side,
  height: side,
  density: share,
  seed: wholeNumber(0),
  only: oneOf(['unique', 'line', 'probe', 'search']),
};

function requireSize(name: string, width: unknown, height: unknown): void {
  if (width !== undefined && height !== undefined) return;
  throw new ArgumentError(`${name}: expected width and height, got ${shownValue(width ?? height)}`);
}

function* made(puzzles: ReturnType<typeof allGrids> | ReturnType<typeof withoutEnd>, only?: Keep) {
  for (const named of only === undefined
    ? puzzles
    : keepOnly({ ...NO_WISH, keep: only }, puzzles)) {
    if (named === null) continue;
    // Both generators give each puzzle a name and a picture.
    yield { name: named.name!, puzzle: named.puzzle, goal: named.goal! };
  }
}
