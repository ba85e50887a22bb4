import { availableParallelism } from 'node:os';
import { Worker, workerData } from 'node:worker_threads';
import { POSITIONS } from '../../../solver/core/puzzle/positions.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import {
  SHARED_AFTER_MS,
  SharedPuzzle,
  helpWith,
  newOfferBuffer,
  type Offer,
} from './shared-puzzle.js';
import { builtFile } from '../../files/built-file.js';

const HELPER = builtFile('workers/help.js');

/**
 * A solver for a thread that solves one puzzle after the other: if one takes long, threads of its
 * own solve it as well, one in each position, as many as the machine has processors. They begin
 * although this thread is busy, and end with the puzzle.
 */
export function solverWithThreads(afterMs = SHARED_AFTER_MS): Solver {
  const threads = Math.min(availableParallelism(), POSITIONS);
  if (threads === 1) return new Solver();
  const hire = (offer: Offer): void => {
    for (let i = 1; i < threads; i++) {
      // Without their help the puzzle takes as long as it takes.
      try {
        const worker = new Worker(HELPER, { workerData: offer });
        worker.on('error', () => undefined);
        worker.unref();
      } catch {
        return;
      }
    }
  };
  return new Solver(undefined, new SharedPuzzle(newOfferBuffer(), afterMs, hire));
}

/** The inside of such a thread. */
export function serveHelp(): void {
  const { buffer, offer, limits } = workerData as Offer;
  helpWith(buffer, offer, limits, () => false);
}
