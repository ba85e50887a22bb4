/** How often the two sides of a queue look at each other, in milliseconds. */
export interface QueueTimings {
  /** A worker loses a batch if it does not renew its lock for this long. */
  readonly lockMs: number;
  /** How often lost batches are looked for. */
  readonly stalledMs: number;
  /**
   * How often a coordinator asks what became of its batches, except of batches that were just sent.
   */
  readonly pollMs: number;
  /** How often runs and workers say that they are there. */
  readonly presenceMs: number;
  /** A run or worker that has not said so for this long counts as gone. */
  readonly absentMs: number;
  /** After this long without a sign of a run, others remove what it left in the queue. */
  readonly forgottenMs: number;
  /** After this long without an answer from the queue, the user is told. */
  readonly silentMs: number;
}

export const DEFAULT_TIMINGS: QueueTimings = {
  lockMs: 10_000,
  stalledMs: 5000,
  pollMs: 3000,
  presenceMs: 2000,
  absentMs: 15_000,
  forgottenMs: 10 * 60_000,
  silentMs: 5000,
};
