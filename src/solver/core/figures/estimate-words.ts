import { countText } from '../text/numbers.js';
import type { PuzzleResult } from '../result/result.js';

export type EstimateColumns = Pick<PuzzleResult, 'countEstimate' | 'countEstimateError'>;

/**
 * `1.2 × 10^13 (between 5.1 × 10^12 and 2.8 × 10^13)`: an estimate with one standard error to
 * either side; null if there is none.
 */
export function estimateText({
  countEstimate,
  countEstimateError,
}: EstimateColumns): string | null {
  if (countEstimate === null || countEstimateError === null) return null;
  const least = powerText(Math.max(0, countEstimate - countEstimateError));
  const most = powerText(countEstimate + countEstimateError);
  return `${powerText(countEstimate)} (between ${least} and ${most})`;
}

/** A number given by its decimal logarithm, with two digits: `12,000`, `1.2 × 10^13`. */
export function powerText(log10: number): string {
  let exponent = Math.floor(log10);
  let digits = Math.round(10 * Math.pow(10, log10 - exponent));
  if (digits === 100) {
    exponent++;
    digits = 10;
  }
  if (exponent < 6) return countText((digits * Math.pow(10, exponent)) / 10);
  return `${(digits / 10).toFixed(1)} × 10^${exponent}`;
}
