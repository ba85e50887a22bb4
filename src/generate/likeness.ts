import type { NamedPuzzle } from '../formats/contract/format.js';
import { brightness, type Image } from './image.js';

/**
 * How much a puzzle looks like the picture that it was made of, 0 to 1: the correlation between the
 * brightness of the pixels and that of the cells they are in, black and white or in the puzzle's
 * colours. It grows with the number of cells, and falls if a threshold loses parts of the picture.
 */
export function likeness({ width, height, pixels }: Image, { puzzle, goal }: NamedPuzzle): number {
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
