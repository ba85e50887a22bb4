/** How often the two sides of a queue look at each other, in milliseconds. */
export interface QueueTimings {
  /** A worker that has not renewed the lock of a batch for so long has lost it. */
  readonly lockMs: number;
  /** How often such batches are looked for. */
  readonly stalledMs: number;
  /** How often a coordinator asks what became of batches that have been away for longer. */
  readonly pollMs: number;
  /** How often runs and workers say that they are there. */
  readonly presenceMs: number;
  /** Who has not said so for so long is not there. */
  readonly absentMs: number;
  /** What a run has left in the queue is removed by others once it was absent for so long. */
  readonly forgottenMs: number;
  /** A queue that has not answered for so long is worth a word. */
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
