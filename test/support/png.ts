import { PNG } from 'pngjs';

/** A picture file with a pixel for each character: # dark, everything else light. */
export function png(rows: readonly string[]): Buffer {
  const image = new PNG({ width: rows[0].length, height: rows.length });
  for (const [i, character] of rows.join('').split('').entries()) {
    image.data.fill(character === '#' ? 0 : 255, 4 * i, 4 * i + 3);
    image.data[4 * i + 3] = 255;
  }
  return PNG.sync.write(image);
}
