import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatesVerdict } from '../../../src/pipeline/record/gates.js';

test('the verdict of all gates is one sentence', () => {
  assert.equal(gatesVerdict(1, 0), 'The gate holds');
  assert.equal(gatesVerdict(3, 0), 'All 3 gates hold');
  assert.equal(gatesVerdict(1, 1), 'The gate does not hold');
  assert.equal(gatesVerdict(3, 1), '1 of 3 gates does not hold');
  assert.equal(gatesVerdict(3, 3), '3 of 3 gates do not hold');
});
