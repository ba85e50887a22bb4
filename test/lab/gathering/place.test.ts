import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharePlaceOf, seedOf, splitAt } from '../../../src/lab/gathering/place.js';
import { quotas } from '../../../src/lab/gathering/recipe.js';

function shapes(count: number, seed: number): string[] {
  const hex = (n: number): string => Math.abs(n).toString(16).padStart(16, '0').slice(-16);
  return Array.from({ length: count }, (_, i) => hex(seedOf(seed, i)));
}

describe('The place of a puzzle', () => {
  const SPLITS = [
    { name: 'train', share: 80 },
    { name: 'valid', share: 10 },
    { name: 'test', share: 10 },
  ];

  test('fills splits in their shares, whatever the seed', () => {
    for (const seed of [0, 1, 2, 2 ** 40]) {
      const counts = [0, 0, 0];
      for (const shape of shapes(20_000, 7))
        counts[splitAt(sharePlaceOf(shape, seed).share, SPLITS)]++;
      assert.ok(Math.abs(counts[0] - 16_000) < 300, `${seed}: ${counts.join()}`);
      assert.ok(Math.abs(counts[1] - counts[2]) < 300, `${seed}: ${counts.join()}`);
    }
  });

  test('is another with another seed, and its order says nothing of its split', () => {
    const all = shapes(20_000, 3);
    const moved = all.filter(
      (shape) =>
        splitAt(sharePlaceOf(shape, 1).share, SPLITS) !==
        splitAt(sharePlaceOf(shape, 2).share, SPLITS),
    );
    // 1 - 0.8² - 2 · 0.1²
    assert.ok(Math.abs(moved.length / all.length - 0.34) < 0.02, String(moved.length));
    const inOrder = all
      .map((shape) => sharePlaceOf(shape, 1))
      .sort((one, other) => one.order - other.order)
      .slice(0, 5000);
    const trained = inOrder.filter(({ share }) => splitAt(share, SPLITS) === 0).length;
    assert.ok(Math.abs(trained / 5000 - 0.8) < 0.03, String(trained));
  });

  test('never changes: data sets of old recipes rely on it', () => {
    const { share, order } = sharePlaceOf('0123456789abcdef', 1);
    assert.deepEqual({ share, order, seed: seedOf(1, 2) }, PLACE);
  });
});

const PLACE = {
  share: 0.9658581297844648,
  order: 1031536905693500,
  seed: 8482914583235970,
};

test('Quotas are whole, and together the whole count', () => {
  assert.deepEqual(quotas(100, [50, 30, 20]), [50, 30, 20]);
  assert.deepEqual(quotas(10, [1, 1, 1]), [4, 3, 3]);
  assert.deepEqual(quotas(1, [1, 99]), [0, 1]);
  assert.deepEqual(quotas(0, [1, 2]), [0, 0]);
});
