import { emptyColumns } from '../../puzzle/puzzle-columns.js';
import {
  resultCount,
  type FinishedSource,
  type SourceEntries,
} from '../../store/write/entry-writer.js';
import type { WriteQueue } from './write-queue.js';

/** The number of rows from which a transaction of its own is worthwhile. */
const ENOUGH_ROWS = 1024;

/** How many milliseconds a result waits for others at most: a kill can lose this much. */
const LONGEST_WAIT_MS = 200;

/** The part of the store's RunWriter that entries go to. */
export interface EntriesWriter {
  writeAll(groups: readonly SourceEntries[]): void;
}

/**
 * Gathers results until there are enough for a transaction, or some have waited long enough: hard
 * puzzles come in one by one, and a commit for each would cost more than its row.
 */
export class Committer {
  private pending: SourceEntries[] = [];
  /** Called once they are written. */
  private kept: (() => void)[] = [];
  /** How many rows wait; the end of a source counts as one. */
  private rows = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly writer: EntriesWriter,
    private readonly queue: WriteQueue,
    /** Is told about a commit that failed while nobody waited for it. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** `kept` is called once they are written. @throws what the writer throws; then nothing that waits is written. */
  add(entries: SourceEntries, kept?: () => void): void {
    this.pending.push(entries);
    if (kept !== undefined) this.kept.push(kept);
    this.addRows(resultCount(entries) + entries.rejects.length);
  }

  /** Notes what is known about a source that was read to its end. @throws as `add`. */
  finish(sourceId: number, finished: FinishedSource): void {
    this.pending.push({ ...noEntries(sourceId), finished });
    this.addRows(1);
  }

  /** Writes what waits. @throws as `add`. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { pending, kept } = this;
    this.pending = [];
    this.kept = [];
    this.rows = 0;
    if (pending.length > 0) this.commit(pending, kept);
  }

  /** Drops what waits. */
  discard(): void {
    this.pending = [];
    this.kept = [];
    this.flush();
  }

  private commit(groups: readonly SourceEntries[], kept: readonly (() => void)[]): void {
    this.queue.write(() => {
      this.writer.writeAll(groups);
      for (const tell of kept) tell();
    });
  }

  private addRows(rows: number): void {
    this.rows += rows;
    if (this.rows >= ENOUGH_ROWS) this.flush();
    else this.timer ??= setTimeout(() => this.flushLate(), LONGEST_WAIT_MS);
  }

  private flushLate(): void {
    try {
      this.flush();
    } catch (error) {
      this.onFailure(error);
    }
  }
}

/** No puzzle and no reject of a source. */
export function noEntries(sourceId: number): SourceEntries {
  return { sourceId, columns: emptyColumns(), results: [], rejects: [] };
}
