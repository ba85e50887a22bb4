import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countText, durationText, rateText, shareText } from '../../src/text/number-text.js';
import { fitText, plainText, textWidth } from '../../src/text/plain-text.js';
import { NumberList, quantile } from '../../src/report/numbers/quantiles.js';
import { binOf, binStart } from '../../src/report/numbers/time-bins.js';
import { TopList } from '../../src/report/numbers/top-list.js';

test('durations have about three digits and never a rounded-up 1000 or 60', () => {
  const texts = [
    0, 0.000001, 0.00045, 0.5, 0.9996, 1, 12.34, 999.6, 1000, 59_949, 59_960, 3_599_700,
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
    '1h 0m',
    '8h 12m',
  ]);
  assert.equal(durationText(null), '-');
});

test('counts, rates and shares read well, and only all is 100 %', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(countText), ['0', '999', '1,000', '1,234,567']);
  assert.deepEqual([null, 2.5, 70_123.4].map(rateText), ['-', '2.50/s', '70,123/s']);
  assert.deepEqual(
    [0, 1, 500, 999_999, 1_000_000].map((part) => shareText(part, 1_000_000)),
    ['0 %', '<0.1 %', '<0.1 %', '99.9 %', '100 %'],
  );
});

test('names are cut by the columns they take, and lose what could steer a terminal', () => {
  assert.equal(fitText('日本語の題', 8), '日本...');
  assert.equal(textWidth('日本e\u0301'), 5);
  assert.equal(plainText('a\tb\n\u001b[31m\u202ec '), 'a b \ufffd[31m\ufffdc');
});

test('a quantile is a value that occurs, by the nearest rank', () => {
  const list = new NumberList();
  for (let i = 5000; i > 0; i--) list.push(i);
  const sorted = list.sorted();
  assert.deepEqual(
    [0, 0.0002, 0.5, 0.95, 0.9999, 1].map((q) => quantile(sorted, q)),
    [1, 1, 2500, 4750, 5000, 5000],
  );
  assert.equal(quantile(new NumberList().sorted(), 0.5), null);
});

test('every time falls into the bin between its bounds, or into the first or the last', () => {
  for (const ms of [0.0002, 0.013, 0.5, 1, 7.7, 10_000, 86_400_000]) {
    const bin = binOf(ms);
    assert.ok(binStart(bin) <= ms * (1 + 1e-12) && ms < binStart(bin + 1), String(ms));
  }
  assert.equal(binOf(0), 0);
  assert.equal(binOf(1e30), binOf(1e20));
});

test('a top list keeps the highest ranks, the earlier of equal ones', () => {
  const top = new TopList<string>(3);
  Array.from('abcdef').forEach((item, i) => top.add([1, 5, 5, 2, 5, 9][i], item));
  assert.deepEqual(top.items(), ['f', 'b', 'c']);
});
