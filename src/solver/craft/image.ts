import { puzzleOfPicture } from '../core/puzzle/picture.js';
import type { Cells, GridSize, Palette } from '../core/puzzle/types.js';

/** How pixels become cells. */
export type Shades =
  /** A cell is filled if its brightness, from 0 to 1, is less than `threshold` on average. */
  | {
      readonly kind: 'threshold';
      readonly threshold: number;
      /** Whether shades become patterns of cells. Default: false. */
      readonly dither?: boolean;
    }
  /** At most `colours` colours besides the background. */
  | {
      readonly kind: 'palette';
      readonly colours: number;
      /** A background pixel, 0xrrggbb; of a part of a picture, that of all. Default: its own. */
      readonly background?: number;
    };

/** What is darker than light is filled. */
export const HALF_DARK = { kind: 'threshold', threshold: 0.5 } as const;

/** The longest side of a puzzle whose size is that of the picture. */
const OWN_SIDE = 100;

/** The default size for a picture: a cell for each pixel, up to OWN_SIDE. */
export function ownSize({ width, height }: GridSize): GridSize {
  const scale = Math.min(1, OWN_SIDE / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** The puzzle of a picture, drawn at a size, with the picture as its goal; it has no name. */
export function puzzleOfImage(image: Image, size: GridSize, shaded: Shades = HALF_DARK) {
  const { cells, palette } =
    shaded.kind === 'threshold'
      ? {
          cells: (shaded.dither === true ? dithered : inBlack)(image, size, shaded.threshold),
          palette: null,
        }
      : inColours(image, size, shaded);
  const puzzle = puzzleOfPicture(cells, size.width, size.height, palette);
  return { name: null, title: null, puzzle, goal: cells };
}

function inBlack(image: Image, size: GridSize, threshold: number): Cells {
  return Uint8Array.from(shades(image, size), (shade) => (shade < threshold ? 1 : 0));
}

/** The brightness of each cell: the average of its pixels. */
function shades(image: Image, size: GridSize): Float64Array {
  const found = new Float64Array(size.width * size.height);
  eachCell(image, size, (pixels, cell) => {
    let sum = 0;
    for (const pixel of pixels) sum += brightness(pixel);
    found[cell] = sum / pixels.length;
  });
  return found;
}

/**
 * Filled by the brightness and what the cells before it, row by row, were off by: an area of a
 * shade gets as many filled cells as the shade is dark (Floyd and Steinberg 1976).
 */
function dithered(image: Image, size: GridSize, threshold: number): Cells {
  const { width, height } = size;
  const shade = shades(image, size);
  const cells = new Uint8Array(width * height);
  const add = (x: number, y: number, part: number): void => {
    if (x >= 0 && x < width && y < height) shade[y * width + x] += part;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = shade[y * width + x];
      const blank = value >= threshold;
      cells[y * width + x] = blank ? 0 : 1;
      const off = value - (blank ? 1 : 0);
      add(x + 1, y, (off * 7) / 16);
      add(x - 1, y + 1, (off * 3) / 16);
      add(x, y + 1, (off * 5) / 16);
      add(x + 1, y + 1, off / 16);
    }
  }
  return cells;
}

/**
 * The colours are chosen before the picture shrinks, and a cell takes the most common of its own,
 * so that edges stay sharp and no two colours are mixed. They are numbered as they first appear.
 */
function inColours(
  image: Image,
  size: GridSize,
  { colours, background }: Extract<Shades, { kind: 'palette' }>,
): { cells: Cells; palette: Palette | null } {
  const chosen = chosenColours(image.pixels, colours, background);
  const known = new Map<number, number>();
  const indexOf = (pixel: number): number => {
    let index = known.get(pixel);
    if (index === undefined) known.set(pixel, (index = nearest(chosen, pixel)));
    return index;
  };
  const behind = indexOf(background ?? backgroundOf(image, indexOf));
  const drawn = new Uint8Array(size.width * size.height);
  eachCell(image, size, (pixels, cell) => {
    drawn[cell] = indexOf(mostCommon(pixels, indexOf).pixel);
  });
  const numbers = new Map([[behind, 0]]);
  for (const index of drawn) if (!numbers.has(index)) numbers.set(index, numbers.size);
  const palette = Array.from(
    numbers.keys(),
    (index) => `#${chosen[index].toString(16).padStart(6, '0')}`,
  );
  const cells = drawn.map((index) => numbers.get(index)!);
  // A picture of only its background has no other colour to name.
  return { cells, palette: palette.length > 1 ? palette : null };
}

/** The background, which a part of a picture may have nothing of, and `colours` others. */
function chosenColours(pixels: Uint32Array, colours: number, background: number | undefined) {
  const chosen = fewColours(pixels, colours + 1);
  if (background === undefined || chosen.some((colour) => alike(colour, background))) return chosen;
  return [background, ...fewColours(pixels, colours)];
}

/** Hands over, for each cell of a grid, the pixels that it covers: at least one. */
function eachCell(
  { width, height, pixels }: Image,
  size: GridSize,
  take: (pixels: Uint32Array, cell: number) => void,
): void {
  for (let y = 0; y < size.height; y++) {
    const [top, bottom] = span(y, size.height, height);
    for (let x = 0; x < size.width; x++) {
      const [left, right] = span(x, size.width, width);
      const covered = new Uint32Array((bottom - top) * (right - left));
      for (let row = top, at = 0; row < bottom; row++, at += right - left) {
        covered.set(pixels.subarray(row * width + left, row * width + right), at);
      }
      take(covered, y * size.width + x);
    }
  }
}

/** The pixels, from and to, that cell `i` of `cells` covers along a side of `length` pixels. */
function span(i: number, cells: number, length: number): [number, number] {
  const from = Math.floor((i * length) / cells);
  return [from, Math.max(from + 1, Math.floor(((i + 1) * length) / cells))];
}

/** A picture as it was drawn or photographed, before it becomes a puzzle. */
export interface Image {
  readonly width: number;
  readonly height: number;
  /** Row by row, each 0xrrggbb. */
  readonly pixels: Uint32Array;
}

/** Thrown if a file is not a picture that can be read; the message says what is wrong with it. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** The relative luminance of a screen's red, green and blue (ITU-R BT.709), 0 to 1. */
export function brightness(pixel: number): number {
  return (
    (0.2126 * (pixel >>> 16) + 0.7152 * ((pixel >>> 8) & 0xff) + 0.0722 * (pixel & 0xff)) / 255
  );
}

const LEVELS = 256;

/** The brightness, 0 to 1, with most variance between darker and brighter pixels (Otsu 1979). */
export function usualThreshold({ pixels }: Image): number {
  const counts = new Float64Array(LEVELS);
  for (const pixel of pixels) counts[Math.round(brightness(pixel) * (LEVELS - 1))]++;
  const total = pixels.length;
  const sum = counts.reduce((all, count, level) => all + count * level, 0);
  let [below, sumBelow, best, first, last] = [0, 0, -1, 0, 0];
  for (let level = 0; level < LEVELS - 1; level++) {
    below += counts[level];
    sumBelow += counts[level] * level;
    if (below === 0 || below === total) continue;
    const between =
      (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2 * below * (total - below);
    if (between > best) [best, first, last] = [between, level, level];
    else if (between === best) last = level;
  }
  // Of a picture in two shades, every level between them parts it as well: the middle is taken.
  return best < 0 ? 0.5 : ((first + last) / 2 + 0.5) / (LEVELS - 1);
}

const SHIFTS: readonly number[] = [16, 8, 0];

/** A picture of at most `longest` pixels a side, each the average of those it covers. */
export function shrunk(image: Image, longest: number): Image {
  const scale = longest / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const [width, height] = [image.width, image.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const pixels = new Uint32Array(width * height);
  eachCell(image, { width, height }, (covered, cell) => {
    const sums = [0, 0, 0];
    for (const pixel of covered) SHIFTS.forEach((shift, i) => (sums[i] += channel(pixel, shift)));
    pixels[cell] = sums.reduce((all, sum) => all * 256 + Math.round(sum / covered.length), 0);
  });
  return { width, height, pixels };
}

/**
 * A pixel of a picture's background: of the colour that at least three corners have, as around a
 * round thing, else of the most common colour of the border. Pixels of one kind have one colour.
 */
export function backgroundOf(
  { width, height, pixels }: Image,
  kindOf: (pixel: number) => number = (pixel) => pixel,
): number {
  const [right, bottom] = [width - 1, (height - 1) * width];
  const corners = [0, right, bottom, bottom + right].map((at) => pixels[at]);
  const usual = mostCommon(corners, kindOf);
  if (usual.count >= 3) return usual.pixel;
  const border = pixels.filter((_, at) => {
    const x = at % width;
    return x === 0 || x === right || at < width || at >= bottom;
  });
  return mostCommon(border, kindOf).pixel;
}

/** The first pixel of the most common kind; of several such kinds, of the one that comes first. */
export function mostCommon(pixels: Iterable<number>, kindOf: (pixel: number) => number) {
  const kinds = new Map<number, { readonly pixel: number; count: number }>();
  for (const pixel of pixels) {
    const kind = kindOf(pixel);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { pixel, count: 1 });
    else known.count++;
  }
  return [...kinds.values()].reduce((most, one) => (one.count > most.count ? one : most));
}

/** One colour of a picture, 0xrrggbb, and how many pixels have it. */
interface Counted {
  readonly colour: number;
  readonly count: number;
}

/**
 * At most `most` colours (0xrrggbb) in place of those of `pixels`: the same ones if they are few
 * enough, else averages (after Wu 1991). Again and again one box of colours is cut in two: the one,
 * and at the place, that brings the pixels nearest to the averages of their boxes. A median cut
 * mixes colours that an edge in between has blurred.
 */
export function fewColours(pixels: Uint32Array, most: number): number[] {
  const boxes = [cutOf(countedColours(pixels))];
  while (boxes.length < most) {
    const worst = boxes.reduce((one, other) => (other.gain > one.gain ? other : one));
    if (worst.parts === null) break;
    boxes.splice(boxes.indexOf(worst), 1, ...worst.parts.map(cutOf));
  }
  return boxes.map(({ box }) => average(box));
}

export function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Infinity;
  for (const [index, other] of palette.entries()) {
    let distance = 0;
    for (const shift of SHIFTS) distance += (channel(colour, shift) - channel(other, shift)) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Colours are alike if neither red, green nor blue differ by more than this. */
const ALIKE = 30;

/** Whether two colours are nearly the same. */
export function alike(one: number, other: number): boolean {
  return SHIFTS.every((shift) => Math.abs(channel(one, shift) - channel(other, shift)) <= ALIKE);
}

function channel(colour: number, shift: number): number {
  return (colour >>> shift) & 0xff;
}

/** Beyond so many, colours are taken together with those next to them, as in photographs. */
const MOST_APART = 2048;

function countedColours(pixels: Uint32Array): Counted[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const apart = Array.from(counts, ([colour, count]) => ({ colour, count }));
  if (apart.length <= MOST_APART) return apart;
  const near = new Map<number, Counted[]>();
  for (const counted of apart) {
    const key = counted.colour & 0xf0f0f0;
    const those = near.get(key);
    if (those === undefined) near.set(key, [counted]);
    else those.push(counted);
  }
  return Array.from(near.values(), (box) => ({ colour: average(box), count: sumsOf(box)[0] }));
}

/** How to cut a box in two, or null, and how much less the squares of differences then sum to. */
function cutOf(box: readonly Counted[]) {
  let [gain, parts]: [number, [Counted[], Counted[]] | null] = [0, null];
  if (box.length < 2) return { box, gain, parts };
  const all = sumsOf(box);
  for (const shift of SHIFTS) {
    const sorted = [...box].sort(
      (a, b) => channel(a.colour, shift) - channel(b.colour, shift) || a.colour - b.colour,
    );
    const below = [0, 0, 0, 0];
    for (let end = 1; end < sorted.length; end++) {
      add(below, sorted[end - 1]);
      // By this much the squared distances from the averages shrink if the box is cut here.
      const above = all.map((sum, i) => sum - below[i]);
      const less = explained(below) + explained(above) - explained(all);
      if (less > gain) [gain, parts] = [less, [sorted.slice(0, end), sorted.slice(end)]];
    }
  }
  return { box, gain, parts };
}

/** The number of pixels, and the sums of their channels. */
function sumsOf(box: readonly Counted[]): number[] {
  const sums = [0, 0, 0, 0];
  for (const counted of box) add(sums, counted);
  return sums;
}

function add(sums: number[], { colour, count }: Counted): void {
  sums[0] += count;
  SHIFTS.forEach((shift, i) => (sums[i + 1] += channel(colour, shift) * count));
}

function explained([count, red, green, blue]: readonly number[]): number {
  return (red * red + green * green + blue * blue) / count;
}

function average(box: readonly Counted[]): number {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  return SHIFTS.reduce((mixed, shift) => {
    const sum = box.reduce((part, { colour, count }) => part + channel(colour, shift) * count, 0);
    return mixed * 256 + Math.round(sum / total);
  }, 0);
}
