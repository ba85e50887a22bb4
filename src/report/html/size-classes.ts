import type { SizeNumbers } from '../numbers/tally.js';
import { emptyBins, type TimeBins } from '../../result/time-bins.js';

/** Puzzles that share a column of the chart of times against size. */
export interface SizeClass {
  readonly name: string;
  readonly puzzles: number;
  readonly timeBins: TimeBins;
}

/** How many columns with their names fit side by side. */
const COLUMNS = 9;

/** If there are many sizes, puzzles are grouped by the longer side, up to these. */
const LONGEST_SIDES = [5, 10, 15, 20, 25, 30, 40, 60, 100, Infinity];

/** The sizes themselves if they are few, else ranges of the longer side. */
export function sizeClasses(sizes: readonly SizeNumbers[]): SizeClass[] {
  if (sizes.length <= COLUMNS) {
    return sizes.map((size) => ({ ...size, name: `${size.width}x${size.height}` }));
  }
  return LONGEST_SIDES.flatMap((to, i) => {
    const from = i === 0 ? 1 : LONGEST_SIDES[i - 1] + 1;
    const within = sizes.filter(({ width, height }) => {
      const side = Math.max(width, height);
      return side >= from && side <= to;
    });
    if (within.length === 0) return [];
    const timeBins = emptyBins();
    let puzzles = 0;
    for (const size of within) {
      puzzles += size.puzzles;
      size.timeBins.forEach((count, bin) => (timeBins[bin] += count));
    }
    return [{ name: to === Infinity ? `${from}+` : `${from}–${to}`, puzzles, timeBins }];
  });
}

/** The bin with the quantile `q` (0 to 1) of the times. */
export function quantileBin({ puzzles, timeBins }: SizeClass, q: number): number {
  const rank = Math.max(1, Math.ceil(q * puzzles));
  let seen = 0;
  return timeBins.findIndex((count) => (seen += count) >= rank);
}
