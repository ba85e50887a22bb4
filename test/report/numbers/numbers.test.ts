import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NumberList, quantile, TopList } from '../../../src/report/numbers/tally.js';

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

test('a top list keeps the highest ranks, the earlier of equal ones', () => {
  const top = new TopList<string>(3);
  Array.from('abcdef').forEach((item, i) => top.add([1, 5, 5, 2, 5, 9][i], item));
  assert.deepEqual(top.items(), ['f', 'b', 'c']);
});
