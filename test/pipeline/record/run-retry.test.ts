import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryText, type RunRetry } from '../../../src/pipeline/record/run-retry.js';

const RETRY: RunRetry = {
  startedAt: '',
  finishedAt: null,
  statuses: ['timeout'],
  puzzles: 5,
  tried: 5,
  reused: 0,
  decided: 3,
  timeoutMs: 2000,
  maxSteps: null,
  memoryMiB: null,
  round: null,
  wallMs: 9000,
};

test('a retry in words says what was tried under which limits, and what came of it', () => {
  assert.equal(retryText(RETRY), 'timeout with 2.00 s: 3 of 5 decided');
  assert.equal(
    retryText({ ...RETRY, statuses: ['steps', 'crash'], maxSteps: 1, memoryMiB: 64, tried: 4 }),
    'steps, crash with 2.00 s, 1 step, 64 MiB: 3 of 4 decided, 1 not tried',
  );
  assert.equal(retryText({ ...RETRY, round: 2 }), 'round 2 with 2.00 s: 3 of 5 decided');
  assert.equal(retryText({ ...RETRY, timeoutMs: null }), 'timeout with no limit: 3 of 5 decided');
});
