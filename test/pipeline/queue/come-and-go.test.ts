// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'bullmq';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import { packResults } from '../../../src/pipeline/runs/pool/pool.js';
import {
  PREFIX,
  resultQueue,
  workQueue,
  parseQueueAddress,
  DEFAULT_TIMINGS,
} from '../../../src/pipeline/queue/link.js';
import {
  puzzleNames,
  toResultMessage,
  readWorkMessage,
} from '../../../src/pipeline/queue/messages.js';
import { Cuttable } from '../../support/cuttable.js';
import { LIMITS, batchOf } from '../../support/packed-batches.js';
import { startRedis, deepRedisTest as deepTest, redisTest as test } from '../../support/redis.js';
import {
  Gated,
  QUICK,
  expected,
  leftOf,
  openPool,
  queueOf,
  solveAll,
  startWorker,
  workerCard,
  withoutTimes,
  queueAt,
} from './queue-side.js';
import { until, eachOf } from '../../support/tests.js';

const WORKER = fileURLToPath(new URL('../../fixtures/mortal-worker.js', import.meta.url));

deepTest(
  'a worker that joins late does the rest beside a slow one, and neither waits for the other',
  async (t) => {
    const redis = await startRedis(t);
    // The slow one keeps the lock of what it has, however busy this machine is.
    const timings = { ...QUICK, lockMs: DEFAULT_TIMINGS.lockMs };
    const pool = await openPool(redis, { timings });
    const gate = new Gated();
    const slow = startWorker(redis, { pool: gate, timings });
    const sizes = Array.from({ length: 12 }, (_, i) => 5 + i);
    let done = 0;
    const solving = sizes.map(async (size) => {
      const results = await solveAll(pool, batchOf(size));
      done++;
      return results.map(withoutTimes);
    });
    await until(() => gate.waiting === 1);
    startWorker(redis, { timings });
    await until(() => done === sizes.length - 1);
    assert.equal(slow.figures.batches, 0);
    gate.release();
    for (const [i, results] of (await Promise.all(solving)).entries()) {
      assert.deepEqual(results, await expected(batchOf(sizes[i])));
    }
    assert.equal(slow.figures.batches, 1);
  },
);

deepTest(
  'a worker that is cut off loses its batch, hands it in late without harm, and rejoins',
  async (t) => {
    const { redis, pool } = await queueAt(t);
    const cable = await Cuttable.to(redis.port);
    redis.users.push(() => {
      cable.close();
      return Promise.resolve();
    });
    const address = parseQueueAddress(`redis://127.0.0.1:${cable.port}`);
    const gate = new Gated();
    const cutOff = startWorker(redis, { pool: gate, address });
    const solving = solveAll(pool, batchOf(9));
    await until(() => gate.waiting === 1);
    cable.setCut(true);
    const other = startWorker(redis);
    assert.deepEqual((await solving).map(withoutTimes), await expected(batchOf(9)));
    gate.release();
    cable.setCut(false);
    await until(() => cutOff.figures.batches >= 1);
    await other.leave(1000);
    const again = await solveAll(pool, batchOf(20));
    assert.deepEqual(again.map(withoutTimes), await expected(batchOf(20)));
    assert.equal(
      pool.members.reduce((sum, { puzzles }) => sum + puzzles, 0),
      29,
      'late results were counted',
    );
  },
);

deepTest('a suspended worker delays nobody, and goes on once it is woken', async (t) => {
  const { redis, pool } = await queueAt(t);
  const child = spawn(process.execPath, [WORKER, redis.url, JSON.stringify(QUICK)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  redis.users.push(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await until(() => pool.members.length === 1);
  child.kill('SIGSTOP');
  const other = startWorker(redis);
  const meanwhile = await Promise.all([solveAll(pool, batchOf(7)), solveAll(pool, batchOf(8))]);
  assert.deepEqual(eachOf(meanwhile, 'length'), [7, 8]);
  child.kill('SIGCONT');
  await other.leave(1000);
  const rest = await solveAll(pool, batchOf(11));
  assert.deepEqual(rest.map(withoutTimes), await expected(batchOf(11)));
});

deepTest('results that come twice, or once their batch is done, change nothing', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const answers = queueOf(redis, resultQueue(run));
  const honest = new LocalPool({ threads: 1, memoryMiB: null });
  const sent: unknown[] = [];
  const card = workerCard();
  const repeating = new Worker(
    workQueue(),
    async (job) => {
      const work = readWorkMessage(job.data);
      assert.ok('batch' in work);
      const { batch, limits } = work;
      const { results, heldMs } = await honest.solve(batch, limits);
      const puzzles = puzzleNames(batch, '', results.length);
      const parts = [packResults(results)];
      const answer = { batch: job.id ?? '', worker: card, heldMs, parts, puzzles };
      const message = toResultMessage(answer);
      for (let i = 0; i < 2; i++) await answers.add('results', message, { removeOnComplete: true });
      sent.push(message);
    },
    { connection: { url: redis.url }, prefix: PREFIX },
  );
  repeating.on('error', () => undefined);
  redis.users.push(async () => {
    await repeating.close(true);
    await honest.close();
  });
  for (const size of [6, 7, 8]) {
    const results = await solveAll(pool, batchOf(size));
    assert.deepEqual(results.map(withoutTimes), await expected(batchOf(size)));
    for (const message of sent) await answers.add('results', message, { removeOnComplete: true });
  }
  await until(async () => (await answers.getJobCountByTypes('wait', 'active')) === 0);
  assert.doesNotMatch(pool.notes.join('\n'), /refused/);
});

test('a run that ends while its batches wait leaves nothing in Redis', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const gate = new Gated();
  const worker = startWorker(redis, { pool: gate });
  const solving = [5, 6, 7].map((size) => pool.solve(batchOf(size), LIMITS));
  const ended = Promise.allSettled(solving);
  await until(() => gate.waiting === 1);
  await pool.close();
  assert.ok((await ended).every(({ status }) => status === 'rejected'));
  // What was under work is thrown away by its worker.
  gate.release();
  await until(() => worker.figures.underWork === 0);
  await until(async () => (await leftOf(redis, run)).length === 0);
});
