import { quantileAt } from '../../record/figures.js';

/** A figure and its 95 % interval: a bound is null where the sample is too small for one. */
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
interface PairCounts {
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
export function quantileOf(ascending: Pick<Float64Array, 'length' | 'at'>, q: number): Figure {
  const n = ascending.length;
  const value = quantileAt(n, q, (rank) => ascending.at(rank)!)!;
  const bound = (rank: number): number | null =>
    rank >= 1 && rank <= n ? ascending.at(rank - 1)! : null;
  const low = bound(binomialQuantile(0.025, n, q));
  const high = bound(binomialQuantile(0.975, n, q) + 1);
  return { value, low, high, n };
}

/** What a mean needs of its values, added up one by one: B. P. Welford, Technometrics 4 (1962). */
export class Moments {
  n = 0;
  mean = 0;
  private squares = 0;

  /** Of values with how many there are of each; of what `made` makes of these. */
  static of(
    values: Iterable<readonly [value: number, times: number]>,
    made = (value: number): number => value,
  ): Moments {
    const moments = new Moments();
    for (const [value, times] of values) moments.add(made(value), times);
    return moments;
  }

  add(value: number, times = 1): void {
    this.n += times;
    const before = value - this.mean;
    this.mean += (before * times) / this.n;
    this.squares += times * before * (value - this.mean);
  }

  /** The mean of some values, with the interval of Student's distribution; none for one value. */
  figure(): Figure {
    const { n, mean } = this;
    if (n < 2) return { value: mean, low: null, high: null, n };
    const half = student975(n - 1) * Math.sqrt(this.squares / (n - 1) / n);
    return { value: mean, low: mean - half, high: mean + half, n };
  }
}

/** Of a mean of logarithms, back among the values: their geometric mean and its interval. */
export function geometric({ value, low, high, n }: Figure): Figure {
  const back = (bound: number | null): number | null => (bound === null ? null : Math.exp(bound));
  return { value: Math.exp(value), low: back(low), high: back(high), n };
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
  if (n < FEWEST_PAIRS) return null;
  const value = pearson(sums([lessMean(x)], [lessMean(y)]));
  return value === null ? null : intervalOfCorrelation(value, n);
}

/** Pearson's correlation, from the sums of what is less the mean; null if one side is constant. */
function pearson({ xx, yy, xy }: Omit<ReturnType<typeof sums>, 'n'>): number | null {
  if (xx === 0 || yy === 0) return null;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/** A rank correlation of `n` pairs with that interval. */
function intervalOfCorrelation(value: number, n: number): Figure {
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
  // Where each value begins among the sorted ones, by bisection: no order of indexes is kept.
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

/** The 97.5 % point of the normal distribution: 95 % lie within as many standard errors. */
export const NORMAL_975 = 1.959963984540054;

/**
 * How many of `n` tries succeed at most with probability `p`, if each does with probability
 * `share`: the least k for which P(X <= k) >= p. `p` and `share` are between 0 and 1, both
 * excluded.
 */
export function binomialQuantile(p: number, n: number, share: number): number {
  let [low, high] = [-1, n];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (binomialAtMost(middle, n, share) >= p) high = middle;
    else low = middle;
  }
  return high;
}

/** P(X <= k) for a binomial X, from the incomplete beta function. */
function binomialAtMost(k: number, n: number, share: number): number {
  if (k >= n) return 1;
  // 1 / (a B(a, b)) x^a (1 - x)^b is a binomial term: a = n - k, b = k + 1, x = 1 - share.
  const scale = share * (n - k) * binomialTerm(k, n, share);
  return incompleteBeta(1 - share, n - k, k + 1, scale);
}

/** P(X = k), for any n: C. Loader, Fast and accurate computation of binomial probabilities. */
function binomialTerm(k: number, n: number, share: number): number {
  if (k === 0) return Math.exp(n * Math.log1p(-share));
  if (k === n) return Math.exp(n * Math.log(share));
  const errors = stirlingError(n) - stirlingError(k) - stirlingError(n - k);
  const exponent = errors - deviance(k, n * share) - deviance(n - k, n * (1 - share));
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/** k log(k / mean) + mean - k, without the loss of digits where k is close to the mean. */
function deviance(k: number, mean: number): number {
  const v = (k - mean) / (k + mean);
  if (Math.abs(v) >= 0.1) return k * Math.log(k / mean) + mean - k;
  let sum = (k - mean) * v;
  let term = 2 * k * v;
  for (let j = 1; ; j++) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) return sum;
    sum = next;
  }
}

/** log(n!) less Stirling's approximation of it, for n >= 1. */
function stirlingError(n: number): number {
  if (n <= 15) {
    let factorial = 0;
    for (let i = 2; i <= n; i++) factorial += Math.log(i);
    return factorial - (n + 0.5) * Math.log(n) + n - Math.log(2 * Math.PI) / 2;
  }
  const square = n * n;
  const rest = (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square;
  return (1 / 12 - (1 / 360 - rest) / square) / n;
}

/**
 * The 97.5 % point of Student's distribution with `freedom` degrees, 1 or more. Beyond 1000 degrees
 * by the expansion of E. A. Cornish and R. A. Fisher (1938), whose error is then below 1e-11.
 */
export function student975(freedom: number): number {
  if (freedom > 1000) return expandedStudent(NORMAL_975, freedom);
  let [low, high] = [0, 16];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentAtMost(middle, freedom) < 0.975) low = middle;
    else high = middle;
  }
}

