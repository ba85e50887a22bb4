import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binOf, binStart } from '../../../../src/solver/core/figures/bins.js';

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
