import type { GridSize } from './grid-size.js';
import { brightness, type Image } from './image.js';
import type { Shades } from './puzzle-of-image.js';

/** A part of a picture, in pixels. */
export interface Crop {
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
export function crops(image: Image): Crop[] {
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
