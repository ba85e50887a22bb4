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

/** The most pixels that are read: 4096 x 4096, 64 MiB unpacked. */
export const MAX_PIXELS = 1 << 24;

/** The relative luminance of a screen's red, green and blue (ITU-R BT.709), 0 to 1. */
export function brightness(pixel: number): number {
  return (
    (0.2126 * (pixel >>> 16) + 0.7152 * ((pixel >>> 8) & 0xff) + 0.0722 * (pixel & 0xff)) / 255
  );
}

const LEVELS = 256;

/**
 * The brightness, from 0 to 1, that parts the dark from the bright pixels of a picture best: the
 * one with the greatest variance between the two classes (Otsu 1979).
 */
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

const SHIFTS = [16, 8, 0] as const;

/**
 * A picture with its longer side no longer than `longest` pixels, each the average of those it
 * covers.
 */
export function shrunk(image: Image, longest: number): Image {
  const scale = longest / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const [width, height] = [image.width, image.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, image.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, image.width);
      const sums = [0, 0, 0];
      for (let row = top; row < bottom; row++) {
        for (let at = row * image.width + left; at < row * image.width + right; at++) {
          SHIFTS.forEach((shift, i) => (sums[i] += (image.pixels[at] >>> shift) & 0xff));
        }
      }
      const count = (bottom - top) * (right - left);
      pixels[y * width + x] = sums.reduce((pixel, sum) => pixel * 256 + Math.round(sum / count), 0);
    }
  }
  return { width, height, pixels };
}

function span(i: number, parts: number, length: number): [number, number] {
  const from = Math.floor((i * length) / parts);
  return [from, Math.max(from + 1, Math.floor(((i + 1) * length) / parts))];
}
