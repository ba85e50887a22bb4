import { sumOfSizes, type SizeNumbers, type SizedPuzzles } from './size-tally.js';

/** Puzzles that share a column of the charts against size. */
export interface SizeClass extends SizedPuzzles {
  readonly name: string;
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
    return [{ name: to === Infinity ? `${from}+` : `${from}–${to}`, ...sumOfSizes(within) }];
  });
}

/** The bin that holds the quantile `q` (0 to 1) of what is counted in bins; -1 for none. */
export function quantileBin(bins: ArrayLike<number>, q: number): number {
  const counts = Array.from(bins);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(q * total));
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= rank);
}
