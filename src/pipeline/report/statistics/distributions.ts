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
  // 1 / (a B(a, b)) x^a (1 - x)^b with a = n - k, b = k + 1, x = 1 - share is one term of the
  // binomial.
  const scale = share * (n - k) * binomialTerm(k, n, share);
  return incompleteBeta(1 - share, n - k, k + 1, scale);
}

/**
 * P(X = k), accurate for any n: C. Loader, Fast and accurate computation of binomial probabilities
 * (2000).
 */
function binomialTerm(k: number, n: number, share: number): number {
  if (k === 0) return Math.exp(n * Math.log1p(-share));
  if (k === n) return Math.exp(n * Math.log(share));
  const exponent =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    deviance(k, n * share) -
    deviance(n - k, n * (1 - share));
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
  return (
    (1 / 12 -
      (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) /
    n
  );
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
  return (
    (large - 0.5) * Math.log(large) -
    large +
    Math.log(2 * Math.PI) / 2 +
    stirlingError(large) -
    shift
  );
}
