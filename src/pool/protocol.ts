import type { PackedBatch } from '../puzzle/packed-batch.js';
import type { BatchLimits } from './pool.js';

/**
 * What the local pool sends to a worker thread for one batch. The answer is one ArrayBuffer,
 * as result-codec.ts lays it out.
 */
export interface SolveTask {
  readonly batch: PackedBatch;
  readonly limits: BatchLimits;
  /**
   * One 32-bit word, shared: the index of the puzzle under work, or one of the values below.
   * It belongs to this task alone, so that a thread which is slow to die cannot write into
   * the progress of the next.
   */
  readonly progress: SharedArrayBuffer;
}

/** The task waits: no thread has begun it. */
export const NOT_BEGUN = -1;

/** Every puzzle has its result; the answer is on its way. */
export const ALL_SOLVED = -2;

/** A fresh progress word. */
export function newProgress(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4)).fill(NOT_BEGUN);
}
