import { setTimeout as delay } from 'node:timers/promises';
import type { PuzzleResult } from '../result/result.js';
import type { WorkerDeath } from './worker-death.js';

/** How long it may take until a thread's memory is given back; less than the watchdog waits. */
const MEMORY_BACK_MS = 600;

/** Far more than a thread holds that solves ordinary puzzles. */
const MUCH_MEMORY = 128 * 2 ** 20;

/** The outcome of one attempt at a batch. */
export type Attempt =
  | {
      readonly kind: 'solved';
      readonly results: readonly PuzzleResult[];
      readonly heldMs: number;
      /** The machine slept meanwhile, so that no deadline counts. */
      readonly doubtful: boolean;
    }
  | {
      readonly kind: 'died';
      readonly death: WorkerDeath;
      /** The index of the puzzle under work, or NOT_BEGUN or ALL_SOLVED. */
      readonly at: number;
      /**
       * Something else may be to blame: the machine slept, or memory ran out and the end of this
       * thread did not free any.
       */
      readonly doubtful: boolean;
    }
  /** No result: it was taken back, or its thread died because of another batch. */
  | { readonly kind: 'untouched' };

export const UNTOUCHED: Attempt = { kind: 'untouched' };

/** Whether the end of a thread frees much memory: then its puzzle had taken it. */
export async function memoryComesBack(): Promise<boolean> {
  const before = process.memoryUsage.rss();
  await delay(MEMORY_BACK_MS);
  return before - process.memoryUsage.rss() > MUCH_MEMORY;
}
