import type { TimeScale } from '../../api.js';
import { duration } from '../figures.js';

/** Where a bin of time begins, in milliseconds. */
export function binStartMs(bin: number, { leastMs, perDecade }: TimeScale): number {
  return leastMs * 10 ** (bin / perDecade);
}

/** A bin in words: from when to when. */
export function binRange(bin: number, scale: TimeScale): string {
  return `${duration(binStartMs(bin, scale))} to ${duration(binStartMs(bin + 1, scale))}`;
}

/** A point of a quantile curve: percent of the puzzles, milliseconds. */
export type QuantilePoint = readonly [number, number];

/** How many percent of the puzzles are solved within which time. */
export function quantileCurve(bins: readonly number[], scale: TimeScale): QuantilePoint[] {
  const total = bins.reduce((sum, n) => sum + n, 0);
  const points: QuantilePoint[] = [];
  let seen = 0;
  bins.forEach((n, bin) => {
    if (n === 0) return;
    if (seen === 0) points.push([0, binStartMs(bin, scale)]);
    seen += n;
    points.push([(100 * seen) / total, binStartMs(bin + 1, scale)]);
  });
  return points;
}
