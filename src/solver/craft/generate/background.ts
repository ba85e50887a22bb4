import type { Image } from './image.js';

/**
 * A pixel of a picture's background: of the colour that at least three corners have, as those of a
 * round thing that touches all edges do, else of the most common colour of the border. Pixels of
 * one kind have one colour.
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
export function mostCommon(
  pixels: Iterable<number>,
  kindOf: (pixel: number) => number,
): { readonly pixel: number; readonly count: number } {
  const kinds = new Map<number, { readonly pixel: number; count: number }>();
  for (const pixel of pixels) {
    const kind = kindOf(pixel);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { pixel, count: 1 });
    else known.count++;
  }
  return [...kinds.values()].reduce((most, one) => (one.count > most.count ? one : most));
}
