import { randomBytes } from 'node:crypto';
import { LocalPool } from '../../../src/pool/local-pool.js';
import type { Pool } from '../../../src/pool/pool.js';
import { parseQueueAddress } from '../../../src/pool/queue/link/queue-address.js';
import { QueuePool, type QueuePoolOptions } from '../../../src/pool/queue/queue-pool.js';
import { QueueWorker, type QueueWorkerOptions } from '../../../src/pool/queue/queue-worker.js';
import type { QueueTimings } from '../../../src/pool/queue/link/timings.js';
import type { TestRedis } from '../../support/redis.js';

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

/** A worker of this process, with a thread of its own unless it is given a pool. */
export function startWorker(
  redis: TestRedis,
  changes: Partial<QueueWorkerOptions> = {},
): QueueWorker & { notes: string[] } {
  const notes: string[] = [];
  const pool: Pool = changes.pool ?? new LocalPool({ threads: 1, memoryMiB: null });
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
