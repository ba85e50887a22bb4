import type { Pool, PuzzleLimits } from '../../pool/pool.js';
import { packBatch } from '../../puzzle/packed-batch.js';
import { pack } from '../../puzzle/packed.js';
import type { Status } from '../../result/outcome.js';
import type { Store } from '../../store/open/open.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { puzzlesByStatus, type StoredPuzzle } from '../../store/queries/stored-puzzles.js';
import { Dispatcher } from './dispatcher.js';
import { finishWithin } from './finish-within.js';
import type { RunMeter } from '../contract/run-meter.js';
import type { StopRequest } from '../contract/stop-request.js';

/** Puzzles that are fetched from the database at once. */
const PAGE = 256;

/** What a retry is done with. */
export interface RetryWork {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly pool: Pool;
  readonly limits: PuzzleLimits;
  readonly statuses: readonly Status[];
  readonly meter: RunMeter;
  readonly stop: StopRequest;
}

/**
 * Solves puzzles of a run once more, from the database; until all are done or `stop` is
 * requested. They travel alone: what is tried again was too hard for something, mostly.
 */
export async function solveAgain(work: RetryWork): Promise<void> {
  const { store, writer, pool, meter, stop } = work;
  const dispatcher = new Dispatcher<StoredPuzzle>(pool, work.limits, ({ puzzleId }, _, results) => {
    writer.updateResults(results.map((result) => ({ puzzleId, result })));
    meter.noteResults(results);
  });
  const halt = (): void => dispatcher.halt();
  stop.onRequest(halt);
  try {
    for (const page of puzzlesByStatus(store, writer.runId, work.statuses, PAGE)) {
      for (const stored of page) {
        await dispatcher.room();
        if (dispatcher.halted) break;
        const packed = packBatch([pack(stored.puzzle)]);
        dispatcher.add({ origin: stored, first: 0, packed });
      }
      if (dispatcher.halted) break;
    }
    await finishWithin(dispatcher, stop);
  } finally {
    stop.off(halt);
    await dispatcher.close();
  }
}
