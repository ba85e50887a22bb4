import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bigCountText,
  countText,
  durationText,
  rateText,
  shareText,
} from '../../../../src/solver/core/text/numbers.js';

test('counts, rates and shares read well, and only all is 100 %', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(countText), ['0', '999', '1,000', '1,234,567']);
  assert.deepEqual([null, 2.5, 70_123.4].map(rateText), ['-', '2.50/s', '70,123/s']);
  assert.deepEqual(
    [0, 1, 500, 999_999, 1_000_000].map((part) => shareText(part, 1_000_000)),
    ['0 %', '<0.1 %', '<0.1 %', '99.9 %', '100 %'],
  );
});

test('a number of any length is written out to 15 digits, and then as a power of ten', () => {
  assert.equal(bigCountText('123456789012345'), '123,456,789,012,345');
  assert.equal(bigCountText('1234567890123456'), '1.23 × 10^15');
  assert.equal(bigCountText('7'), '7');
});

test('durations have about three digits and never a rounded-up 1000 or 60', () => {
  const texts = [
    0, 0.000001, 0.00045, 0.5, 0.9996, 1, 12.34, 999.6, 1000, 59_949, 59_960, 239_700, 3_599_700,
  ]
    .concat([29_520_000])
    .map(durationText);
  assert.deepEqual(texts, [
    '0 µs',
    '<0.01 µs',
    '0.45 µs',
    '500 µs',
    '1.00 ms',
    '1.00 ms',
    '12.3 ms',
    '1.00 s',
    '1.00 s',
    '59.9 s',
    '1m 0s',
    '4m 0s',
    '1h 0m',
    '8h 12m',
  ]);
  assert.equal(durationText(null), '-');
});
