import { channelsOf, colourDistance } from '../puzzle/colour.js';
import type { Palette } from '../puzzle/types.js';

/** Names of a few colours, with red, green and blue from 0 to 255. */
const NAMED: readonly (readonly [string, number, number, number])[] = [
  ['black', 0, 0, 0],
  ['white', 255, 255, 255],
  ['grey', 128, 128, 128],
  ['dark grey', 80, 80, 85],
  ['light grey', 200, 200, 200],
  ['red', 220, 30, 30],
  ['dark red', 130, 0, 0],
  ['orange', 255, 140, 0],
  ['brown', 130, 75, 30],
  ['olive', 128, 128, 0],
  ['beige', 245, 222, 179],
  ['yellow', 255, 230, 30],
  ['green', 20, 160, 40],
  ['light green', 140, 230, 120],
  ['dark green', 0, 90, 20],
  ['cyan', 0, 200, 210],
  ['light blue', 130, 190, 250],
  ['blue', 30, 70, 220],
  ['dark blue', 0, 0, 120],
  ['purple', 130, 40, 160],
  ['pink', 255, 140, 190],
  ['light pink', 250, 195, 215],
  ['magenta', 255, 0, 255],
  ['lilac', 200, 160, 255],
];

/**
 * A name for each colour of a palette, the background first: the nearest of a few well-known ones,
 * with a number after it if two colours are nearest to the same. Null for black on white, where
 * "filled" says enough.
 */
export function colourNames(palette: Palette | null): readonly string[] | null {
  if (palette === null || palette.length <= 2) return null;
  const nearest = palette.map(nearestName);
  return nearest.map((name, index) => {
    const alike = nearest.filter((other, i) => i > 0 && other === name).length;
    return index > 0 && alike > 1 ? `${name} (colour ${index})` : name;
  });
}

function nearestName(colour: string): string {
  const channels = channelsOf(colour);
  let best = NAMED[0];
  let least = Infinity;
  for (const candidate of NAMED) {
    const [, red, green, blue] = candidate;
    const distance = colourDistance(channels, [red, green, blue]);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best[0];
}
