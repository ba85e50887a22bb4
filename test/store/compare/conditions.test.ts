import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionDifferences } from '../../../src/store/compare/conditions.js';
import { NEW_RUN } from '../../support/store-samples.js';

const run = (changes: object) => ({ ...NEW_RUN, options: {}, ...changes });

test('options, versions and machines that differ are named, and no others', () => {
  const left = run({ options: { timeoutMs: 10_000, count: 2, limit: null, corpora: ['a.csv'] } });
  const right = run({
    options: { timeoutMs: 3000, count: 2, ignoreStart: true, corpora: ['a.csv'] },
    toolVersion: '0.2.0',
    cpu: '8 x Other CPU',
  });
  assert.deepEqual(conditionDifferences(left, right), [
    { name: 'timeoutMs', left: '10000', right: '3000' },
    { name: 'ignoreStart', left: '-', right: 'true' },
    { name: 'nonomill', left: '0.1.0', right: '0.2.0' },
    { name: 'processor', left: '2 x Test CPU', right: '8 x Other CPU' },
  ]);
  assert.deepEqual(conditionDifferences(left, left), []);
});

test('only the first of thousands of corpora are named', () => {
  const corpora = Array.from({ length: 1000 }, (_, i) => `${i}.csv`);
  const [{ name, right }] = conditionDifferences(run({}), run({ options: { corpora } }));
  assert.equal(name, 'corpora');
  assert.equal(right, '0.csv 1.csv 2.csv 3.csv 4.csv and 995 more');
});
