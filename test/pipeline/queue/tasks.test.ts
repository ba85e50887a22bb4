import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'bullmq';
import { CensusCounter } from '../../../src/lab/census.js';
import { PREFIX, resultQueue, workQueue } from '../../../src/pipeline/queue/link.js';
import {
  readResultMessage,
  readWorkMessage,
  toResultMessage,
  toWorkMessage,
} from '../../../src/pipeline/queue/messages.js';
import { until } from '../../support/tests.js';
import { batchOf } from '../../support/packed-batches.js';
import { startRedis, deepRedisTest, redisTest } from '../../support/redis.js';
import {
  clientOf,
  expected,
  leftOf,
  newRun,
  openPool,
  queueOf,
  solveAll,
  startWorker,
  withoutTimes,
  workerCard,
  queueAt,
} from './queue-side.js';

const SIZE = { width: 4, height: 4 };
const TASK = { census: SIZE, task: { group: 0 } };

/** What one of its own counts, as it travels. */
function counted(): unknown {
  return JSON.parse(JSON.stringify(new CensusCounter(SIZE).count(TASK.task)));
}

redisTest('workers do tasks beside puzzles of other runs, and leave nothing behind', async (t) => {
  const redis = await startRedis(t);
  const run = newRun();
  const [census, puzzles] = [await openPool(redis, { run }), await openPool(redis)];
  const answers: unknown[] = [];
  const done = census.doTask(TASK, (answer) => {
    answers.push(answer);
    return Promise.resolve(null);
  });
  const worker = startWorker(redis);
  const found = (await solveAll(puzzles, batchOf(3))).map(withoutTimes);
  assert.deepEqual(found, await expected(batchOf(3)));
  await done;
  assert.deepEqual(answers, [counted()]);
  // On a busy machine what is not begun in time is sent once more.
  await until(() => worker.figures.tasks > 0);
  assert.ok(worker.figures.puzzles >= 3);
  await census.close();
  assert.deepEqual(await leftOf(redis, run), []);
  const asked = census.doTask(TASK, () => Promise.resolve(null));
  await assert.rejects(asked, /the pool is closed/);
});

redisTest('a refused answer goes to others, and who gives three is shut out', async (t) => {
  const { redis, pool } = await queueAt(t);
  const [liar, honest] = [startWorker(redis), startWorker(redis)];
  // Alone at the queue, the liar would end the work.
  await until(() => pool.capacity === 4);
  let isOut = false;
  void liar.shutOut.then(() => (isOut = true));
  const takenFrom = new Set<string>();
  const doOne = (): Promise<void> =>
    pool.doTask(TASK, (_, { id }) => {
      if (id === liar.card.id) return Promise.resolve('it has other pictures');
      takenFrom.add(id);
      return Promise.resolve(null);
    });
  while (!isOut) await Promise.all([doOne(), doOne(), doOne(), doOne()]);
  assert.deepEqual([...takenFrom], [honest.card.id]);
  const notes = pool.notes.join('\n');
  assert.match(notes, /sent an answer that is refused: it has other pictures\./);
  assert.match(
    notes,
    new RegExp(`Worker ${liar.card.id} on .* is shut out: its answers cannot be used`),
  );
});

redisTest('a task that cannot be kept, or is unknown, ends the work with the reason', async (t) => {
  const { redis, pool } = await queueAt(t);
  const worker = startWorker(redis);
  await assert.rejects(
    pool.doTask(TASK, () => Promise.reject(new Error('the disk is full'))),
    /the disk is full/,
  );
  const unknown = pool.doTask({ of: 'another build' }, () => Promise.resolve(null));
  await assert.rejects(unknown, {
    name: 'QueueError',
    message: /workers died that were on this task, or failed, 10 times\./,
  });
  assert.match(worker.notes[0], /^A task of the queue failed here: this build knows no such task$/);
  assert.equal(worker.figures.refused, 5);
});

deepRedisTest('a task goes to another worker if its own is lost', async (t) => {
  const { redis, pool } = await queueAt(t);
  const done = pool.doTask(TASK, (answer) => {
    assert.deepEqual(answer, counted());
    return Promise.resolve(null);
  });
  const client = clientOf(redis);
  let hasTaken = false;
  const lost = new Worker(workQueue(), () => new Promise(() => (hasTaken = true)), {
    connection: client,
    prefix: PREFIX,
    lockDuration: 500,
    skipLockRenewal: true,
    stalledInterval: 200,
  });
  lost.on('error', () => undefined);
  await until(() => hasTaken);
  startWorker(redis);
  await done;
  await lost.close(true);
});

redisTest('puzzles are not answered by what a task found, nor tasks by results', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const answers = queueOf(redis, resultQueue(run));
  const confused = new Worker(
    workQueue(),
    (job) =>
      answers.add('results', toResultMessage({ batch: job.id!, worker: workerCard(), answer: 1 })),
    { connection: { url: redis.url }, prefix: PREFIX },
  );
  confused.on('error', () => undefined);
  redis.users.push(() => confused.close(true));
  await assert.rejects(solveAll(pool, batchOf(2)), /it answers something else/);
});

test('tasks and answers of another build are refused', () => {
  const run = newRun();
  const task: unknown = toWorkMessage({ run, task: TASK });
  assert.deepEqual(readWorkMessage(task), task);
  const answer: unknown = toResultMessage({ batch: 'b', worker: workerCard(), answer: [] });
  assert.deepEqual(readResultMessage(answer), answer);
  const ofAnother = (message: unknown): object => ({ ...(message as object), version: 'x' });
  assert.throws(() => readWorkMessage(ofAnother(task)), /its version is not one/);
  assert.throws(() => readResultMessage(ofAnother(answer)), /its version is not one/);
});
