import type { Piscina } from 'piscina';
import type { PackedBatch } from '../puzzle/packed-batch.js';
import type { PuzzleResult } from '../solver/result.js';
import type { Death } from './casualty.js';
import type { BatchLimits } from './pool.js';
import { NOT_BEGUN, newProgress, type SolveTask } from './protocol.js';
import { unpackResults, type PackedResults } from './result-codec.js';
import type { Watchdog } from './watchdog.js';

/** What one attempt at a batch brought: results, or the death of the thread that was on it. */
export type Attempt = { readonly jumped: boolean } & (
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
  const stuck = new AbortController();
  const watch = watchdog.watch(progress, limits.timeoutMs, () => stuck.abort());
  const task: SolveTask = { batch, limits, progress: progress.buffer };
  try {
    const options = { transferList: [batch], signal: stuck.signal };
    const packed = (await piscina.run(task, options)) as PackedResults;
    return { results: unpackResults(packed), death: null, jumped: watch.jumped };
  } catch (error) {
    const solveMs = watch.puzzleMs;
    const at = Atomics.load(progress, 0);
    const death = stuck.signal.aborted
      ? stuckDeath(at, limits.timeoutMs, solveMs)
      : diedDeath(error, solveMs);
    return { results: null, death, at, jumped: watch.jumped };
  } finally {
    watch.end();
  }
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
