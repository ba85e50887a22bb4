import type { BatchSize } from './batch-sizer.js';
import type { SolvedBatch } from '../pool/pool.js';
import type { Job } from './dispatcher.js';

/** A batch that a run has taken over. */
export interface Accepted<Batch> {
  /** The number of all its entries: to solve, done before, and rejects. */
  readonly entries: number;
  /** Its puzzles to solve, or null if none is left. */
  readonly job: Job<Batch> | null;
}

/** Where a run takes its puzzles from, and where their results go. */
export interface Feed<Batch> {
  /**
   * Reads the next entries, about as many as `want` says; null after the last. Does not note
   * anything.
   */
  read(want: BatchSize): Promise<Batch | null>;
  /** Notes that a batch was read, writes its rejects, and skips what is done. */
  accept(batch: Batch): Accepted<Batch>;
  /** Writes what was found about the first puzzles of a job, now or a little later. */
  write(job: Job<Batch>, solved: SolvedBatch): void;
  /** Commits what waits to be written together with others. */
  flush(): void;
  /** Ends the reading at once, and drops what waits to be written. */
  close(): Promise<void>;
}
