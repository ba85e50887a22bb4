import { type Palette, type Puzzle } from '../../core/puzzle/types.js';
import { lightOf } from '../../core/puzzle/colours.js';

/** Names of greys, up to a lightness. */
const GREYS: readonly (readonly [upTo: number, name: string])[] = [
  [0.3, 'black'],
  [0.5, 'dark grey'],
  [0.7, 'grey'],
  [0.94, 'light grey'],
  [Infinity, 'white'],
];

/** Names of a few colours, each by colours that people would call so. */
const NAMED: readonly (readonly [name: string, colour: string])[] = [
  ['red', '#dc1e1e'],
  ['dark red', '#820000'],
  ['orange', '#ff8c00'],
  ['orange', '#f5a800'],
  ['brown', '#824b1e'],
  ['olive', '#808000'],
  ['beige', '#f5deb3'],
  ['beige', '#d2b48c'],
  ['yellow', '#ffe61e'],
  ['green', '#14a028'],
  ['green', '#00ff00'],
  ['light green', '#8ce678'],
  ['dark green', '#005a14'],
  ['cyan', '#00c8d2'],
  ['light blue', '#82befa'],
  ['blue', '#1e46dc'],
  ['dark blue', '#000078'],
  ['purple', '#8228a0'],
  ['pink', '#ff8cbe'],
  ['light pink', '#fac3d7'],
  ['magenta', '#ff00ff'],
  ['lilac', '#c8a0ff'],
];

/**
 * A name for each colour of a palette, the background first: the nearest of a few known ones,
 * numbered if two are nearest to the same. Null for black on white, where "filled" says enough.
 */
export function colourNames(palette: Palette | null): readonly string[] | null {
  if (palette === null || palette.length <= 2) return null;
  const nearest = palette.map(nearestName);
  return nearest.map((name, index) => {
    const alike = nearest.filter((other, i) => i > 0 && other === name).length;
    return index > 0 && alike > 1 ? `${name} (colour ${index})` : name;
  });
}

const SEEN = NAMED.map(([name, colour]) => ({ name, seen: seenColour(colour) }));

/** Less than this from grey, no hue is seen; nor in what is nearly black. */
const GREY = { chroma: 0.035, light: 0.2 } as const;

function nearestName(colour: string): string {
  const seen = seenColour(colour);
  if (seen.chroma < GREY.chroma || seen.light < GREY.light) {
    return GREYS.find(([upTo]) => seen.light < upTo)![1];
  }
  let best = SEEN[0];
  for (const candidate of SEEN) {
    if (difference(seen, candidate.seen) < difference(seen, best.seen)) best = candidate;
  }
  return best.name;
}

/** Another hue makes another name sooner than a paler or a darker colour does. */
function difference(one: SeenColour, other: SeenColour): number {
  const hue = 2 * (1 - (one.a * other.a + one.b * other.b) / (one.chroma * other.chroma));
  const [light, chroma] = [one.light - other.light, one.chroma - other.chroma];
  return light ** 2 + 1.2 * chroma ** 2 + 0.12 * hue;
}

type SeenColour = ReturnType<typeof seenColour>;

/**
 * A colour `#rrggbb` as the eye sees it: how light it is, and how far it is from grey in two
 * directions and in all (OKLab, Ottosson 2020).
 */
function seenColour(colour: string) {
  const [red, green, blue] = lightOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const light = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { light, a, b, chroma: Math.hypot(a, b) };
}

/** `blank`, `filled`, or one of the names of colours; null in black and white. */
export function valueWords(value: number, names: readonly string[] | null): string {
  if (value === 0) return 'blank';
  return names === null ? 'filled' : names[value];
}

/** The same of a cell of a puzzle. */
export function cellValueText(value: number, { palette }: Puzzle): string {
  return valueWords(value, colourNames(palette));
}
