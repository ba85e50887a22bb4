/** One colour of a picture, 0xrrggbb, and how many pixels have it. */
interface Counted {
  readonly colour: number;
  readonly count: number;
}

const SHIFTS: readonly number[] = [16, 8, 0];

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

/** The palette's index of the colour that is nearest to `colour`. */
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

/**
 * Colours beyond this many are taken together with those next to them, as photographs have them.
 */
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

/**
 * A box of colours, how to cut it in two, and by how much less the squares of differences then add
 * up to.
 */
interface BoxCut {
  readonly box: readonly Counted[];
  readonly gain: number;
  /** Null for a single colour. */
  readonly parts: readonly [Counted[], Counted[]] | null;
}

function cutOf(box: readonly Counted[]): BoxCut {
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
