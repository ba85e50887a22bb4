import { emptyColumns, type PuzzleColumns, type Reject } from '../../puzzle/puzzle-columns.js';
import type { SolvedBatch } from '../../pool/pool.js';
import type { RunWorker } from '../../result/run/run-worker.js';
import type { PuzzleResult } from '../../result/result.js';
import type { RowsBeside } from '../../result/rows-beside.js';
import type { FinishedSource, SourceEntries } from '../../store/write/entry-writer.js';
import type { WriteQueue } from './write-queue.js';

/** The number of rows from which a transaction of its own is worthwhile. */
const ENOUGH_ROWS = 1024;

/** How many milliseconds a result waits for others at most: a kill can lose this much. */
const LONGEST_WAIT_MS = 200;

/** Entries of one source that wait to be written. */
interface Pending {
  readonly sourceId: number;
  readonly columns: PuzzleColumns;
  readonly results: PuzzleResult[];
  /** Which machine solved each puzzle; empty as long as this one solved them all. */
  readonly by: (RunWorker | null)[];
  readonly rejects: Reject[];
  /** Is called once they are written. */
  readonly kept: (() => void)[];
  beside?: RowsBeside & { readonly rows: RowsBeside['rows'][number][] };
  finished?: FinishedSource;
}

/** The part of the store's RunWriter that entries go to. */
export interface EntriesWriter {
  writeAll(groups: readonly SourceEntries[]): void;
}

/**
 * Gathers results until there are enough for a transaction, or some have waited long enough: hard
 * puzzles come in one by one, and a commit for each would cost more than its row.
 */
export class Committer {
  private pending: Pending[] = [];
  /** How many rows wait; the end of a source counts as one. */
  private rows = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly writer: EntriesWriter,
    private readonly queue: WriteQueue,
    /** Is told about a commit that failed while nobody waited for it. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** @throws what the writer throws; then nothing that waits is written. */
  add(
    sourceId: number,
    columns: PuzzleColumns,
    { results, by, kept, beside }: SolvedBatch,
    rejects: readonly Reject[],
  ): void {
    const rows = results.length + rejects.length;
    if (this.rows === 0 && kept === undefined && beside === undefined && rows >= ENOUGH_ROWS) {
      this.commit([{ sourceId, columns, results, rejects }], []);
      return;
    }
    const pending = this.pendingOf(sourceId);
    if (kept !== undefined) pending.kept.push(kept);
    if (by != null) {
      const { length } = pending.results;
      for (let i = 0; i < results.length; i++) pending.by[length + i] = by;
    }
    if (beside !== undefined) {
      pending.beside ??= { ...beside, rows: [] };
      pending.beside.rows.push(...beside.rows);
    }
    appendColumns(pending.columns, columns);
    for (const result of results) pending.results.push(result);
    for (const reject of rejects) pending.rejects.push(reject);
    this.addRows(rows);
  }

  /** Notes what is known about a source that was read to its end. @throws as `add`. */
  finish(sourceId: number, finished: FinishedSource): void {
    this.pendingOf(sourceId).finished = finished;
    this.addRows(1);
  }

  /** Writes what waits. @throws as `add`. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { pending } = this;
    this.pending = [];
    this.rows = 0;
    if (pending.length === 0) return;
    this.commit(
      pending,
      pending.flatMap(({ kept }) => kept),
    );
  }

  /** Drops what waits. */
  discard(): void {
    this.pending = [];
    this.flush();
  }

  private commit(groups: readonly SourceEntries[], kept: readonly (() => void)[]): void {
    this.queue.write(() => {
      this.writer.writeAll(groups);
      for (const tell of kept) tell();
    });
  }

  /** Entries come source by source, but results of one source may come after the next has begun. */
  private pendingOf(sourceId: number): Pending {
    const there = this.pending.findLast((pending) => pending.sourceId === sourceId);
    if (there !== undefined) return there;
    const columns = emptyColumns();
    const made: Pending = {
      ...{ sourceId, columns, results: [], by: [], rejects: [], kept: [] },
    };
    this.pending.push(made);
    return made;
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

/** Appends the puzzles of `more` to those of `columns`. */
function appendColumns(columns: PuzzleColumns, more: PuzzleColumns): void {
  const append = <T>(to: T[], from: readonly T[]): void => {
    for (const value of from) to.push(value);
  };
  append(columns.ordinals, more.ordinals);
  append(columns.names, more.names);
  append(columns.titles, more.titles);
  append(columns.widths, more.widths);
  append(columns.heights, more.heights);
  append(columns.colours, more.colours);
  append(columns.palettes, more.palettes);
  append(columns.filled, more.filled);
  append(columns.clues, more.clues);
  append(columns.starts, more.starts);
  append(columns.goals, more.goals);
  append(columns.goalMatches, more.goalMatches);
  append(columns.fingerprints, more.fingerprints);
  append(columns.shapes, more.shapes);
}
