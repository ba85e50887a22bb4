import { emptyColumns, type PuzzleColumns, type Reject } from '../../puzzle/puzzle-columns.js';
import type { SolvedBatch, SolvedBy } from '../../pool/pool.js';
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
  /** Who solved each, from the first that another machine solved on. */
  readonly by: (SolvedBy | null)[];
  readonly rejects: Reject[];
  /** Whom to tell once they are written. */
  readonly kept: (() => void)[];
}

/** The part of the store's RunWriter that entries go to. */
export interface EntryWriter {
  write(
    sourceId: number,
    columns: PuzzleColumns,
    results: readonly PuzzleResult[],
    rejects: readonly Reject[],
    by?: readonly (SolvedBy | null)[],
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
    { results, by, kept }: SolvedBatch,
    rejects: readonly Reject[],
  ): void {
    if (this.pending !== null && this.pending.sourceId !== sourceId) this.flush();
    const isAlone = this.pending === null && kept === undefined;
    if (isAlone && results.length + rejects.length >= ENOUGH_ROWS) {
      this.writer.write(sourceId, columns, results, rejects);
      return;
    }
    this.pending ??= {
      sourceId,
      columns: emptyColumns(),
      results: [],
      by: [],
      rejects: [],
      kept: [],
    };
    const pending = this.pending;
    if (kept !== undefined) pending.kept.push(kept);
    if (by != null) {
      const { length } = pending.results;
      for (let i = 0; i < results.length; i++) pending.by[length + i] = by;
    }
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
    const { columns, results, rejects, by } = pending;
    this.writer.write(pending.sourceId, columns, results, rejects, by);
    for (const kept of pending.kept) kept();
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
