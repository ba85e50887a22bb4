// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import {
  batchToText,
  CardRegistry,
  puzzleNames,
  toResultMessage,
  readWorkMessage,
} from '../../../src/pipeline/queue/messages.js';
import {
  PREFIX,
  resultQueue,
  workQueue,
  QueueError,
  parseQueueAddress,
  DEFAULT_TIMINGS,
  QueueHealth,
} from '../../../src/pipeline/queue/link.js';
import { solverVersion } from '../../../src/pipeline/files/program.js';
import { QueueWorker } from '../../../src/pipeline/queue/queue-worker.js';
import {
  startRedis,
  type TestRedis,
  deepRedisTest as test,
  redisTest,
} from '../../support/redis.js';
import { LIMITS, batchOf } from '../../support/packed-batches.js';
import { solvedBatch, packResults } from '../../../src/pipeline/runs/pool/pool.js';
import { PoolHere } from '../../support/runs/solve-here.js';
import {
  Gated,
  QUICK,
  clientOf,
  expected,
  leftOf,
  newRun,
  openPool,
  queueOf,
  sent,
  solveAll,
  startWorker,
  withoutTimes,
  queueAt,
  workerCard,
} from './queue-side.js';
import { assertEach, ONLY_DEEP, until, eachOf } from '../../support/tests.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { once } from 'node:events';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import { Cuttable } from '../../support/cuttable.js';
import { SentBatches } from '../../../src/pipeline/queue/coordinator.js';

const MORTAL = fileURLToPath(new URL('../../fixtures/mortal-worker.js', import.meta.url));

const KILLED = fileURLToPath(new URL('../../fixtures/coordinator-to-kill.js', import.meta.url));

/** Keeps a worker going that dies of some puzzles. */
function mortalWorker(redis: TestRedis): { deaths: () => number } {
  let deaths = 0;
  let over = false;
  let child = begin();
  function begin(): ReturnType<typeof spawn> {
    const started = spawn(process.execPath, [MORTAL, redis.url, JSON.stringify(QUICK)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.on('exit', () => {
      if (over) return;
      deaths++;
      child = begin();
    });
    return started;
  }
  redis.users.push(() => {
    over = true;
    child.kill('SIGKILL');
    return Promise.resolve();
  });
  return { deaths: () => deaths };
}

redisTest('workers at a queue find what threads here find, and say who they are', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  startWorker(redis);
  startWorker(redis);
  const batches = Array.from({ length: 20 }, (_, i) => batchOf(10 + i));
  const found = await Promise.all(batches.map((batch) => solveAll(pool, batch)));
  for (const [i, results] of found.entries()) {
    assert.deepEqual(results.map(withoutTimes), await expected(batches[i]));
  }
  const puzzles = pool.members.reduce((sum, member) => sum + member.puzzles, 0);
  assert.equal(puzzles, found.flat().length);
  assert.equal(pool.members.length, 2);
  await pool.close();
  assert.deepEqual(await leftOf(redis, run), []);
});

test('a batch whose workers die is cut until the puzzle is left that kills them', async (t) => {
  const { redis, pool } = await queueAt(t);
  const worker = mortalWorker(redis);
  const results = await solveAll(pool, batchOf(5, [2]));
  assertEach(results, ({ status }) => status === 'crash', [false, false, true, false, false]);
  assert.match(results[2].error ?? '', /the workers died that were on this puzzle, 2 times/);
  t.diagnostic(`${worker.deaths()} workers died`);
});

test('batches that Redis forgets are sent again', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const solving = solveAll(pool, batchOf(12));
  await sent(redis, run);
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  startWorker(redis);
  assert.equal((await solving).length, 12);
});

test('a restart of Redis, with its data or without, delays a batch and loses none', async (t) => {
  const { redis, pool } = await queueAt(t);
  startWorker(redis);
  for (const restart of ['with its data', 'without']) {
    const solving = Promise.all(
      Array.from({ length: 10 }, (_, i) => solveAll(pool, batchOf(10 + i))),
    );
    await delay(20);
    if (restart === 'without') await redis.restartEmpty();
    else {
      await redis.stop();
      await redis.start();
    }
    assert.equal((await solving).flat().length, 145);
  }
});

