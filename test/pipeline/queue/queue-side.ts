import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import type { BatchLimits, Pool, SolvedBatch } from '../../../src/pipeline/runs/pool/pool.js';
import {
  PREFIX,
  workQueue,
  parseQueueAddress,
  type QueueTimings,
} from '../../../src/pipeline/queue/link.js';
import {
  batchCount,
  cutBatch,
  type PackedBatch,
} from '../../../src/solver/core/puzzle/packed-batch.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { depth, until } from '../../support/tests.js';
import { LIMITS } from '../../support/packed-batches.js';
import { PoolHere } from '../../support/runs/solve-here.js';
import { QueuePool } from '../../../src/pipeline/queue/queue-pool.js';
import { QueueWorker } from '../../../src/pipeline/queue/queue-worker.js';
import { solverVersion } from '../../../src/pipeline/files/program.js';
import type { WorkerCard } from '../../../src/pipeline/queue/messages.js';
import { startRedis, type TestRedis } from '../../support/redis.js';

type QueueWorkerOptions = ConstructorParameters<typeof QueueWorker>[0];

type QueuePoolOptions = Parameters<typeof QueuePool.open>[0];

/** As quick as a busy machine allows. */
export const QUICK: QueueTimings = {
  lockMs: 900,
  stalledMs: 200,
  pollMs: 200,
  presenceMs: 300,
  absentMs: 2000,
  forgottenMs: 60_000,
  silentMs: 700,
};

/** The name of a run. */
export function newRun(): string {
  return randomBytes(16).toString('hex');
}

/** A coordinator's end of a queue, closed after the test. */
export async function openPool(
  redis: TestRedis,
  changes: Partial<QueuePoolOptions> = {},
): Promise<QueuePool & { notes: string[] }> {
  const notes: string[] = [];
  const pool = await QueuePool.open({
    address: parseQueueAddress(redis.url),
    run: newRun(),
    toolVersion: 'test',
    timeoutMs: 60_000,
    timings: QUICK,
    onNote: (message) => notes.push(message),
    ...changes,
  });
  redis.users.push(() => pool.close());
  return Object.assign(pool, { notes });
}

/**
 * A worker of this process, which solves in it (with `npm run test:deep` on a thread) unless it is
 * given a pool.
 */
export function startWorker(
  redis: TestRedis,
  changes: Partial<QueueWorkerOptions> = {},
): QueueWorker & { notes: string[] } {
  const notes: string[] = [];
  const pool = changes.pool ?? onePool();
  const worker = new QueueWorker({
    address: parseQueueAddress(redis.url),
    threads: 1,
    toolVersion: 'test',
    timings: QUICK,
    onNote: (message) => notes.push(message),
    ...changes,
    pool,
  });
  redis.users.push(async () => {
    await worker.leave(1000);
    await pool.close();
  });
  return Object.assign(worker, { notes });
}

/** Solves a whole batch as a run does: what does not come back is sent again. */
export async function solveAll(pool: Pool, batch: PackedBatch): Promise<PuzzleResult[]> {
  const results: PuzzleResult[] = [];
  while (results.length < batchCount(batch)) {
    const [rest] = cutBatch(batch, results.length, batchCount(batch));
    const solved: SolvedBatch = await pool.solve(rest, LIMITS);
    if (solved.results.length === 0) throw new Error('a batch came back without a result');
    results.push(...solved.results);
    solved.onCommitted?.();
  }
  return results;
}

const onePool = depth<() => Pool>(
  () => new PoolHere(),
  () => new LocalPool({ threads: 1, memoryMiB: null }),
);

/** What a pool of this process finds, without times. */
export async function expected(batch: PackedBatch): Promise<unknown[]> {
  return (await solveAll(new PoolHere(), batch)).map(withoutTimes);
}

/** What a worker that does not exist says about itself. */
export function workerCard(): WorkerCard {
  const id = '0'.repeat(16);
  const versions = { version: 'test', solver: solverVersion(), node: process.version };
  return { id, host: 'nowhere', cpu: 'none', threads: 1, ...versions };
}

/** A result without when it was found, and how long that took. */
export function withoutTimes(result: PuzzleResult): unknown {
  return { ...result, solveMs: 0, finishedAt: 0 };
}

/** A Redis of a test, and a run's end of the queue there. */
export async function queueAt(t: TestContext) {
  const [redis, run] = [await startRedis(t), newRun()];
  return { redis, run, pool: await openPool(redis, { run }) };
}

/** Waits until batches of a run wait in Redis for a worker. */
export async function sent(redis: TestRedis, run: string): Promise<void> {
  const work = queueOf(redis, workQueue());
  await until(async () => (await work.getRanges(['wait'])).some((id) => id.startsWith(run)));
}

/** The keys in Redis that hold anything of a run. */
export async function leftOf(redis: TestRedis, run: string): Promise<string[]> {
  const client = new Redis(redis.url);
  const keys = (await client.keys(`${PREFIX}:*`)).filter((key) => key.includes(run));
  const work = new Queue(workQueue(), { connection: client, prefix: PREFIX });
  const ids = await work.getRanges(['wait', 'active', 'failed', 'delayed', 'completed']);
  await work.close();
  client.disconnect();
  return [...keys, ...ids.filter((id) => id.startsWith(run))];
}

/** A pool that begins nothing until it is opened, and says how many batches wait before it. */
export class Gated implements Pool {
  readonly capacity = 1;
  readonly patience = 1;
  waiting = 0;
  private readonly own = onePool();
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  async solve(batch: PackedBatch, limits: BatchLimits): Promise<SolvedBatch> {
    this.waiting++;
    await this.opened;
    this.waiting--;
    return this.own.solve(batch, limits);
  }

  release(): void {
    this.open();
  }

  close(): Promise<void> {
    return this.own.close();
  }
}

/** A connection to Redis, closed after the test. */
export function clientOf(redis: TestRedis): Redis {
  const client = new Redis(redis.url, { maxRetriesPerRequest: null });
  redis.users.push(() => {
    client.disconnect();
    return Promise.resolve();
  });
  return client;
}

/** A queue as BullMQ has it, closed after the test. */
export function queueOf(redis: TestRedis, name: string): Queue {
  const queue = new Queue(name, { connection: clientOf(redis), prefix: PREFIX });
  queue.on('error', () => undefined);
  redis.users.push(() => queue.close());
  return queue;
}
