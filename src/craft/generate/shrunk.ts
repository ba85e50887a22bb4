import type { Image } from './image.js';

const SHIFTS = [16, 8, 0] as const;

/** A picture with its longer side no longer than `longest` pixels, each the average of those it covers. */
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
