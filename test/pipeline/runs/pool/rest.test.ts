import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { LoadWatch } from '../../../../src/pipeline/runs/pool/machine-load.js';
import { LIMITS, batchOf } from '../../../support/packed-batches.js';
import { until } from '../../../support/until.js';

/** Far longer than the puzzle takes, and than its thread may exceed the limit. */
const REST_MS = 1500;

test('a thread rests while others need the machine: the clocks of its puzzle and of the watchdog stop', async (t) => {
  let others = 100;
  const loadWatch = new LoadWatch(1, { running: () => others, memoryMs: 1 });
  const pool = new LocalPool({ threads: 1, memoryMiB: null, graceMs: 200, pollMs: 20, loadWatch });
  t.after(() => pool.close());
  await until(() => pool.health.resting === 1);
  const began = performance.now();
  let isOver = false;
  const solving = pool.solve(batchOf(1), { ...LIMITS, timeoutMs: 500 });
  void solving.then(() => (isOver = true));
  await until(() => performance.now() - began > REST_MS);
  assert.ok(!isOver, 'it is solved although its thread rests');
  others = 0;
  const { results, heldMs } = await solving;
  assert.equal(results[0].status, 'unique');
  // What is left of the whole, however busy the machine is.
  const leftMs = performance.now() - began - REST_MS;
  assert.ok(results[0].solveMs <= leftMs && heldMs <= leftMs, `${heldMs} of ${leftMs} ms`);
  assert.deepEqual([pool.health.resting, pool.health.threadDeaths], [0, 0]);
});

test('a pool whose threads rest is closed at once', async () => {
  const loadWatch = new LoadWatch(1, { running: () => 100, memoryMs: 1 });
  const pool = new LocalPool({ threads: 1, memoryMiB: null, loadWatch });
  await until(() => pool.health.resting === 1);
  const solving = pool.solve(batchOf(1), LIMITS);
  const failed = assert.rejects(solving, /closed/);
  await pool.close();
  await failed;
});
