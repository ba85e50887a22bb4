import { LocalPool } from '../pool/local-pool.js';
import { loadWatchOf } from '../request/load-limit.js';
import type { Pool } from '../pool/pool.js';
import { parseQueueAddress } from './link/queue-address.js';
import { QueuePool } from './queue-pool.js';
import { QueueWorker, newWorkerId } from './queue-worker.js';
import { DEFAULT_TIMINGS } from './link/timings.js';

export interface OpenQueueOptions {
  readonly url: string;
  /** As QueuePoolOptions has it, as are the last two. */
  readonly timeoutMs: number;
  readonly run: string;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
  /** How many threads of this machine solve, too. */
  readonly threads: number;
  readonly memoryMiB: number | null;
  /** The load of this machine above which its threads rest; null for none. */
  readonly maxLoad: number | null;
}

/**
 * Opens a queue as a pool; with `threads`, this process is one of its workers, too.
 * @throws QueueError if it cannot be reached or used.
 */
export async function openQueue(options: OpenQueueOptions): Promise<Pool> {
  const { threads, memoryMiB, maxLoad, url, toolVersion, onNote } = options;
  const address = parseQueueAddress(url);
  const timings = DEFAULT_TIMINGS;
  const id = newWorkerId();
  const pool = await QueuePool.open({
    ...options,
    ...{ address, timings },
    ...(threads > 0 && { own: id }),
  });
  if (threads === 0) return pool;
  const own = new LocalPool({ threads, memoryMiB, loadWatch: loadWatchOf(maxLoad) });
  const worker = new QueueWorker({ address, pool: own, threads, toolVersion, timings, onNote, id });
  void worker.shutOut.then((reason) => onNote(`The threads of this machine: ${reason}`));
  const closeQueue = pool.close.bind(pool);
  pool.close = async () => {
    await own.close();
    await worker.leave(0);
    await closeQueue();
  };
  return pool;
}
