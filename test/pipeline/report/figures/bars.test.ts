import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barOf, barsFigure, barsTable } from '../../../../src/pipeline/report/figures/bars.js';
import {
  TECHNIQUE_KEYS,
  depthKeyOf,
  depthOrder,
} from '../../../../src/solver/core/result/technique-keys.js';

test('results without a verdict are a class of their own among the guess depths', () => {
  const keys = [
    depthKeyOf('unique', 'search', null, 2),
    depthKeyOf('timeout', null, null, 2),
    depthKeyOf('unique', null, null, 1),
    depthKeyOf('multiple', 'search', null, null),
    depthKeyOf('crash', null, null, null),
    depthKeyOf('contradiction', 'probe', 1, 1),
    depthKeyOf('unique', 'search', 2, 2),
    depthKeyOf('unique', 'line', 0, 0),
  ];
  assert.deepEqual(keys.sort(depthOrder), [
    '0',
    '1',
    '2',
    '2+',
    'ambiguous',
    'none',
    'open',
    'open',
  ]);
});

test('the parts of a bar say under the pointer what they are, and their share of all', () => {
  const bars = [barOf('unique', { line: 6, search: 1 }), barOf('2+', { search: 3 }, 'deep')];
  const [line, probe, search] = ['line', 'probe', 'search'].map((key) =>
    (TECHNIQUE_KEYS as readonly string[]).indexOf(key),
  );
  const text = { id: 'some', title: 'Some', note: '', description: '' };
  const { tip } = barsFigure(text, bars, barsTable('some', bars));
  assert.equal(tip(line, 0), 'unique, line: 6 (60.0 %)');
  assert.equal(tip(search, 1), 'deep: 3 (30.0 %)');
  assert.equal(tip(probe, 0), null);
  assert.equal(tip(TECHNIQUE_KEYS.length, 0), null);
});
