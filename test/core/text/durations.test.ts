import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText } from '../../../src/core/text/numbers.js';

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
