import { pack } from '../puzzle/packed.js';
import type { NamedPuzzle } from '../formats/contract/format.js';
import type { Outcome } from '../result/outcome.js';
import { Solver } from '../solver/solve.js';
import type { SolveLimits } from '../solver/model/limits.js';
import { isSizeRange, type GridSize, type SizeRange } from './grid-size.js';
import { type Image, brightness } from './image.js';
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
function stretchOf(size: GridSize, picture: GridSize): number {
  return size.width / size.height / (picture.width / picture.height);
}

function isBetter(one: PictureChoice, other: PictureChoice): boolean {
  if (one.good !== other.good) return one.good;
  return one.likeness > other.likeness;
}

/** Whether nothing is to be seen: nearly all cells are blank, or nearly all are filled. */
function isBlank({ goal }: NamedPuzzle): boolean {
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

/** A part of a picture, in pixels. */
interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What it is, in a word. */
  readonly kind: 'whole' | 'trimmed' | 'square';
  /** The share of what is to be seen that is in it: what differs from the border's colour. */
  readonly kept: number;
}

/** A pixel differs from the border if its brightness does by more than this. */
const DIFFERS = 0.12;

/** The parts of a picture that are tried: all of it, without its empty border, and the best square. */
function crops(image: Image): Crop[] {
  const { width, height } = image;
  const ink = inkOf(image);
  const total = ink.reduce((sum, one) => sum + one, 0);
  const whole: Crop = { left: 0, top: 0, width, height, kind: 'whole', kept: 1 };
  if (total === 0) return [whole];
  const parts = [whole];
  const box = boxOf(ink, image);
  if (box.width < width || box.height < height) parts.push({ ...box, kind: 'trimmed', kept: 1 });
  const square = bestSquare(ink, image, box);
  if (square !== null) {
    parts.push({ ...square, kind: 'square', kept: inkIn(ink, image, square) / total });
  }
  return parts;
}

/** Brighter than this, shades leave no dot where a picture is dithered. */
const DITHERED = 0.94;

/** A pixel has another colour than the border if red, green or blue differ by more than this. */
const OTHER = 30;

/**
 * The part of a picture without its blank margins: where cells get filled, or another colour than the border's. For a
 * grid of a size it is as much larger as the shape of the grid needs, if the picture has room for that.
 */
export function withoutMargins(image: Image, shades: Shades, size: GridSize | null): Crop {
  const { width, height } = image;
  const ink = filledPixels(image, shades);
  const whole: Crop = { left: 0, top: 0, width, height, kind: 'whole', kept: 1 };
  if (!ink.includes(1)) return whole;
  const box = boxOf(ink, image);
  const ratio = size === null ? box.width / box.height : size.width / size.height;
  const wide = Math.max(box.width, Math.min(width, Math.round(box.height * ratio)));
  const high = Math.max(box.height, Math.min(height, Math.round(box.width / ratio)));
  if (wide === width && high === height) return whole;
  // What is added stands on both sides, as far as the picture goes.
  const from = (at: number, is: number, wanted: number, end: number): number =>
    Math.max(0, Math.min(end - wanted, at - ((wanted - is) >> 1)));
  const left = from(box.left, box.width, wide, width);
  const top = from(box.top, box.height, high, height);
  return { left, top, width: wide, height: high, kind: 'trimmed', kept: 1 };
}

function filledPixels(image: Image, shades: Shades): Uint8Array {
  if (shades.kind === 'threshold') {
    const least = shades.dither === true ? DITHERED : shades.threshold;
    return Uint8Array.from(image.pixels, (pixel) => (brightness(pixel) < least ? 1 : 0));
  }
  const border = usualBorder(image);
  const far = (pixel: number, shift: number): boolean =>
    Math.abs(((pixel >>> shift) & 0xff) - ((border >>> shift) & 0xff)) > OTHER;
  return Uint8Array.from(image.pixels, (pixel) =>
    far(pixel, 16) || far(pixel, 8) || far(pixel, 0) ? 1 : 0,
  );
}

