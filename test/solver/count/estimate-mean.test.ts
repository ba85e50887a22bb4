import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EstimateMean, addLogs, logOf } from '../../../src/solver/count/estimate-mean.js';

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);
}

function meanOf(values: readonly number[], shift = 0): EstimateMean {
  const mean = new EstimateMean();
  for (const value of values) mean.add(Math.log(value) + shift);
  return mean;
}

test('the mean is that of the numbers, whatever their order', () => {
  near(meanOf([1, 10, 100]).log10, Math.log10(37));
  near(meanOf([100, 1, 10]).log10, Math.log10(37));
});

test('numbers beyond the range of doubles have a mean and an error as others have', () => {
  const shift = 5000 * Math.LN10;
  near(meanOf([1, 10, 100], shift).log10 - 5000, Math.log10(37));
  near(meanOf([1, 10, 100], shift).error, meanOf([1, 10, 100]).error);
});

test('numbers that are all the same have no error', () => {
  const mean = meanOf([42, 42, 42]);
  near(mean.log10, Math.log10(42));
  assert.ok(mean.error < 1e-6);
});

test('the error falls with the root of their number', () => {
  const few = meanOf(Array.from({ length: 100 }, (_, i) => 100 + (i % 10)));
  const many = meanOf(Array.from({ length: 10_000 }, (_, i) => 100 + (i % 10)));
  assert.ok(Math.abs(few.error / many.error - 10) < 0.1);
});

test('a mean that is reset begins again', () => {
  const mean = meanOf([5, 50]);
  mean.reset();
  mean.add(Math.log(7));
  mean.add(Math.log(9));
  near(mean.log10, Math.log10(8));
});

test('sums and logarithms of counts are right for 0, small and large ones', () => {
  near(addLogs(Math.log(2), Math.log(3)), Math.log(5));
  near(addLogs(-Infinity, Math.log(3)), Math.log(3));
  assert.equal(addLogs(-Infinity, -Infinity), -Infinity);
  assert.equal(logOf(0n), -Infinity);
  near(logOf(12_345n), Math.log(12_345));
  near(logOf(10n ** 400n), 400 * Math.LN10);
});