test('a run waits for a queue that is silent for a while, and ends if it is silent for too long', async (t) => {
  const redis = await startRedis(t);
  const pool = await openPool(redis, { timeoutMs: 3000 });
  startWorker(redis);
  await solveAll(pool, batchOf(3));
  redis.suspend();
  const solving = solveAll(pool, batchOf(4));
  await until(() => pool.notes.some((note) => note.includes('does not answer: waiting')));
  redis.wake();
  assert.equal((await solving).length, 4);
  assert.match(pool.notes.join(), /does not answer: waiting.*answers again/);
  await redis.stop();
  await assert.rejects(solveAll(pool, batchOf(2)), {
    name: 'QueueError',
    message: /has not answered for 3\.00 s.*--resume/,
  });
});

test('a run waits for a queue that is full, and loses nothing by it', async (t) => {
  const redis = await startRedis(t);
  const client = clientOf(redis);
  const setMemory = (bytes: number): Promise<unknown> => client.config('SET', 'maxmemory', bytes);
  await setMemory(1);
  const pool = await openPool(redis);
  const gate = new Gated();
  startWorker(redis, { pool: gate });
  const solving = solveAll(pool, batchOf(6));
  await until(() => pool.notes.includes(FULL));
  await setMemory(0);
  // Now the results find no room.
  await until(() => gate.waiting === 1);
  await setMemory(1);
  gate.release();
  await until(() => pool.notes.filter((note) => note === FULL).length === 2);
  await delay(500);
  await setMemory(0);
  assert.deepEqual((await solving).map(withoutTimes), await expected(batchOf(6)));
  await until(() => pool.notes.at(-1) === 'The queue has room again.');
});

const FULL = 'The queue is full (the maxmemory of Redis): waiting for room.';

test('a run ends with a sentence if the queue is full for too long', async (t) => {
  const redis = await startRedis(t);
  const client = clientOf(redis);
  const pool = await openPool(redis, { timeoutMs: 3000 });
  startWorker(redis);
  await solveAll(pool, batchOf(3));
  await client.config('SET', 'maxmemory', 1);
  await assert.rejects(solveAll(pool, batchOf(2)), {
    name: 'QueueError',
    message: /has had no room \(maxmemory of Redis\) for 3\.00 s.*--resume/,
  });
});

/** A worker that tells lies. */
function startLiar(redis: TestRedis, lies: readonly Lie[]): ReturnType<typeof startWorker> {
  const honest = new PoolHere();
  let told = 0;
  return startWorker(redis, {
    pool: {
      capacity: 1,
      patience: 1,
      close: () => honest.close(),
      async solve(batch, limits) {
        const { results, heldMs } = await honest.solve(batch, limits);
        return solvedBatch(lies[told++ % lies.length](results), heldMs);
      },
    },
  });
}

for (const [i, lie] of ['wrong pictures', 'too many', 'no time', 'nothing'].entries()) {
  const skip = i > 0 && ONLY_DEEP;
  redisTest(`a worker that answers ${lie} is shut out; the others go on`, { skip }, async (t) => {
    const { redis, pool } = await queueAt(t);
    const liar = startLiar(redis, [LIES[i]]);
    // The honest one begins once the liar is known, so that it cannot be done before.
    const gate = new Gated();
    startWorker(redis, { pool: gate });
    // Alone at the queue, the liar would end the run.
    await until(() => pool.capacity === 4);
    const solving = Promise.all([6, 7, 8, 9, 10, 11].map((size) => solveAll(pool, batchOf(size))));
    const reason = await liar.shutOut;
    assert.match(reason, /the run on \S+ shuts it out: its answers cannot be used \(/);
    gate.release();
    for (const [at, results] of (await solving).entries()) {
      assert.deepEqual(results.map(withoutTimes), await expected(batchOf(6 + at)));
    }
    const named = `Worker ${liar.card.id} on ${liar.card.host} is shut out: its answers cannot`;
    const found = pool.notes.filter((note) => note.startsWith(named)).length;
    assert.equal(found, 1, pool.notes.join());
    // Only the threads of the other one count, once the pool has looked again.
    await until(() => pool.capacity === 3);
  });
}

redisTest('a run whose only worker is shut out ends with the reason', async (t) => {
  const { redis, pool } = await queueAt(t);
  const liar = startLiar(redis, LIES);
  await assert.rejects(solveAll(pool, batchOf(6)), (error) => {
    assert.ok(error instanceof QueueError);
    assert.match(error.message, /^Worker \S+ on \S+ is shut out: .*No other worker.*--resume\.$/);
    assert.ok(error.message.includes(liar.card.id));
    return true;
  });
  await liar.shutOut;
});

test('a run whose own threads are still on their way to the queue outlives a worker that is shut out', async (t) => {
  const redis = await startRedis(t);
  const own = QueueWorker.newId();
  const pool = await openPool(redis, { own });
  const liar = startLiar(redis, LIES);
  const solving = solveAll(pool, batchOf(6));
  await liar.shutOut;
  startWorker(redis, { id: own });
  assert.deepEqual((await solving).map(withoutTimes), await expected(batchOf(6)));
});

test('a run ends if messages come that do not say what they answer, and no answers', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const answers = queueOf(redis, resultQueue(run));
  const broken = new Worker(workQueue(), () => answers.add('x', { version: 2, results: '' }), {
    connection: { url: redis.url },
    prefix: PREFIX,
    removeOnComplete: { count: 0 },
  });
  broken.on('error', () => undefined);
  redis.users.push(() => broken.close(true));
  await assert.rejects(pool.solve(batchOf(3), { ...LIMITS, sliceMs: 0 }), {
    name: 'QueueError',
    message: /brings messages that cannot be read, and no answers/,
  });
});

