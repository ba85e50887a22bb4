import { NORMAL_975, binomialQuantile, student975 } from './distributions.js';

/**
 * A figure with what it rests on. The bounds are those of its 95 % interval: a bound is null where the sample is
 * too small to give one.
 */
export interface Figure {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  /** How many values it was worked out from. */
  readonly n: number;
}

/** Fewer values than this say little: tables and charts show such figures in grey. */
export const FEW = 20;

/**
 * The share of `n` things, at least one, that `k` of them have; its interval is E. B. Wilson's, Probable inference,
 * JASA 22 (1927), which holds near 0 and 1 and for few things as well.
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

/** The difference of two independent shares; its interval is R. G. Newcombe's, from those of Wilson (1998, method 10). */
export function shareDifference(a: Figure, b: Figure): Figure {
  const value = a.value - b.value;
  const [lowA, highA, lowB, highB] = [a.low!, a.high!, b.low!, b.high!];
  return {
    value,
    low: value - Math.hypot(a.value - lowA, highB - b.value),
    high: value + Math.hypot(highA - a.value, b.value - lowB),
    n: Math.min(a.n, b.n),
  };
}

/**
 * The `q` quantile (0.5 for the median) of at least one value, in ascending order: type 7 of R and numpy, between
 * values by their distance. The bounds of its interval are values, whose ranks follow from the binomial distribution
 * and from nothing else (W. J. Conover, Practical nonparametric statistics, 3.2).
 */
export function quantileOf(ascending: Float64Array | readonly number[], q: number): Figure {
  const n = ascending.length;
  const place = (n - 1) * q;
  const below = Math.floor(place);
  const at = ascending[below];
  const value = below + 1 < n ? at + (place - below) * (ascending[below + 1] - at) : at;
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

  add(value: number): void {
    this.n++;
    const before = value - this.mean;
    this.mean += before / this.n;
    this.squares += before * (value - this.mean);
  }

  /** The mean of at least one value, with the interval of Student's distribution; none for one value. */
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

/**
 * Spearman's rank correlation of pairs, from the ranks of both sides (`ranksOf`); null if there are fewer than two
 * pairs or all values of one side are equal. The interval is that of D. G. Bonett and T. A. Wright, Sample size
 * requirements for estimating Pearson, Kendall and Spearman correlations, Psychometrika 65 (2000), from four pairs on.
 */
export function correlationOf(x: Float64Array, y: Float64Array): Figure | null {
  const n = x.length;
  const value = n < 2 ? null : pearson(x, y);
  if (value === null) return null;
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
  // Where each value begins among the sorted ones, found by bisection, so that no order of indexes is kept.
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

/** Pearson's correlation, or null if one side does not vary. */
function pearson(x: Float64Array, y: Float64Array): number | null {
  const n = x.length;
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
  if (xx === 0 || yy === 0) return null;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}
