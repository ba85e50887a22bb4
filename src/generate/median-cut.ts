/** One colour of a picture, 0xrrggbb, and how many pixels have it. */
interface Counted {
  readonly colour: number;
  readonly count: number;
}

const SHIFTS: readonly number[] = [16, 8, 0];

/**
 * At most `most` colours (0xrrggbb) to replace those of `pixels`: the same colours if they are so
 * few, else the averages of median cut (Heckbert 1982): the box of colours with the widest channel
 * is cut at the median of its pixels until there are enough boxes.
 */
export function medianCut(pixels: Uint32Array, most: number): number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const boxes: Counted[][] = [Array.from(counts, ([colour, count]) => ({ colour, count }))];
  while (boxes.length < most) {
    const widest = boxes
      .map((box, index) => ({ index, ...widestChannel(box) }))
      .reduce((one, other) => (other.width > one.width ? other : one));
    if (widest.width === 0) break;
    boxes.splice(widest.index, 1, ...cut(boxes[widest.index], widest.shift));
  }
  return boxes.map(average);
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

function channel(colour: number, shift: number): number {
  return (colour >>> shift) & 0xff;
}

function widestChannel(box: readonly Counted[]): { shift: number; width: number } {
  let widest = { shift: 0, width: -1 };
  for (const shift of SHIFTS) {
    let low = 255;
    let high = 0;
    for (const { colour } of box) {
      low = Math.min(low, channel(colour, shift));
      high = Math.max(high, channel(colour, shift));
    }
    if (high - low > widest.width) widest = { shift, width: high - low };
  }
  return widest;
}

/** Two boxes with about as many pixels each, neither of them empty. */
function cut(box: readonly Counted[], shift: number): [Counted[], Counted[]] {
  const sorted = [...box].sort(
    (a, b) => channel(a.colour, shift) - channel(b.colour, shift) || a.colour - b.colour,
  );
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let end = 1;
  let sum = sorted[0].count;
  while (end < sorted.length - 1 && 2 * sum < total) sum += sorted[end++].count;
  return [sorted.slice(0, end), sorted.slice(end)];
}

function average(box: readonly Counted[]): number {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  return SHIFTS.reduce((mixed, shift) => {
    const sum = box.reduce((part, { colour, count }) => part + channel(colour, shift) * count, 0);
    return mixed * 256 + Math.round(sum / total);
  }, 0);
}
