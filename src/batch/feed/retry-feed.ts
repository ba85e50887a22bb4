import { packBatch } from '../../puzzle/packed-batch.js';
import { pack } from '../../puzzle/packed.js';
import type { Status } from '../../result/outcome.js';
import type { SolvedBatch } from '../../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { puzzlesByStatus, type StoredPuzzle } from '../../store/queries/stored-puzzles.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import type { RunMeter } from '../contract/run-meter.js';
import type { Accepted, Feed } from './feed.js';

/** Puzzles that are fetched from the database at once. */
const PAGE = 256;

/** What a retry is fed with. */
export interface RetryFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  readonly statuses: readonly Status[];
}

/**
 * Feeds a run with stored puzzles of its own, whose results it replaces. They travel alone: most
 * of them were too hard for something.
 */
export class RetryFeed implements Feed<StoredPuzzle> {
  private readonly puzzles: Iterator<StoredPuzzle>;

  constructor(private readonly parts: RetryFeedParts) {
    this.puzzles = puzzlesOf(parts);
  }

  read(): Promise<StoredPuzzle | null> {
    const next = this.puzzles.next();
    return Promise.resolve(next.done === true ? null : next.value);
  }

  accept(stored: StoredPuzzle): Accepted<StoredPuzzle> {
    this.parts.meter.noteRead({ entries: 1, skipped: 0, rejects: 0, bytesRead: 0 });
    const packed = packBatch([pack(stored.puzzle)]);
    return { entries: 1, job: { batch: stored, first: 0, packed } };
  }

  write({ puzzleId }: StoredPuzzle, _first: number, { results, by, kept }: SolvedBatch): void {
    this.parts.writer.updateResults(
      results.map((result) => ({ puzzleId, result, by: by ?? null })),
    );
    kept?.();
  }

  flush(): void {
    // Each result is committed as it comes.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function* puzzlesOf({ store, writer, statuses }: RetryFeedParts): Generator<StoredPuzzle, void> {
  for (const page of puzzlesByStatus(store, writer.runId, statuses, PAGE)) yield* page;
}
