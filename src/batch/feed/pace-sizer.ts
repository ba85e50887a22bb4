import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import { FIRST_PUZZLES, MOST_CELLS, MOST_PUZZLES } from './batch-sizer.js';

/** How many milliseconds a batch should occupy a worker. */
const WANTED_MS = 60;

/** How much each batch leaves of the weight of those before it: about a hundred of them count. */
const KEPT = 0.99;

/**
 * Finds the size of batches for a pool of many workers by the mean time that puzzles took lately. BatchSizer,
 * which a single batch can make halve or double its size, would shrink batches again and again there: among
 * a thousand under work, some always meet a hard puzzle. One that does returns after its slice anyway.
 */
export class PaceSizer {
  private ms = 0;
  private puzzles = 0;
  /** Twice the largest batch that has come back: the first that come back are the easy ones. */
  private most = FIRST_PUZZLES;

  /** The most that the next batch should hold. */
  get size(): BatchSize {
    const puzzles = this.puzzles === 0 ? FIRST_PUZZLES : (WANTED_MS * this.puzzles) / this.ms;
    return { puzzles: Math.max(1, Math.floor(Math.min(puzzles, this.most))), cells: MOST_CELLS };
  }

  /** Notes that a batch of `puzzles` occupied a worker for `ms`. */
  note(puzzles: number, ms: number): void {
    this.ms = this.ms * KEPT + ms;
    this.puzzles = this.puzzles * KEPT + puzzles;
    this.most = Math.min(MOST_PUZZLES, Math.max(this.most, 2 * puzzles));
  }
}
