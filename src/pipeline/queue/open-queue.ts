import { LocalPool } from '../runs/pool/local-pool.js';
import { loadWatchOf } from '../runs/request/load-limit.js';
import type { Pool } from '../runs/pool/pool.js';
import { parseQueueAddress } from './link/queue-address.js';
import { DEFAULT_TIMINGS } from './link/timings.js';
import { QueuePool } from './queue-pool.js';

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
  if (threads === 0) return QueuePool.open({ ...options, address, timings });
  // The client of Redis takes a while to load, and the coordinating thread loads one of its own.
  const { QueueWorker, newWorkerId } = await import('./queue-worker.js');
  const id = newWorkerId();
  const pool = await QueuePool.open({ ...options, address, timings, own: id });
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
