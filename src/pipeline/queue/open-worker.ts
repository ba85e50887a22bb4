import { LocalPool } from '../runs/pool/local-pool.js';
import { loadWatchOf } from '../runs/request/load-limit.js';
import { connect, firstAnswer } from './link/connection.js';
import { parseQueueAddress } from './link/queue-address.js';
import { QueueError } from './link/queue-error.js';
import { DEFAULT_TIMINGS } from './link/timings.js';
import type { WorkerCard } from './messages/cards.js';
import { QueueWorker, type WorkerFigures } from './queue-worker.js';

const FIRST_ANSWER_MS = 5000;

/** What a worker is asked to do. */
export interface OpenWorkerOptions {
  readonly url: string;
  readonly threads: number;
  readonly memoryMiB: number | null;
  /** The load of this machine above which they rest; null for none. */
  readonly maxLoad: number | null;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
}

/** This machine as a worker of a queue. */
export interface OpenWorker {
  readonly card: WorkerCard;
  /** Where the queue is, without user and password. */
  readonly shown: string;
  /** What was done until now. */
  figures(): WorkerFigures;
  /** Resolves, if a run shuts this worker out, once it has left the queue. */
  readonly shutOut: Promise<QueueError>;
  /** Leaves the queue: what is under work has `graceMs` to be finished, the rest goes back. */
  leave(graceMs: number): Promise<void>;
}

/**
 * Takes puzzles from a queue and solves them.
 * @throws QueueError if it cannot be reached or used.
 */
export async function openWorker(options: OpenWorkerOptions): Promise<OpenWorker> {
  const { url, threads, memoryMiB, maxLoad, ...rest } = options;
  const address = parseQueueAddress(url);
  const first = connect(address);
  await firstAnswer(first, address, FIRST_ANSWER_MS);
  first.disconnect();
  const pool = new LocalPool({ threads, memoryMiB, loadWatch: loadWatchOf(maxLoad) });
  const worker = new QueueWorker({ ...rest, address, pool, threads, timings: DEFAULT_TIMINGS });
  const { card } = worker;
  const { shown } = address;
  return {
    card,
    shown,
    figures: () => worker.figures,
    shutOut: worker.shutOut.then(
      (reason) =>
        new QueueError('NM_QUEUE_WORKERS', `worker ${card.id} leaves ${shown}: ${reason}`),
    ),
    async leave(graceMs) {
      await worker.leave(graceMs);
      await pool.close();
    },
  };
}
