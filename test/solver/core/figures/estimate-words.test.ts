import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateText, powerText } from '../../../../src/solver/core/figures/estimate-words.js';

test('numbers given by their logarithm have two digits', () => {
  const words = [0, Math.log10(2), 2.5, 4.0961, 5.999999, 6, 12.345, 19.9999, 4000.5].map(
    powerText,
  );
  assert.deepEqual(words, [
    ...['1', '2', '320', '12,000', '1.0 × 10^6', '1.0 × 10^6'],
    ...['2.2 × 10^12', '1.0 × 10^20', '3.2 × 10^4000'],
  ]);
});

test('an estimate is shown with what is one error below and above', () => {
  assert.equal(
    estimateText({ countEstimate: 13.1, countEstimateError: 0.3 }),
    '1.3 × 10^13 (between 6.3 × 10^12 and 2.5 × 10^13)',
  );
  assert.equal(estimateText({ countEstimate: 0.1, countEstimateError: 1 }), '1 (between 1 and 13)');
});

test('without an estimate there is nothing to say', () => {
  assert.equal(estimateText({ countEstimate: null, countEstimateError: null }), null);
});
