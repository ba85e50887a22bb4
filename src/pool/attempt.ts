import { setTimeout as delay } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import type { PackedBatch } from '../puzzle/packed-batch.js';
import type { PuzzleResult } from '../solver/result.js';
import type { Death } from './casualty.js';
import type { BatchLimits } from './pool.js';
import { NOT_BEGUN, newProgress, type SolveTask } from './protocol.js';
import { unpackResults, type PackedResults } from './result-codec.js';
import type { Alarm, Watchdog } from './watchdog.js';

/** How long a thread's memory may take to be given back, less than the watchdog waits. */
const MEMORY_BACK_MS = 600;

/** Far more than a thread holds that solves ordinary puzzles. */
const MUCH_MEMORY = 128 * 2 ** 20;

/** What one attempt at a batch brought: results, or the death of the thread that was on it. */
export type Attempt = {
  /**
   * Something else may be to blame: the machine slept, so that no deadline means anything, or
   * memory ran out and the end of this thread did not free it.
   */
  readonly doubtful: boolean;
} & (
  | { readonly results: readonly PuzzleResult[]; readonly death: null }
  | {
      readonly results: null;
      readonly death: Death;
      /** The index of the puzzle under work, or NOT_BEGUN or ALL_SOLVED. */
      readonly at: number;
    }
);

/** Has one thread solve `batch`, whose buffer moves there, under the eyes of the watchdog. */
export async function attempt(
  piscina: Piscina,
  watchdog: Watchdog,
  batch: PackedBatch,
  limits: BatchLimits,
): Promise<Attempt> {
  const progress = newProgress();
  const ended = new AbortController();
  let alarm: Alarm | null = null;
  // A second engine may take as long again.
  const puzzleMs = limits.timeoutMs * ((limits.crossCheck ?? 0) > 0 ? 2 : 1);
  const watch = watchdog.watch(progress, puzzleMs, (raised) => {
    alarm = raised;
    ended.abort();
  });
  const task: SolveTask = { batch, limits, progress: progress.buffer };
  try {
    const options = { transferList: [batch], signal: ended.signal };
    const packed = (await piscina.run(task, options)) as PackedResults;
    const results = unpackResults(packed);
    return { results, death: null, doubtful: watch.jumped && results.some(endedByTime) };
  } catch (error) {
    const solveMs = watch.puzzleMs;
    const at = Atomics.load(progress, 0);
    if (alarm === 'memory') {
      const doubtful = !(await memoryComesBack());
      return { results: null, death: memoryDeath(solveMs), at, doubtful };
    }
    const death = alarm === 'stuck' ? stuckDeath(at, puzzleMs, solveMs) : diedDeath(error, solveMs);
    return { results: null, death, at, doubtful: watch.jumped && death.status === 'timeout' };
  } finally {
    watch.end();
  }
}

function endedByTime({ stoppedBy }: PuzzleResult): boolean {
  return stoppedBy === 'timeout';
}

/** Whether the end of a thread frees much memory: then the puzzle that it was on took it. */
async function memoryComesBack(): Promise<boolean> {
  const before = process.memoryUsage.rss();
  await delay(MEMORY_BACK_MS);
  return before - process.memoryUsage.rss() > MUCH_MEMORY;
}

function memoryDeath(solveMs: number): Death {
  const reason = 'memory ran out while the worker was on this puzzle, and it was ended';
  return { status: 'memory', reason, solveMs };
}

function stuckDeath(at: number, timeoutMs: number, solveMs: number): Death {
  const reason =
    at === NOT_BEGUN
      ? `no thread began the work within ${seconds(solveMs)}`
      : `the worker did not come back ${seconds(solveMs - timeoutMs)} after the time limit and was ended`;
  return { status: 'timeout', reason, solveMs };
}

function diedDeath(error: unknown, solveMs: number): Death {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { status: 'memory', reason: 'the worker ran out of memory', solveMs };
  }
  const what = error instanceof Error ? error.message : String(error);
  return { status: 'crash', reason: `the worker died: ${what}`, solveMs };
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
}
