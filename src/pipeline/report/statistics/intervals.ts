import { quantileAt } from '../../../solver/core/figures.js';
import { NORMAL_975, binomialQuantile, student975 } from './distributions.js';

/**
 * A figure with what it rests on. The bounds are those of its 95 % interval: a bound is null where
 * the sample is too small to give one.
 */
export interface Figure {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** How many values it was worked out from. */
  readonly n: number;
  /** How many of these are lower bounds; not there if none can be. */
  readonly bounds?: number;
  /** Set if it may be more, as one of these bounds may be. */
  readonly isAtLeast?: true;
}

/** Fewer values than this say little: tables and charts show such figures in grey. */
export const FEW = 20;

/**
 * The share of `n` things, at least one, that `k` of them have; its interval is E. B. Wilson's,
 * Probable inference, JASA 22 (1927), which holds near 0 and 1 and for few things as well.
 */
export function shareOf(k: number, n: number): Figure {
  const z = NORMAL_975;
  const centre = (k + (z * z) / 2) / (n + z * z);
  const half = (z / (n + z * z)) * Math.sqrt((k * (n - k)) / n + (z * z) / 4);
  return {
    value: k / n,
    low: k === 0 ? 0 : Math.max(0, centre - half),
    high: k === n ? 1 : Math.min(1, centre + half),
    n,
  };
}

/** A figure whose interval ends where its values must: at `least`, and at `most`. */
export function withinBounds(figure: Figure, least: number, most: number): Figure {
  const { value, low, high, n } = figure;
  return {
    value,
    low: low === null ? null : Math.min(value, Math.max(least, low)),
    high: high === null ? null : Math.max(value, Math.min(most, high)),
    n,
  };
}

/**
 * The difference a - b of two independent figures; its interval follows from theirs, as G. Y. Zou
 * and A. Donner have it (Construction of confidence limits about effect measures, Statistics in
 * medicine 27, 2008). Of shares that is method 10 of R. G. Newcombe, Interval estimation for the
 * difference between independent proportions, ibid. 17 (1998).
 */
export function differenceOf(a: Figure, b: Figure, correlation = 0): Figure {
  const value = a.value - b.value;
  const n = Math.min(a.n, b.n);
  if (a.low === null || a.high === null || b.low === null || b.high === null) {
    return { value, low: null, high: null, n };
  }
  const away = (x: number, y: number): number =>
    Math.sqrt(Math.max(0, x * x - 2 * correlation * x * y + y * y));
  return {
    value,
    low: value - away(a.value - a.low, b.high - b.value),
    high: value + away(a.high - a.value, b.value - b.low),
    n,
  };
}

/** How many pairs have something on both sides, on one of them alone, or on none. */
export interface PairCounts {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly none: number;
}

/**
 * The share of the first of each pair less that of the second, over one pair or more: method 10 of
 * R. G. Newcombe, Improved confidence intervals for the difference between binomial proportions
 * based on paired data, Statistics in medicine 17 (1998).
 */
export function pairedShares({ both, first, second, none }: PairCounts): Figure {
  const n = both + first + second + none;
  const [has, other] = [both + first, both + second];
  const product = has * (n - has) * other * (n - other);
  const cross = both * none - first * second;
  // With the correction for continuity that he found to be better where the sides go together.
  const corrected = cross > n / 2 ? cross - n / 2 : cross < 0 ? cross : 0;
  const correlation = product === 0 ? 0 : corrected / Math.sqrt(product);
  return differenceOf(shareOf(has, n), shareOf(other, n), correlation);
}

/**
 * The `q` quantile (0.5 for the median) of at least one value, in ascending order, as `quantileAt`
 * has it. The bounds of its interval are values, whose ranks
 * follow from the binomial distribution and from nothing else (W. J. Conover, Practical
 * nonparametric statistics, 3.2).
 */
