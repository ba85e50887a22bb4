import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  binomialQuantile,
  student975,
} from '../../../../src/pipeline/report/statistics/distributions.js';
import {
  Moments,
  correlationOf,
  geometric,
  quantileOf,
  ranksOf,
  differenceOf,
  pairedShares,
  shareOf,
  type Figure,
} from '../../../../src/pipeline/report/statistics/intervals.js';

// All expected values are those of SciPy 1.10.

/** 60 numbers without any order, and 60 that follow them a little. */
const X = Float64Array.from({ length: 60 }, (_, i) => ((i * 7919) % 1009) / 10);
const Y = X.map((x, i) => Math.floor(((i * 104729) % 97) / 7) + x / 9);

function near(value: number | null, expected: number): void {
  assert.ok(
    value !== null && Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${value} instead of ${expected}`,
  );
}

test('binomial quantiles are those of SciPy, for few tries and for ten million', () => {
  for (const [p, n, share, expected] of [
    [0.025, 10, 0.5, 2],
    [0.975, 10, 0.5, 8],
    [0.025, 37, 0.95, 32],
    [0.975, 37, 0.95, 37],
    [0.025, 5, 0.5, 0],
    [0.025, 6, 0.5, 1],
    [0.975, 12_345, 0.99, 12_243],
    [0.025, 1_000_000, 0.5, 499_020],
    [0.975, 1_000_000, 0.95, 950_427],
    [0.975, 10_000_000, 0.95, 9_501_350],
  ] as const) {
    assert.equal(binomialQuantile(p, n, share), expected, `${p} of ${n}`);
  }
});

test("the 97.5 % points of Student's distribution are those of SciPy, on both sides of 1000 degrees", () => {
  for (const [freedom, expected] of [
    [1, 12.706204736432095],
    [2, 4.302652729911275],
    [5, 2.5705818366147395],
    [30, 2.0422724563012373],
    [200, 1.9718962236316089],
    [999, 1.9623414611334487],
    [1001, 1.9623367052808787],
    [5000, 1.9604385517065075],
    [1_000_000, 1.9599663568141066],
  ] as const) {
    near(student975(freedom), expected);
  }
});

test('a share has the interval of Wilson, at both ends as well', () => {
  for (const [k, n, low, high] of [
    [0, 10, 0, 0.2775327998628892],
    [7, 12, 0.31951131254954973, 0.8067396863412435],
    [12, 12, 0.7575059933447592, 1],
    [721, 1000, 0.6923963660323501, 0.7479122067170344],
  ] as const) {
    const share = shareOf(k, n);
    near(share.value, k / n);
    near(share.low, low);
    near(share.high, high);
    assert.equal(share.n, n);
  }
});

test('the difference of two shares lies within its interval, which is that of 10 of Newcombe', () => {
  // The example (a) of R. G. Newcombe's paper: 56 of 70 and 48 of 80.
  const { value, low, high } = differenceOf(shareOf(56, 70), shareOf(48, 80));
  near(value, 0.2);
  assert.equal(low!.toFixed(4), '0.0524');
  assert.equal(high!.toFixed(4), '0.3339');
});

test('the difference of shares of the same things is closer where they go together', () => {
  // An example of R. G. Newcombe's paper, and one where the sides go together, by its formulas.
  const apart = pairedShares({ both: 36, first: 12, second: 2, none: 0 });
  near(apart.value, 0.2);
  assert.equal(apart.low!.toFixed(4), '0.0569');
  assert.equal(apart.high!.toFixed(4), '0.3404');
  const close = pairedShares({ both: 40, first: 8, second: 2, none: 50 });
  near(close.low, -0.0035205679987217464);
  near(close.high, 0.12218275127469708);
  const alike = pairedShares({ both: 40, first: 0, second: 0, none: 40 });
  assert.ok(alike.high! < differenceOf(shareOf(40, 80), shareOf(40, 80)).high!);
});

test('what has no interval makes a difference without one', () => {
  assert.deepEqual(differenceOf(quantileOf([3], 0.5), quantileOf([1], 0.5)), {
    value: 2,
    low: null,
    high: null,
    n: 1,
  });
});

test('a quantile lies between values as in numpy, and its bounds are values by their rank', () => {
  const ascending = X.toSorted();
  near(quantileOf(ascending, 0.5).value, 50.05);
  near(quantileOf(ascending, 0.95).value, 94.825);
  near(quantileOf(ascending, 0.1).value, 9.06);
  // 22 and 38 are the 2.5 % and 97.5 % points of 60 throws of a coin.
  const { low, high, n } = quantileOf(ascending, 0.5);
  assert.deepEqual([low, high, n], [ascending[21], ascending[38], 60]);
});

test('a quantile of few values has no bound where no value can be one', () => {
  assert.deepEqual(quantileOf([3], 0.5), { value: 3, low: null, high: null, n: 1 });
  assert.deepEqual(quantileOf([1, 2, 3, 4, 5, 6], 0.5), { value: 3.5, low: 1, high: 6, n: 6 });
  const { low, high } = quantileOf(X.toSorted(), 0.99);
  assert.ok(low !== null);
  assert.equal(high, null);
});

test('a mean has the interval of Student', () => {
  const { value, low, high } = momentsOf(X);
  near(value, 49.78666666666667);
  near(low, 42.12000477801445);
  near(high, 57.45332855531889);
  assert.deepEqual(momentsOf([4]), { value: 4, low: null, high: null, n: 1 });
});

test('a mean of logarithms comes back as a geometric mean', () => {
  const { value, n } = geometric(momentsOf([1, 10, 100].map(Math.log)));
  near(value, 10);
  assert.equal(n, 3);
});

test('equal values share the mean of their ranks', () => {
  assert.deepEqual([...ranksOf(Float64Array.of(5, 1, 5, 9, 5))], [3, 1, 3, 5, 3]);
});

test("Spearman's correlation is that of SciPy, with and without equal values", () => {
  near(spearman(X, Y)!.value, 0.6691303139761047);
  near(
    spearman(
      X.map((x) => Math.floor(x / 20)),
      Y,
    )!.value,
    0.6510782782749801,
  );
  const { low, high } = spearman(X, Y)!;
  assert.ok(low! < 0.67 && high! > 0.66 && low! > 0.4 && high! < 0.85);
});

test('there is no correlation of one pair, or of values that do not vary', () => {
  assert.equal(spearman(Float64Array.of(1), Float64Array.of(2)), null);
  assert.equal(spearman(Float64Array.of(1, 2, 3), Float64Array.of(4, 4, 4)), null);
  assert.deepEqual(spearman(Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 4, 6, 8)), {
    value: 1,
    low: 1,
    high: 1,
    n: 4,
  });
});

function spearman(x: Float64Array, y: Float64Array): Figure | null {
  return correlationOf(ranksOf(x), ranksOf(y));
}

function momentsOf(values: Iterable<number>): Figure {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments.figure();
}
