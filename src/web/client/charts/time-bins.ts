import { binStart } from '../../../result/time-bins.js';
import { durationText } from '../../../text/durations.js';

/** A bin in words: its bounds. */
export function binRange(bin: number): string {
  return `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}`;
}

/** A point of a quantile curve: percent of the puzzles, milliseconds. */
export type QuantilePoint = readonly [number, number];

/** How many percent of the `total` puzzles got a verdict within which time; `bins` counts those that did. */
export function quantileCurve(bins: readonly number[], total: number): QuantilePoint[] {
  const points: QuantilePoint[] = [];
  let seen = 0;
  bins.forEach((n, bin) => {
    if (n === 0) return;
    if (seen === 0) points.push([0, binStart(bin)]);
    seen += n;
    points.push([(100 * seen) / total, binStart(bin + 1)]);
  });
  return points;
}
