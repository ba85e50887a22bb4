import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  depthKeyOf,
  depthMeaning,
  depthOrder,
  techniqueKeyOf,
  techniqueOfDepth,
} from '../../../../src/solver/core/result/technique-keys.js';

test('the technique counts for puzzles with one solution alone', () => {
  assert.equal(techniqueKeyOf('unique', 'probe'), 'probe');
  assert.equal(techniqueKeyOf('unique', null), 'unproven');
  assert.equal(techniqueKeyOf('multiple', 'search'), 'ambiguous');
  assert.equal(techniqueKeyOf('contradiction', 'line'), 'contradiction');
  assert.equal(techniqueKeyOf('timeout', null), 'unproven');
});

test('a guess depth is known, at least so much, or says why it is neither', () => {
  assert.equal(depthKeyOf('unique', 'search', 2, 2), '2');
  assert.equal(depthKeyOf('unique', 'search', null, 2), '2+');
  assert.equal(depthKeyOf('unique', null, null, 1), 'none');
  assert.equal(depthKeyOf('unique', 'search', null, null), 'none');
  assert.equal(depthKeyOf('multiple', 'search', null, null), 'ambiguous');
  assert.equal(depthKeyOf('steps', null, 0, 0), 'open');
});

test('each key of a depth has its words and the colour of a technique', () => {
  const all = ['0', '1', '2', '3+', 'ambiguous', 'none', 'open'];
  assert.deepEqual(all.map(depthMeaning), [
    ...['lines alone', 'one assumption', '2 nested', 'not solved at depth 2'],
    ...['several solutions', 'not classified', 'no verdict'],
  ]);
  assert.deepEqual(all.map(techniqueOfDepth), [
    ...['line', 'probe', 'search', 'search', 'ambiguous', 'unproven', 'unproven'],
  ]);
});

test('depths come in ascending order, those that are at least so deep after them, then the others', () => {
  const order = ['0', '1', '2', '2+', '3', 'ambiguous', 'none', 'open'];
  assert.deepEqual(order.toReversed().sort(depthOrder), order);
});
