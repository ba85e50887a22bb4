import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PREFIX, resultQueue, workQueue } from '../../src/queue/link/names.js';
import { batchOf } from '../support/packed-batches.js';
import { startRedis } from '../support/redis.js';
import {
  Gated,
  QUICK,
  clientOf,
  closeLocal,
  expected,
  newRun,
  openPool,
  queueOf,
  solveAll,
  startWorker,
  until,
  withoutTimes,
} from './queue-side.js';

after(closeLocal);

test('a batch whose answer waits for a busy coordinator is not sent again', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const run = newRun();
  const pool = await openPool(redis, { run });
  const answers = queueOf(redis, resultQueue(run));
  await answers.pause();
  const worker = startWorker(redis);
  const solving = solveAll(pool, batchOf(9));
  while ((await answers.getWaitingCount()) === 0) await delay(20);
  // Long enough for a coordinator that does not look at what waits to ask often, and to send it again.
  await delay(10 * QUICK.pollMs);
  assert.equal(worker.figures.batches, 1);
  await answers.resume();
  assert.deepEqual((await solving).map(withoutTimes), await expected(batchOf(9)));
  assert.equal(worker.figures.batches, 1);
});

test('a batch that Redis evicted is sent again, whether it waited or was under work', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const run = newRun();
  const pool = await openPool(redis, { run });
  const client = clientOf(redis);
  /** Forgets the batches of the run, but not their names in the lists. */
  const evict = async (): Promise<void> => {
    for (;;) {
      const keys = await client.keys(`${PREFIX}:${workQueue()}:${run}-*`);
      if (keys.length > 0 && (await client.del(keys)) > 0) return;
      await delay(20);
    }
  };
  const waiting = solveAll(pool, batchOf(6));
  await evict();
  const gate = new Gated();
  const holding = startWorker(redis, { pool: gate });
  await until(() => gate.waiting === 1);
  await evict();
  startWorker(redis);
  assert.deepEqual((await waiting).map(withoutTimes), await expected(batchOf(6)));
  gate.release();
  await until(() => holding.figures.underWork === 0);
});

test('the streams of events stay short, whoever opens a queue', async (t) => {
  const redis = await startRedis(t);
  if (redis === null) return;
  const run = newRun();
  const pool = await openPool(redis, { run });
  startWorker(redis);
  await solveAll(pool, batchOf(3));
  await (await openPool(redis)).close();
  const client = clientOf(redis);
  for (const name of [workQueue(), resultQueue(run)]) {
    const most = await client.hget(`${PREFIX}:${name}:meta`, 'opts.maxLenEvents');
    assert.equal(most, '10', name);
  }
});