export function quantileOf(ascending: Float64Array | readonly number[], q: number): Figure {
  const n = ascending.length;
  const value = quantileAt(n, q, (rank) => ascending[rank])!;
  const low = binomialQuantile(0.025, n, q);
  const high = binomialQuantile(0.975, n, q) + 1;
  return {
    value,
    low: low >= 1 ? ascending[low - 1] : null,
    high: high <= n ? ascending[high - 1] : null,
    n,
  };
}

/** What a mean needs of its values, added up one by one: B. P. Welford, Technometrics 4 (1962). */
export class Moments {
  n = 0;
  mean = 0;
  private squares = 0;

  static of(values: Iterable<number>): Moments {
    const moments = new Moments();
    for (const value of values) moments.add(value);
    return moments;
  }

  add(value: number): void {
    this.n++;
    const before = value - this.mean;
    this.mean += before / this.n;
    this.squares += before * (value - this.mean);
  }

  /**
   * The mean of at least one value, with the interval of Student's distribution; none for one
   * value.
   */
  figure(): Figure {
    const { n, mean } = this;
    if (n < 2) return { value: mean, low: null, high: null, n };
    const half = student975(n - 1) * Math.sqrt(this.squares / (n - 1) / n);
    return { value: mean, low: mean - half, high: mean + half, n };
  }
}

/** Of a mean of logarithms, back among the values: their geometric mean and its interval. */
export function geometric({ value, low, high, n }: Figure): Figure {
  return {
    value: Math.exp(value),
    low: low === null ? null : Math.exp(low),
    high: high === null ? null : Math.exp(high),
    n,
  };
}

/** Of fewer pairs there is no rank correlation: an interval needs more than three. */
export const FEWEST_PAIRS = 4;

/**
 * Spearman's rank correlation of pairs, from the ranks of both sides (`ranksOf`); null if there are
 * fewer than four pairs or all values of one side are equal. The interval is that of D. G. Bonett
 * and T. A. Wright, Sample size requirements for estimating Pearson, Kendall and Spearman
 * correlations, Psychometrika 65 (2000), from four pairs on.
 */
export function correlationOf(x: Float64Array, y: Float64Array): Figure | null {
  const n = x.length;
  const value = n < FEWEST_PAIRS ? null : pearson(x, y);
  return value === null ? null : intervalOfCorrelation(value, n);
}

/** A rank correlation of `n` pairs with that interval. */
export function intervalOfCorrelation(value: number, n: number): Figure {
  if (n < 4) return { value, low: null, high: null, n };
  if (Math.abs(value) === 1) return { value, low: value, high: value, n };
  const half = NORMAL_975 * Math.sqrt((1 + (value * value) / 2) / (n - 3));
  const z = Math.atanh(value);
  return { value, low: Math.tanh(z - half), high: Math.tanh(z + half), n };
}

/** The rank of each value from 1 on; equal values share the mean of their ranks. */
export function ranksOf(values: Float64Array): Float64Array {
  const n = values.length;
  const ascending = values.toSorted();
  // Where each value begins among the sorted ones, found by bisection, so that no order of indexes
  // is kept.
  const ranks = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const from = firstAtLeast(ascending, values[i], false);
    const to = firstAtLeast(ascending, values[i], true);
    ranks[i] = (from + 1 + to) / 2;
  }
  return ranks;
}

/** The place of the first value that is not below `value`, or that is above it. */
function firstAtLeast(ascending: Float64Array, value: number, above: boolean): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value || (above && ascending[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

/** Pearson's correlation, or null if one side does not vary. */
function pearson(x: Float64Array, y: Float64Array): number | null {
  const n = x.length;
  // Their mean is a sum, and rounding takes equal values away from it.
  if (isConstant(x) || isConstant(y)) return null;
  let [meanX, meanY] = [0, 0];
  for (let i = 0; i < n; i++) {
    meanX += x[i] / n;
    meanY += y[i] / n;
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i] - meanX, y[i] - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}
