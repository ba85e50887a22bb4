import { LocalPool } from '../../pool/local-pool.js';
import type { Pool } from '../../pool/pool.js';
import type { RunRequest } from '../contract/run-request.js';

/** What a pool needs to know in addition to the request. */
export interface PoolNeeds {
  /** Names the run in a queue, by the same 32 hexadecimal digits each time it is resumed. */
  readonly queueKey: () => string;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
}

/** Threads of this machine, or the workers of a queue, with threads of this machine among them. */
export async function makePool(request: RunRequest, needs: PoolNeeds): Promise<Pool> {
  const { threads, memoryMiB, queue } = request;
  if (queue === null) return new LocalPool({ threads, memoryMiB });
  // The queue takes a while to load, which runs without one should not pay.
  const { openQueue } = await import('../../queue/open-queue.js');
  const { toolVersion, onNote } = needs;
  const run = needs.queueKey();
  return openQueue({ ...queue, run, threads, memoryMiB, toolVersion, onNote });
}
