import { setTimeout as delay } from 'node:timers/promises';
import type { PuzzleResult } from '../result/result.js';
import type { WorkerDeath } from './worker-death.js';
import { NOT_BEGUN } from './protocol.js';

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

/** The watchdog ended a thread because of its memory. */
export function memoryDeath(solveMs: number): WorkerDeath {
  const reason = 'memory ran out while the worker was on this puzzle, and it was ended';
  return { status: 'memory', reason, solveMs };
}

/** The watchdog ended a thread because it did not come back from the puzzle `at`. */
export function stuckDeath(at: number, timeoutMs: number, solveMs: number): WorkerDeath {
  const reason =
    at === NOT_BEGUN
      ? `no thread began the work within ${seconds(solveMs)}`
      : `the worker did not come back ${seconds(solveMs - timeoutMs)} after the time limit and was ended`;
  return { status: 'timeout', reason, solveMs };
}

/** A thread ended by itself. */
export function diedDeath(error: unknown, solveMs: number): WorkerDeath {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { status: 'memory', reason: 'the worker ran out of memory', solveMs };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { status: 'crash', reason: `the worker died: ${what}`, solveMs };
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
