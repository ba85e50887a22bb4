import { emptyColumns, type PuzzleColumns, type Reject } from '../../puzzle/puzzle-columns.js';
import type { PuzzleResult } from '../../result/result.js';
import { appendColumns } from './columns.js';

/** Rows from which on a transaction of its own is worth it. */
const ENOUGH_ROWS = 1024;

/** Milliseconds that a result waits for others at most: what a kill can lose. */
const LONGEST_WAIT_MS = 200;

/** Entries of one source that wait to be written. */
interface Pending {
  readonly sourceId: number;
  readonly columns: PuzzleColumns;
  readonly results: PuzzleResult[];
  readonly rejects: Reject[];
}

/** The part of the store's RunWriter that entries go to. */
export interface EntryWriter {
  write(
    sourceId: number,
    columns: PuzzleColumns,
    results: readonly PuzzleResult[],
    rejects: readonly Reject[],
  ): void;
}

/**
 * Gathers results until there are enough for a transaction, or some have waited long enough:
 * hard puzzles come in one by one, and a commit for each would cost more than its row.
 */
export class Committer {
  private readonly writer: EntryWriter;
  private readonly onFailure: (error: unknown) => void;
  private pending: Pending | null = null;
  private timer: NodeJS.Timeout | null = null;

  /** `onFailure` is told of a commit that failed while nobody waited for it. */
  constructor(writer: EntryWriter, onFailure: (error: unknown) => void) {
    this.writer = writer;
    this.onFailure = onFailure;
  }

  /** @throws what the writer throws; then nothing that was waiting is written. */
  add(
    sourceId: number,
    columns: PuzzleColumns,
    results: readonly PuzzleResult[],
    rejects: readonly Reject[],
  ): void {
    if (this.pending !== null && this.pending.sourceId !== sourceId) this.flush();
    if (this.pending === null && results.length + rejects.length >= ENOUGH_ROWS) {
      this.writer.write(sourceId, columns, results, rejects);
      return;
    }
    this.pending ??= { sourceId, columns: emptyColumns(), results: [], rejects: [] };
    const pending = this.pending;
    appendColumns(pending.columns, columns);
    for (const result of results) pending.results.push(result);
    for (const reject of rejects) pending.rejects.push(reject);
    if (pending.results.length + pending.rejects.length >= ENOUGH_ROWS) this.flush();
    else this.timer ??= setTimeout(() => this.flushLate(), LONGEST_WAIT_MS);
  }

  /** Writes what waits. @throws as `add`. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const pending = this.pending;
    this.pending = null;
    if (pending === null) return;
    this.writer.write(pending.sourceId, pending.columns, pending.results, pending.rejects);
  }

  /** Drops what waits. */
  discard(): void {
    this.pending = null;
    this.flush();
  }

  private flushLate(): void {
    try {
      this.flush();
    } catch (error) {
      this.onFailure(error);
    }
  }
}
