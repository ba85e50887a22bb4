import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedOn } from '../../../src/report/figures/run-charts.js';

test('a chart that is drawn from a part of the puzzles says how large a part, and that it is an estimate', () => {
  assert.equal(countedOn(1), '');
  assert.equal(countedOn(2), 'Estimated from a sample: half of the puzzles, drawn by lot. ');
  assert.equal(countedOn(12), 'Estimated from a sample: one in 12 puzzles, drawn by lot. ');
});
