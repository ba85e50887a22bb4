import { resultWith, type PuzzleResult } from '../../../solver/core/result/result.js';
import { NOT_BEGUN } from './protocol.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** How a puzzle ended the thread that worked on it. */
export interface ThreadDeath {
  readonly status: 'timeout' | 'memory' | 'crash';
  /** In words, for the result's `error`. */
  readonly reason: string;
  /** How long the thread was seen on the puzzle. */
  readonly solveMs: number;
}

/** The watchdog ended the thread because of its memory. */
export function memoryDeath(solveMs: number): ThreadDeath {
  const reason = 'memory ran out while the thread was on this puzzle, and it was ended';
  return { status: 'memory', reason, solveMs };
}

/** The watchdog ended the thread because it did not come back from the puzzle `at`. */
export function stuckDeath(at: number, timeoutMs: number, solveMs: number): ThreadDeath {
  const reason =
    at === NOT_BEGUN
      ? `no thread began the work within ${seconds(solveMs)}`
      : `the thread did not come back ${seconds(solveMs - timeoutMs)} after the time limit and was ended`;
  return { status: 'timeout', reason, solveMs };
}

/** The thread ended by itself. */
export function diedDeath(error: unknown, solveMs: number): ThreadDeath {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { status: 'memory', reason: 'the thread ran out of memory', solveMs };
  }
  const what = messageOf(error);
  return { status: 'crash', reason: `the thread died: ${what}`, solveMs };
}

/** The result of the puzzle that a thread was working on when it was ended, or died. */
export function resultOfDeath(death: ThreadDeath): PuzzleResult {
  return resultWith({
    status: death.status,
    stoppedBy: death.status,
    solveMs: Math.max(0, death.solveMs),
    error: death.reason,
    finishedAt: Date.now(),
  });
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
