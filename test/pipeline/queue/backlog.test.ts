// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { SentBatches } from '../../../src/pipeline/queue/coordinator.js';
import { QueueHealth, PREFIX, resultQueue, workQueue } from '../../../src/pipeline/queue/link.js';
import { LIMITS, batchOf } from '../../support/packed-batches.js';
import { startRedis, deepRedisTest as deepTest, redisTest as test } from '../../support/redis.js';
import {
  Gated,
  QUICK,
  clientOf,
  expected,
  newRun,
  openPool,
  queueOf,
  solveAll,
  startWorker,
  withoutTimes,
  queueAt,
} from './queue-side.js';
import { until } from '../../support/tests.js';

deepTest('a batch whose answer waits for a busy coordinator is not sent again', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const answers = queueOf(redis, resultQueue(run));
  await answers.pause();
  // On a busy machine a worker may lose a short lock, and its batch goes round again: not what is
  // looked at here.
  const worker = startWorker(redis, { timings: { ...QUICK, lockMs: 60_000 } });
  const solving = solveAll(pool, batchOf(9));
  await until(async () => (await answers.getWaitingCount()) > 0);
  // Long enough for a coordinator that does not look at what waits to ask often, and to send it
  // again.
  await delay(10 * QUICK.pollMs);
  assert.equal(worker.figures.batches, 1);
  await answers.resume();
  assert.deepEqual((await solving).map(withoutTimes), await expected(batchOf(9)));
  assert.equal(worker.figures.batches, 1);
});

test('a coordinator that asks again before a slow queue has answered has asked once', async (t) => {
  const redis = await startRedis(t);
  const client = clientOf(redis);
  const unexpected = (what: unknown): never => assert.fail(String(what));
  const health = new QueueHealth(client, {
    timeoutMs: 60_000,
    silentMs: 60_000,
    onNote: () => undefined,
    onLost: unexpected,
  });
  const sent = new SentBatches(client, {
    run: newRun(),
    pollMs: 0,
    strays: () => 0,
    health,
    onFailure: unexpected,
  });
  redis.users.push(() => sent.close());
  t.after(() => health.close());
  const batches = (): Promise<string[]> => client.keys(`${PREFIX}:${workQueue()}:*-0`);
  const start = { id: '', sentAt: 0, missing: 0, strays: 0, lost: 0, attempts: 0 };
  const limits = { ...LIMITS, sliceMs: 0 };
  sent.send({ ...start, batch: batchOf(1), limits, resolve: unexpected, reject: () => undefined });
  await until(async () => (await batches()).length > 0);
  await client.del(await batches());
  const ask = (): Promise<void> => sent.ask(() => Promise.resolve(true));
  await Promise.all([ask(), ask()]);
  await delay(50);
  assert.deepEqual(await batches(), [], 'its answer may just be on its way');
  await ask();
  await until(async () => (await batches()).length > 0);
});

deepTest(
  'a batch that Redis evicted is sent again, whether it waited or was under work',
  async (t) => {
    const { redis, run, pool } = await queueAt(t);
    const client = clientOf(redis);
    /** Forgets the batches of the run, but not their names in the lists. */
    const evict = (): Promise<void> =>
      until(async () => {
        const keys = await client.keys(`${PREFIX}:${workQueue()}:${run}-*`);
        return keys.length > 0 && (await client.del(keys)) > 0;
      });
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
  },
);

deepTest('the streams of events stay short, whoever opens a queue', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  startWorker(redis);
  await solveAll(pool, batchOf(3));
  await (await openPool(redis)).close();
  const client = clientOf(redis);
  for (const name of [workQueue(), resultQueue(run)]) {
    const most = await client.hget(`${PREFIX}:${name}:meta`, 'opts.maxLenEvents');
    assert.equal(most, '10', name);
  }
});
