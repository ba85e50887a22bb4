import type { PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import type { EntryRows } from '../../store/packed/entry-rows.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import type { PackedResults } from './packed-results.js';
import type { BatchLimits, ResultForm } from './pool.js';
import type { RestingThread } from './rest.js';
import type { OfferBuffer, Offer } from './shared-puzzle.js';

/** What a solving thread is told when it starts. */
export interface SolvingThread {
  /** Its place among the threads that may have to rest; null if none ever has. */
  readonly rest: RestingThread | null;
  /**
   * Where it offers puzzles that take long to the other threads, and after how long; null if there
   * is no other.
   */
  readonly sharing: { readonly buffer: OfferBuffer; readonly afterMs: number } | null;
  /** Whether it solves the puzzles of its first batch for nothing before, so that times count. */
  readonly warmsUp: boolean;
}

/**
 * What the local pool sends to a solving thread for one batch. The answer is null for a batch that
 * was taken back.
 */
export interface SolveTask {
  readonly batch: PackedBatch;
  readonly limits: BatchLimits;
  /** What the results are made into; null if they are wanted as they are. */
  readonly form: ResultForm | null;
  /**
   * Three 32-bit words, shared: in the first the index of the puzzle under work, or one of the
   * values below; in the second the milliseconds for which the batch occupied the thread, once it
   * is done; in the third 1 if a thread that helps is to come back. They belong to this task alone,
   * so that a thread that is slow to die cannot write into the progress of the next.
   *
   *     NOT_BEGUN --the thread comes to it--> 0, 1, ... --> ALL_SOLVED
   *     NOT_BEGUN --the pool wants it back--> TAKEN_BACK
   */
  readonly progress: SharedArrayBuffer;
}

/**
 * What it sends to a thread that has nothing to do: to help another with its puzzle, see
 * shared-puzzle.ts. The answer is null.
 */
export interface HelpTask extends Offer {
  readonly progress: SharedArrayBuffer;
}

/** What a thread found about the first puzzles of a batch. */
export interface ThreadAnswer {
  readonly count: number;
  /** One of the three, as the task wants it. */
  readonly results: readonly PuzzleResult[] | null;
  readonly rows: EntryRows | null;
  readonly packed: PackedResults | null;
  /** The longest time that one of the puzzles took, Infinity if the limit ended one. */
  readonly longestMs: number;
}

/** The task waits: its thread has not come to it. */
export const NOT_BEGUN = -1;

/** Every puzzle has its result; the answer is on its way. */
export const ALL_SOLVED = -2;

/** Another thread is going to take the batch; this one must leave it alone. */
export const TAKEN_BACK = -3;

export type TaskWords = Int32Array<SharedArrayBuffer>;

const PLACE = 0;
const HELD_MS = 1;
const RECALLED = 2;

/** The words of a task that nobody has begun. */
export function newProgress(): TaskWords {
  const progress = new Int32Array(new SharedArrayBuffer(12));
  progress[PLACE] = NOT_BEGUN;
  return progress;
}

/** The index of the puzzle under work, or one of the values above. */
export function batchPlace(progress: TaskWords): number {
  return Atomics.load(progress, PLACE);
}

/** The thread begins the task; false if it was taken back: only one of the two succeeds. */
export function begin(progress: TaskWords): boolean {
  return Atomics.compareExchange(progress, PLACE, NOT_BEGUN, 0) === NOT_BEGUN;
}

/** The pool takes back a task that no thread has begun; false if one has. */
export function takeBack(progress: TaskWords): boolean {
  return Atomics.compareExchange(progress, PLACE, NOT_BEGUN, TAKEN_BACK) === NOT_BEGUN;
}

/** Calls a thread back that helps another. */
export function recall(progress: TaskWords): void {
  Atomics.store(progress, RECALLED, 1);
}

/** Whether a thread that helps another is to come back. */
export function isRecalled(progress: TaskWords): boolean {
  return Atomics.load(progress, RECALLED) === 1;
}

/** The thread is on the puzzle at `index`. */
export function noteIndex(progress: TaskWords, index: number): void {
  Atomics.store(progress, PLACE, index);
}

/** The thread is done with the batch, which occupied it for `ms` milliseconds. */
export function noteSolved(progress: TaskWords, ms: number): void {
  Atomics.store(progress, HELD_MS, Math.ceil(ms));
  Atomics.store(progress, PLACE, ALL_SOLVED);
}

/** Milliseconds for which the batch occupied the thread, rounded up. */
export function heldMsOf(progress: TaskWords): number {
  return Atomics.load(progress, HELD_MS);
}
