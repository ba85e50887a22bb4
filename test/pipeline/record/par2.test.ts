import assert from 'node:assert/strict';
import { test } from 'node:test';
import { penalisedMs, timeLimits } from '../../../src/pipeline/record/par2.js';

test('PAR-2 counts a puzzle without a verdict as twice the limit, or twice its time without one', () => {
  assert.equal(penalisedMs('unique', 3, 100), 3);
  for (const status of ['timeout', 'memory', 'crash'] as const) {
    assert.equal(penalisedMs(status, 3, 100), 200);
    assert.equal(penalisedMs(status, 3, null), 6);
    assert.equal(penalisedMs(status, 250, 100), 250);
  }
});

test('the limits of a run are found among its options, and an infinite one means none', () => {
  assert.deepEqual(timeLimits({ timeoutMs: 5 }), { timeoutMs: 5, bySteps: false });
  assert.deepEqual(timeLimits({ timeoutMs: null, maxSteps: 9 }), {
    timeoutMs: null,
    bySteps: true,
  });
  const retry = { timeoutMs: 7, maxSteps: null };
  assert.deepEqual(timeLimits({ timeoutMs: 5 }, [retry]), { timeoutMs: 7, bySteps: false });
  assert.deepEqual(timeLimits({ timeoutMs: 5 }, [retry, { timeoutMs: null, maxSteps: 9 }]), {
    timeoutMs: null,
    bySteps: true,
  });
  assert.deepEqual(timeLimits({ maxSteps: null }), { timeoutMs: null, bySteps: false });
});