/** The most usual colour at the edges. */
function usualBorder({ width, height, pixels }: Image): number {
  const counts = new Map<number, number>();
  const count = (at: number): void =>
    void counts.set(pixels[at], (counts.get(pixels[at]) ?? 0) + 1);
  for (let x = 0; x < width; x++) [x, (height - 1) * width + x].forEach(count);
  for (let y = 0; y < height; y++) [y * width, y * width + width - 1].forEach(count);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** The part of a picture as a picture. */
export function cutOut({ width, pixels }: Image, crop: Crop): Image {
  const cut = new Uint32Array(crop.width * crop.height);
  for (let y = 0; y < crop.height; y++) {
    const from = (crop.top + y) * width + crop.left;
    cut.set(pixels.subarray(from, from + crop.width), y * crop.width);
  }
  return { width: crop.width, height: crop.height, pixels: cut };
}

type Box = Pick<Crop, 'left' | 'top' | 'width' | 'height'>;

/** A 1 for each pixel that differs from the most usual brightness of the border. */
function inkOf({ width, height, pixels }: Image): Uint8Array {
  const levels: number[] = [];
  for (let x = 0; x < width; x++) {
    levels.push(brightness(pixels[x]), brightness(pixels[(height - 1) * width + x]));
  }
  for (let y = 0; y < height; y++) {
    levels.push(brightness(pixels[y * width]), brightness(pixels[y * width + width - 1]));
  }
  const border = levels.sort((a, b) => a - b)[levels.length >> 1];
  return Uint8Array.from(pixels, (pixel) =>
    Math.abs(brightness(pixel) - border) > DIFFERS ? 1 : 0,
  );
}

function boxOf(ink: Uint8Array, { width, height }: Image): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  ink.forEach((one, i) => {
    if (one === 0) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The square as wide as the shorter side of the box that holds most ink; null if the box is nearly one. */
function bestSquare(ink: Uint8Array, image: Image, box: Box): Box | null {
  const side = Math.min(box.width, box.height);
  const spare = Math.max(box.width, box.height) - side;
  if (spare < 0.1 * side || side < 8) return null;
  const step = Math.max(1, Math.floor(spare / 12));
  let [best, most]: [Box | null, number] = [null, -1];
  for (let offset = 0; offset <= spare; offset += step) {
    const square =
      box.width > box.height
        ? { ...box, left: box.left + offset, width: side }
        : { ...box, top: box.top + offset, height: side };
    const found = inkIn(ink, image, square);
    if (found > most) [best, most] = [square, found];
  }
  return best;
}

function inkIn(ink: Uint8Array, { width }: Image, box: Box): number {
  let sum = 0;
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) sum += ink[y * width + x];
  }
  return sum;
}

/**
 * How much a puzzle looks like the picture that it was made of, 0 to 1: the correlation between the
 * brightness of the pixels and that of the cells they are in, black and white or in the puzzle's
 * colours. It grows with the number of cells, and falls if a threshold loses parts of the picture.
 */
function likeness({ width, height, pixels }: Image, { puzzle, goal }: NamedPuzzle): number {
  const levels = puzzle.palette?.map((colour) => brightness(Number.parseInt(colour.slice(1), 16)));
  const [n, sums] = [pixels.length, { a: 0, b: 0, aa: 0, bb: 0, ab: 0 }];
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * puzzle.height) / height) * puzzle.width;
    for (let x = 0; x < width; x++) {
      const cell = goal![row + Math.floor((x * puzzle.width) / width)];
      const a = brightness(pixels[y * width + x]);
      const b = levels?.[cell] ?? 1 - cell;
      sums.a += a;
      sums.b += b;
      sums.aa += a * a;
      sums.bb += b * b;
      sums.ab += a * b;
    }
  }
  const spread = (n * sums.aa - sums.a ** 2) * (n * sums.bb - sums.b ** 2);
  return spread <= 0 ? 0 : Math.max(0, (n * sums.ab - sums.a * sums.b) / Math.sqrt(spread));
}
