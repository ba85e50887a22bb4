import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binOf, binStart, sizeClasses, SizeTally } from '../../../src/pipeline/record/figures.js';

function classesOf(sides: readonly number[]): string[] {
  const tally = new SizeTally();
  for (const side of sides) {
    const size = { width: side, height: 2, ms: 1, filled: side, score: 2 };
    tally.add({ ...size, status: 'unique', technique: 'line' });
  }
  return sizeClasses(tally.bySize()).map(({ name, puzzles }) => `${name}: ${puzzles}`);
}

test('a few sizes are classes of their own', () => {
  assert.deepEqual(classesOf([5, 7, 7]), ['5x2: 1', '7x2: 2']);
});

test('many sizes are grouped by the longer side, and ranges without puzzles are left out', () => {
  const sides = [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 120];
  assert.deepEqual(classesOf(sides), ['1–5: 4', '6–10: 4', '16–20: 2', '101+: 1']);
});

test('every time falls into the bin between its bounds, or into the first or the last', () => {
  for (const ms of [0.001, 0.013, 0.5, 1, 7.7, 10_000, 86_400_000]) {
    const bin = binOf(ms);
    assert.ok(binStart(bin) <= ms * (1 + 1e-12) && ms < binStart(bin + 1), String(ms));
  }
  assert.equal(binOf(0), 0);
  assert.equal(binOf(1e30), binOf(1e20));
});

test('a power of ten begins a bin', () => {
  for (let exponent = -3; exponent <= 8; exponent++) {
    assert.equal(binOf(10 ** exponent), (exponent + 3) * 10, `10^${exponent} ms`);
  }
});
