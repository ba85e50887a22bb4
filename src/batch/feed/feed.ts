import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import type { SolvedBatch } from '../../pool/pool.js';
import type { Job } from './job.js';

/** A batch that a run has taken note of. */
export interface Accepted<Batch> {
  /** All its entries: to solve, done before, and rejects. */
  readonly entries: number;
  /** Its puzzles to solve, or null if none is left. */
  readonly job: Job<Batch> | null;
}

/** Where a run takes its puzzles from, and where their results go. */
export interface Feed<Batch> {
  /** Reads the next entries, about as many as `want` says; null after the last. Notes nothing. */
  read(want: BatchSize): Promise<Batch | null>;
  /** Notes that a batch was read, writes its rejects, and passes over what is done. */
  accept(batch: Batch): Accepted<Batch>;
  /** Writes the results of the puzzles of `batch` from index `first` on, now or a little later. */
  write(batch: Batch, first: number, solved: SolvedBatch): void;
  /** Commits what waits for others to be written with. */
  flush(): void;
  /** Ends the reading at once, and drops what waits to be written. */
  close(): Promise<void>;
}