/** P(T <= t) for t >= 0. */
function studentAtMost(t: number, freedom: number): number {
  if (t === 0) return 0.5;
  const [a, b] = [freedom / 2, 0.5];
  const x = freedom / (freedom + t * t);
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  const scale = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
  return 1 - incompleteBeta(x, a, b, scale) / 2;
}

function expandedStudent(z: number, freedom: number): number {
  const square = z * z;
  const terms = [
    (square + 1) / 4,
    ((5 * square + 16) * square + 3) / 96,
    (((3 * square + 19) * square + 17) * square - 15) / 384,
    ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92_160,
  ];
  return z * (1 + terms.reduceRight((sum, term) => (sum + term) / freedom, 0));
}

/**
 * The incomplete beta function I_x(a, b), where `scale` is x^a (1 - x)^b / B(a, b): the continued
 * fraction of W. H. Press et al., Numerical Recipes (2007), 6.4, by Lentz's method. Takes some
 * sqrt(max(a, b)) steps.
 */
function incompleteBeta(x: number, a: number, b: number, scale: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - (scale * betaFraction(1 - x, b, a)) / b;
  return (scale * betaFraction(x, a, b)) / a;
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const away = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) return fraction;
  }
}

/** log of the gamma function for x >= 0.5: Stirling's series, after x was raised beyond 15. */
function logGamma(x: number): number {
  let shift = 0;
  let large = x;
  while (large < 15) shift += Math.log(large++);
  const stirling = (large - 0.5) * Math.log(large) - large + Math.log(2 * Math.PI) / 2;
  return stirling + stirlingError(large) - shift;
}

interface TimedGame {
  readonly person: string;
  readonly score: number;
  readonly stars: number;
  /** How long it took, above 0. */
  readonly ms: number;
}

/** Times by stars and by score, and how much longer a higher score takes the same person. */
export function playedTimes(games: readonly TimedGame[]) {
  const people = [...Map.groupBy(games, ({ person }) => person)];
  const telling = people.filter(([, own]) => own.length > 1);
  return {
    byStars: timesBy(games, ({ stars }) => stars),
    /** By whole scores: 5 has what is from 5 to below 6. */
    byScore: timesBy(games, ({ score }) => Math.floor(score)),
    people: people.map(([person, own]) => ({ person, games: own.length, ...scoreAndTime([own]) })),
    /** Within all persons: each is compared with themselves alone. */
    within: scoreAndTime(telling.map(([, own]) => own)),
    /** How many people and games tell something of that: those of people with two games or more. */
    told: { people: telling.length, games: telling.reduce((sum, [, own]) => sum + own.length, 0) },
  };
}

/** Some of the games: how many people they are of, and how many milliseconds they took. */
function timesBy(games: readonly TimedGame[], key: (game: TimedGame) => number) {
  return [...Map.groupBy(games, key)]
    .toSorted(([a], [b]) => a - b)
    .map(([from, group]) => ({
      from,
      people: new Set(group.map(({ person }) => person)).size,
      median: quantileOf(Float64Array.from(group, ({ ms }) => ms).sort(), 0.5),
    }));
}

/**
 * How score and time go together, for one person or within several: the rank correlation, null if
 * nobody's scores, or times, vary; and how many times as long one more of score takes, null if
 * nobody's scores vary.
 */
function scoreAndTime(people: readonly (readonly TimedGame[])[]) {
  const scores = people.map((own) => Float64Array.from(own, ({ score }) => score));
  const times = people.map((own) => Float64Array.from(own, ({ ms }) => Math.log(ms)));
  return { spearman: rankCorrelation(scores, times), factor: growth(scores, times) };
}

/**
 * Spearman's correlation within persons: ranks among a person's own games, as shares of their
 * number and less their mean, so that only differences within a person count. Each person but one
 * takes a degree of freedom, as in a partial correlation.
 */
function rankCorrelation(scores: readonly Float64Array[], times: readonly Float64Array[]) {
  const ranks = (values: Float64Array): Float64Array =>
    lessMean(ranksOf(values).map((rank) => rank / values.length));
  const { n, ...all } = sums(scores.map(ranks), times.map(ranks));
  const value = pearson(all);
  if (value === null) return null;
  return { ...intervalOfCorrelation(value, n - (scores.length - 1)), n };
}

/**
 * exp of the slope of the logarithm of the time against the score, by least squares within persons:
 * with a constant for each of them, and the same slope for all. The interval is Student's.
 */
function growth(scores: readonly Float64Array[], times: readonly Float64Array[]): Figure | null {
  const { xx, yy, xy, n } = sums(scores.map(lessMean), times.map(lessMean));
  if (xx === 0) return null;
  const value = xy / xx;
  const freedom = n - scores.length - 1;
  if (freedom < 1) return geometric({ value, low: null, high: null, n });
  const rest = Math.max(0, yy - value * xy);
  const half = student975(freedom) * Math.sqrt(rest / freedom / xx);
  return geometric({ value, low: value - half, high: value + half, n });
}

function lessMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  // Equal values are no farther from their mean than rounding takes them.
  if (isConstant(values)) return values.map(() => 0);
  return values.map((value) => value - mean);
}

function sums(xs: readonly Float64Array[], ys: readonly Float64Array[]) {
  let [xx, yy, xy, n] = [0, 0, 0, 0];
  xs.forEach((own, person) =>
    own.forEach((x, i) => {
      const y = ys[person][i];
      xx += x * x;
      yy += y * y;
      xy += x * y;
      n++;
    }),
  );
  return { xx, yy, xy, n };
}