redisTest('a puzzle on which a good worker answers nonsense says so in its result', async (t) => {
  const { redis, pool } = await queueAt(t);
  let lies = 0;
  const mostly: Lie = (results) =>
    results.length === 1 && lies++ > 0 ? LIES[2](results) : results;
  startLiar(redis, [mostly]);
  await solveAll(pool, batchOf(1));
  const [{ status, error }] = await solveAll(pool, batchOf(1));
  assert.equal(status, 'crash');
  const wanted = /workers answered nonsense \(it is broken: result 0: its solveMs.*\), 2 times/;
  assert.match(error ?? '', wanted);
});

type Lie = (results: readonly PuzzleResult[]) => readonly PuzzleResult[];

const LIES: readonly Lie[] = [
  (results) =>
    results.map((result) => ({
      ...result,
      solution: result.solution?.replace(/[#.]/, '#') ?? '#',
    })),
  (results) => [...results, ...results],
  (results) => results.map((result) => ({ ...result, solveMs: -1 })),
  () => [],
];

test('garbage in the queues harms neither side', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  const worker = startWorker(redis);
  const client = new Redis(redis.url);
  const garbage = [
    null,
    1,
    'x',
    [],
    {},
    { version: solverVersion() },
    { version: solverVersion(), run, batch: '####', limits: {} },
  ];
  for (const name of [workQueue(), resultQueue(run)]) {
    const queue = new Queue(name, { connection: client, prefix: PREFIX });
    for (const data of garbage) await queue.add('x', data);
    await queue.close();
  }
  client.disconnect();
  assert.equal((await solveAll(pool, batchOf(30))).length, 30);
  await until(() => worker.figures.refused >= garbage.length);
  assert.match(worker.notes.join('\n'), /is not a batch, and is ignored/);
  assert.match(pool.notes.join('\n'), /The queue brought a message that is refused/);
});

function said({ notes }: { readonly notes: readonly string[] }): string {
  return notes.join('\n');
}

redisTest('a worker of another build is refused, and both sides say so', async (t) => {
  const redis = await startRedis(t);
  const client = new Redis(redis.url);
  redis.users.push(async () => {
    await client.quit();
  });
  const strange = { host: 'elsewhere', version: '9.9.9', solver: '0123456789abcdef' };
  const id = 'f'.repeat(16);
  const card = { id, cpu: 'x', threads: 64, node: 'v24', ...strange };
  const run = newRun();
  const pool = await openPool(redis);
  const worker = startWorker(redis);
  const refusesRun = /A run on elsewhere is of nonomill 9\.9\.9 \(solver 0123456789abcdef\)/;
  const refusesWorker = /A worker on elsewhere is of nonomill 9\.9\.9.*gets no puzzles/;
  // Both show up again and again, as they would: on a busy machine once is forgotten before anybody
  // looks.
  for (let tries = 0; !refusesRun.test(said(worker)) || !refusesWorker.test(said(pool)); tries++) {
    assert.ok(tries < 3000, `the worker said "${said(worker)}", the pool "${said(pool)}"`);
    await CardRegistry.workers(client).announce(id, card);
    await CardRegistry.runs(client).announce(run, { run, ...strange });
    await delay(20);
  }
  assert.ok(pool.capacity < 64);
});

test('a coordinator that comes back takes over what was found meanwhile', async (t) => {
  const redis = await startRedis(t);
  const run = newRun();
  const batch = batchOf(8);
  const words = [KILLED, redis.url, run, JSON.stringify(QUICK), batchToText(batch)];
  const first = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await sent(redis, run);
  first.kill('SIGKILL');
  const worker = startWorker(redis);
  await until(() => worker.figures.batches > 0);
  await worker.leave(1000);
  // Nobody solves now: what comes was found before.
  const second = await openPool(redis, { run });
  const { results, by } = await second.solve(batch, LIMITS);
  assert.deepEqual(results.map(withoutTimes), (await expected(batch)).slice(0, results.length));
  assert.equal(by?.id, worker.card.id);
  assert.equal(by?.host, worker.card.host);
});

test('two runs share the workers, and each gets its own results', async (t) => {
  const redis = await startRedis(t);
  const one = await openPool(redis);
  const other = await openPool(redis);
  startWorker(redis);
  const [a, b] = await Promise.all([solveAll(one, batchOf(40)), solveAll(other, batchOf(25))]);
  assert.deepEqual(a.map(withoutTimes), await expected(batchOf(40)));
  assert.deepEqual(b.map(withoutTimes), await expected(batchOf(25)));
});

redisTest('a worker that leaves returns what it cannot finish', async (t) => {
  const { redis, pool } = await queueAt(t);
  let taken = 0;
  const stuck = startWorker(redis, {
    pool: {
      capacity: 1,
      patience: 1,
      close: () => Promise.resolve(),
      solve: () => {
        taken++;
        return new Promise(() => undefined);
      },
    },
  });
  const solving = solveAll(pool, batchOf(5));
  await until(() => taken > 0);
  const began = performance.now();
  await stuck.leave(100);
  startWorker(redis);
  assert.equal((await solving).length, 5);
  t.diagnostic(`done ${Math.round(performance.now() - began)} ms after it left`);
});

test('the next run removes what a killed run left in Redis, once that has not been seen for long', async (t) => {
  const redis = await startRedis(t);
  const left = newRun();
  const words = [KILLED, redis.url, left, JSON.stringify(QUICK), batchToText(batchOf(8))];
  const first = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await sent(redis, left);
  first.kill('SIGKILL');
  const worker = startWorker(redis);
  await until(() => worker.figures.batches > 0);
  const early = await openPool(redis);
  assert.notDeepEqual(await leftOf(redis, left), [], 'too early');
  await early.close();
  await openPool(redis, { timings: { ...QUICK, forgottenMs: 100 } });
  assert.deepEqual(await leftOf(redis, left), []);
});

test('a result is acknowledged only after its commit', async (t) => {
  const { redis, run, pool } = await queueAt(t);
  startWorker(redis);
  const { results, onCommitted: kept } = await pool.solve(batchOf(3), LIMITS);
  assert.ok(results.length > 0);
  const client = new Redis(redis.url);
  const answers = new Queue(resultQueue(run), { connection: client, prefix: PREFIX });
  redis.users.push(async () => {
    await answers.close();
    client.disconnect();
  });
  await delay(QUICK.lockMs);
  // On a busy machine it may have lost its lock meanwhile, and wait again.
  assert.equal(await answers.getJobCountByTypes('active', 'waiting'), 1);
  // Then it comes once more.
  const [{ name, data }] = await answers.getJobs(['active', 'waiting']);
  await answers.add(name, data as object);
  await delay(QUICK.lockMs);
  assert.equal(await answers.getJobCountByTypes('active', 'waiting'), 2);
  kept?.();
  await until(async () => (await answers.getJobCountByTypes('active', 'waiting')) === 0);
  assert.equal(await answers.getCompletedCount(), 0);
});

test('a worker that joins late does the rest beside a slow one, and neither waits for the other', async (t) => {
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
});

test('a worker that is cut off loses its batch, hands it in late without harm, and rejoins', async (t) => {
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
  const found = pool.members.reduce((sum, { puzzles }) => sum + puzzles, 0);
  assert.equal(found, 29, 'late results were counted');
});

test('a suspended worker delays nobody, and goes on once it is woken', async (t) => {
  const { redis, pool } = await queueAt(t);
  const child = spawn(process.execPath, [MORTAL, redis.url, JSON.stringify(QUICK)], {
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

test('results that come twice, or once their batch is done, change nothing', async (t) => {
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

redisTest('a run that ends while its batches wait leaves nothing in Redis', async (t) => {
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

test('a batch whose answer waits for a busy coordinator is not sent again', async (t) => {
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

redisTest('a coordinator that asks again before a slow queue answers asks once', async (t) => {
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

test('a batch that Redis evicted is sent again, whether it waited or was under work', async (t) => {
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
});

test('the streams of events stay short, whoever opens a queue', async (t) => {
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
