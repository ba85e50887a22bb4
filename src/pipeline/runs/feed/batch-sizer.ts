/** The most that a batch is to hold; it has at least one puzzle, however large. */
export interface BatchSize {
  readonly puzzles: number;
}

/** How many milliseconds a batch should occupy a thread: far more than a message costs. */
const QUICK_MS = 40;
const SLOW_MS = 90;

const FIRST_PUZZLES = 32;
/** Small puzzles are quick: this many at once cost the writer some tens of milliseconds. */
const MOST_PUZZLES = 4096;

/**
 * Finds the size at which a batch takes some tens of milliseconds: it doubles after a quick batch
 * and halves after a slow one. Batches are read ahead, so those of an earlier size still come in
 * after a change; they do not count.
 */
export class BatchSizer {
  private puzzles = FIRST_PUZZLES;

  /** The most that the next batch should hold. */
  get size(): BatchSize {
    return { puzzles: this.puzzles };
  }

  /** Notes that a batch of `puzzles` occupied a thread for `ms`. */
  note(puzzles: number, ms: number): void {
    if (ms > SLOW_MS && puzzles <= this.puzzles) {
      this.puzzles = Math.max(1, puzzles >> 1);
    } else if (ms < QUICK_MS && puzzles > this.puzzles >> 1) {
      this.puzzles = Math.min(MOST_PUZZLES, this.puzzles * 2);
    }
  }
}

/** How many milliseconds a batch should occupy a thread, if there are many. */
const WANTED_MS = 60;

/** How much each batch leaves of the weight of those before it: about a hundred of them count. */
const KEPT = 0.99;

/**
 * Finds the size of batches for a pool of many workers by the mean time that puzzles took lately.
 * BatchSizer, which a single batch can make halve or double its size, would shrink batches again
 * and again there: among a thousand under work, some always meet a hard puzzle. One that does
 * returns after its slice anyway.
 */
export class PaceSizer {
  private ms = 0;
  private puzzles = 0;
  /** Twice the largest batch that has come back: the first that come back are the easy ones. */
  private most = FIRST_PUZZLES;

  /** The most that the next batch should hold. */
  get size(): BatchSize {
    const puzzles = this.puzzles === 0 ? FIRST_PUZZLES : (WANTED_MS * this.puzzles) / this.ms;
    return { puzzles: Math.max(1, Math.floor(Math.min(puzzles, this.most))) };
  }

  /** Notes that a batch of `puzzles` occupied a thread for `ms`. */
  note(puzzles: number, ms: number): void {
    this.ms = this.ms * KEPT + ms;
    this.puzzles = this.puzzles * KEPT + puzzles;
    this.most = Math.min(MOST_PUZZLES, Math.max(this.most, 2 * puzzles));
  }
}
