// The mean of estimates that are given as natural logarithms, as they exceed the range of doubles:
// their sum and the sum of their squares, relative to the largest.

import { exp, log } from '../memory/logs';

export class Mean {
  static count: f64 = 0;
  static top: f64 = 0;
  static sum: f64 = 0;
  static squares: f64 = 0;
  /** Of the logarithms themselves, from the first on. */
  static first: f64 = 0;
  static logs: f64 = 0;
  static logSquares: f64 = 0;
}

/** Begins without estimates. */
export function startMean(): void {
  Mean.count = 0;
  Mean.top = -Infinity;
  Mean.sum = 0;
  Mean.squares = 0;
  Mean.logs = 0;
  Mean.logSquares = 0;
}

/** Adds an estimate. */
export function addToMean(estimate: f64): void {
  Mean.count++;
  if (Mean.count == 1) Mean.first = estimate;
  const beyond = estimate - Mean.first;
  Mean.logs += beyond;
  Mean.logSquares += beyond * beyond;
  if (estimate > Mean.top) {
    const scale = exp(Mean.top - estimate);
    Mean.sum *= scale;
    Mean.squares *= scale * scale;
    Mean.top = estimate;
  }
  const value = exp(estimate - Mean.top);
  Mean.sum += value;
  Mean.squares += value * value;
}

/** The decimal logarithm of the mean. */
export function log10OfMean(): f64 {
  return (Mean.top + log(Mean.sum / Mean.count)) / Math.LN10;
}

/**
 * One standard error of that logarithm: by the spread of the estimates or, if that is more, as if
 * they were distributed log-normally. Estimates that weigh much are rare: without them, the spread
 * alone is too small.
 */
export function errorOfMean(): f64 {
  const count = Mean.count;
  const sum = Mean.sum;
  const variance = max<f64>(0, Mean.squares - (sum * sum) / count) / (count - 1);
  const bySpread = (variance * count) / (sum * sum);
  const ofLogs = max<f64>(0, Mean.logSquares - (Mean.logs * Mean.logs) / count) / (count - 1);
  const asLogNormal = ofLogs / count + (ofLogs * ofLogs) / (2 * (count - 1));
  return sqrt<f64>(max(bySpread, asLogNormal)) / Math.LN10;
}
