import { pack } from '../puzzle/packed.js';
import type { NamedPuzzle } from '../formats/contract/format.js';
import type { Outcome } from '../result/outcome.js';
import { Solver } from '../solver/solve.js';
import type { SolveLimits } from '../solver/model/limits.js';
import { crops, cutOut, type Crop } from './crops.js';
import { isSizeRange, type GridSize, type SizeRange } from './grid-size.js';
import type { Image } from './image.js';
import { likeness } from './likeness.js';
import { puzzleOfImage, type Shades } from './puzzle-of-image.js';
import { shrunk } from './shrunk.js';
import { usualThreshold } from './usual-threshold.js';

/** What is asked of the puzzle of a picture. */
export interface PictureWish {
  /** Those to choose from; of a range, those that have the shape of the picture. */
  readonly sizes: readonly GridSize[] | SizeRange;
  /** One solution, or one that lines alone find. */
  readonly goal: 'unique' | 'line';
  /** A fixed way to turn pixels into cells; null: several thresholds are tried. */
  readonly shades: Shades | null;
}

/** One way to make a puzzle of a picture, with what became of it. */
export interface PictureChoice {
  readonly named: NamedPuzzle;
  readonly size: GridSize;
  readonly crop: Crop;
  readonly shades: Shades;
  readonly verdict: Pick<Outcome, 'status' | 'technique'>;
  /** Whether it is what was wished for. */
  readonly good: boolean;
  /** How like the picture it looks, 0 to 1. */
  readonly likeness: number;
  /** How much wider to its height it is than the part of the picture: 1 is undistorted, 2 twice as wide. */
  readonly stretch: number;
}

/** What a search found. */
export interface FoundChoice {
  /** Null if every puzzle that was made is blank: all cells alike, or nearly so. */
  readonly best: PictureChoice | null;
  /** How many different puzzles were made, and how many of them are what was wished for. */
  readonly tried: number;
  readonly good: number;
  /** How many were blank, which are not tried. */
  readonly blank: number;
}

/** Steps instead of time, so that a picture becomes the same puzzle on every machine. */
const LIMITS: SolveLimits = {
  timeoutMs: Infinity,
  maxSteps: 20_000,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 0,
};

/** The longest side, in pixels, that is looked at: more would not change cells that one could count. */
const LONGEST = 240;

/** Thresholds that are tried, from the usual one of the picture. */
const OFFSETS = [0, -0.06, 0.06, -0.12, 0.12, -0.2, 0.2];

/** Of all cells, the least that must be filled, and the least that must be blank. */
const LEAST_SHARE = 0.03;

/** A grid this much wider or narrower than its part of the picture is called distorted. */
const DISTORTED = 1.15;

export function isDistorted(stretch: number): boolean {
  return Math.max(stretch, 1 / stretch) > DISTORTED;
}

/**
 * The best puzzle of a picture: crops, sizes and thresholds are tried, and of those that are what is wished
 * for the one that is most like the picture is kept; if there is none, of all of them.
 */
export function searchPicture(image: Image, wish: PictureWish): FoundChoice {
  const solver = new Solver();
  const seen = new Set<string>();
  let [best, good, blank]: [PictureChoice | null, number, number] = [null, 0, 0];
  const small = shrunk(image, LONGEST);
  for (const crop of crops(small)) {
    const part = cutOut(small, crop);
    const shadings = wish.shades === null ? thresholds(part) : [wish.shades];
    const sizes = isSizeRange(wish.sizes) ? sizesFor(part, wish.sizes) : wish.sizes;
    for (const size of sizes) {
      for (const shades of shadings) {
        const named = puzzleOfImage(part, size, shades);
        const key = `${size.width}x${size.height}:${named.goal!.join('')}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (isBlank(named)) {
          blank++;
          continue;
        }
        const { status, technique } = solver.solve(pack(named.puzzle), 0, LIMITS);
        const isGood = status === 'unique' && (wish.goal === 'unique' || technique === 'line');
        if (isGood) good++;
        if (best?.good === true && !isGood) continue;
        const stretch = stretchOf(size, part);
        const choice = {
          named,
          size,
          crop,
          shades,
          verdict: { status, technique },
          good: isGood,
          likeness: likeness(part, named) * crop.kept * Math.min(stretch, 1 / stretch),
          stretch,
        };
        if (best === null || isBetter(choice, best)) best = choice;
      }
    }
  }
  return { best, tried: seen.size - blank, good, blank };
}

/** How much wider to its height a grid is than its picture: 1 is undistorted, 2 twice as wide. */
export function stretchOf(size: GridSize, picture: GridSize): number {
  return size.width / size.height / (picture.width / picture.height);
}

function isBetter(one: PictureChoice, other: PictureChoice): boolean {
  if (one.good !== other.good) return one.good;
  return one.likeness > other.likeness;
}

/** Whether nothing is to be seen: nearly all cells are blank, or nearly all are filled. */
export function isBlank({ goal }: NamedPuzzle): boolean {
  const filled = goal!.reduce((count, cell) => count + (cell === 0 ? 0 : 1), 0);
  return Math.min(filled, goal!.length - filled) < LEAST_SHARE * goal!.length;
}

function thresholds(image: Image): Shades[] {
  const usual = usualThreshold(image);
  return OFFSETS.map((offset) => usual + offset)
    .filter((threshold) => threshold > 0.02 && threshold < 0.98)
    .map((threshold) => ({ kind: 'threshold', threshold }));
}

/**
 * The sizes from `from` to `to` that have the shape of the picture, as far as the range allows: each
 * length of the longer side once, the other side as long as the picture makes it.
 */
export function sizesFor({ width, height }: GridSize, { from, to }: SizeRange): GridSize[] {
  const sizes = new Map<string, GridSize>();
  const within = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.round(value)));
  const add = (size: GridSize): void => void sizes.set(`${size.width}x${size.height}`, size);
  if (width >= height) {
    for (let across = from.width; across <= to.width; across++) {
      add({ width: across, height: within((across * height) / width, from.height, to.height) });
    }
  } else {
    for (let down = from.height; down <= to.height; down++) {
      add({ width: within((down * width) / height, from.width, to.width), height: down });
    }
  }
  return [...sizes.values()];
}
