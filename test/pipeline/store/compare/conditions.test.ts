import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionDifferences } from '../../../../src/pipeline/store/compare/conditions.js';
import type { RunRetry } from '../../../../src/pipeline/record/outcome.js';
import { NEW_RUN } from '../../../support/store-samples.js';

const run = (changes: object) => ({ ...NEW_RUN, options: {}, retries: [], ...changes });

test('options, versions and machines that differ are named, and no others', () => {
  const left = run({ options: { timeoutMs: 10_000, count: 2, limit: null, corpora: ['a.csv'] } });
  const right = run({
    options: { timeoutMs: 3000, count: 2, ignoreStart: true, corpora: ['a.csv'] },
    toolVersion: '0.2.0',
    cpu: '8 x Other CPU',
  });
  assert.deepEqual(conditionDifferences(left, right), [
    { name: '--timeout', left: '10s', right: '3s' },
    { name: '--ignore-start', left: '-', right: 'set' },
    { name: 'nonomill', left: '0.1.0', right: '0.2.0' },
    { name: 'processor', left: '2 x Test CPU', right: '8 x Other CPU' },
  ]);
  assert.deepEqual(conditionDifferences(left, left), []);
});

test('limits of retries are named beside those of the run, if they are others', () => {
  const retry = (timeoutMs: number | null, maxSteps: number | null = null) =>
    ({ timeoutMs, maxSteps, memoryMiB: null, round: null }) as RunRetry;
  const options = { timeoutMs: 50, maxSteps: null };
  const retried = run({ options, retries: [retry(50), retry(2000), retry(2000), retry(null)] });
  const other = run({ options: { timeoutMs: 1000 } });
  assert.deepEqual(conditionDifferences(retried, other), [
    { name: '--timeout', left: '50ms (retried with 2s, none)', right: '1s' },
  ]);
  assert.deepEqual(
    conditionDifferences(run({ options }), run({ options, retries: [retry(50)] })),
    [],
  );
  const bySteps = run({ options, retries: [retry(50, 9)] });
  assert.deepEqual(conditionDifferences(run({ options }), bySteps), [
    { name: '--max-steps', left: '-', right: 'none (retried with 9)' },
  ]);
});

test('only the first of thousands of corpora are named', () => {
  const corpora = Array.from({ length: 1000 }, (_, i) => `${i}.csv`);
  const [{ name, right }] = conditionDifferences(run({}), run({ options: { corpora } }));
  assert.equal(name, 'corpora');
  assert.equal(right, '0.csv 1.csv 2.csv 3.csv 4.csv and 995 more');
});
