import type { BatchSize } from '../../corpus/reader/batch-builder.js';

/** How many milliseconds a batch should occupy a worker: far more than a message costs. */
const QUICK_MS = 40;
const SLOW_MS = 90;

export const FIRST_PUZZLES = 32;
/** Small puzzles are quick: this many at once cost the writer some tens of milliseconds. */
export const MOST_PUZZLES = 4096;
/** Keeps memory flat if puzzles are huge; one puzzle always travels, however large. */
export const MOST_CELLS = 1 << 19;

/**
 * Finds the size at which a batch takes some tens of milliseconds: it doubles after a quick batch
 * and halves after a slow one. Batches are read ahead, so those of an earlier size still come in
 * after a change; they do not count.
 */
export class BatchSizer {
  private puzzles = FIRST_PUZZLES;

  /** The most that the next batch should hold. */
  get size(): BatchSize {
    return { puzzles: this.puzzles, cells: MOST_CELLS };
  }

  /** Notes that a batch of `puzzles` occupied a worker for `ms`. */
  note(puzzles: number, ms: number): void {
    if (ms > SLOW_MS && puzzles <= this.puzzles) {
      this.puzzles = Math.max(1, puzzles >> 1);
    } else if (ms < QUICK_MS && puzzles > this.puzzles >> 1) {
      this.puzzles = Math.min(MOST_PUZZLES, this.puzzles * 2);
    }
  }
}
