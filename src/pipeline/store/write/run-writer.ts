import { randomBytes } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import { progressJson, stillProgress, type Progress } from '../../record/progress.js';
import type { BuiltPiece } from '../../corpus/reader/piece-builder.js';
import { ROWS_OF_BATCH, type PieceShare, type RowPlace } from '../packed/entry-rows.js';
import { storedLimit, type PoolMember } from '../../record/options.js';
import { StoreError, explainedError, sqliteCode } from '../open/store-error.js';
import { dropIndexes, rowsWorthDropping } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { EntryWriter, resultCount, type ReadPiece, type RunEntries } from './entry-writer.js';
import {
  ResultUpdater,
  type RetriedResult,
  RetryNote,
  endDoneRetries,
  type NewRetry,
} from './retries.js';
import { IN_PIECE, idsOfPiece, ownRows } from '../pieces.js';
import { addRunSources, type AddedSource, type NewSource } from './run-sources.js';
import type { NewRun } from '../stored-runs.js';
import { WorkerRoll } from './worker-roll.js';
import { countChangedPieces } from '../queries/scan-results.js';
import { countsIn } from '../tally/result-tally.js';
import { numberOf, durationText } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/program.js';
import { pieceOf } from '../../../solver/core/result/puzzle-id.js';
import type { RunGates, RunState } from '../../record/outcome.js';

/** A source that need not be read, as other runs have its results. */
export interface HeldSource {
  readonly sourceId: number;
  /** Those of its pieces that the run has not got yet. */
  readonly pieces: readonly { readonly pieceId: number; readonly heldBy: number }[];
  readonly entries: number;
}

/**
 * Writes one run: the only writer of a database, since opening it for writing takes the lock.
 * Every method commits before it returns, or throws and has written nothing.
 *
 *     startRun / resumeRun -> addSources -> meet, writeAll ... -> finishRun
 */
export class RunWriter {
  private readonly entries: EntryWriter;
  private readonly updater: ResultUpdater;
  private readonly setWall: Statement<[number, number]>;
  private readonly setProgress: Statement<[string | null, number]>;
  private readonly countsOf: Statement<[number, number], Uint8Array | null>;
  /**
   * The pieces whose rows are known to be the run's own, and to have no counts; each with the sum
   * of its rows, if that is known though some of them changed.
   */
  private readonly owned = new Map<number, number | null>();
  /** What the rows of the next batch are called on their way. */
  private nextRow = 1;
  private currentRun = 0;
  /** The time limit for one puzzle; null for none. */
  private limitMs: number | null = null;
  private roll: WorkerRoll | null = null;
  private retry: RetryNote | null = null;
  private progress: Progress | null = null;
  private wallBefore = 0;
  private sessionStart = 0;
  private nextPosition = 0;
  private written = 0;
  private dropAfter = Infinity;

  constructor(private readonly store: Store) {
    const { db } = store;
    this.entries = new EntryWriter(store);
    this.updater = new ResultUpdater(db);
    this.setProgress = db.prepare('UPDATE runs SET progress = ? WHERE run_id = ?');
    this.countsOf = db
      .prepare<[number, number], Uint8Array | null>(
        `SELECT w.counts FROM run_pieces h JOIN run_pieces w ON w.run_id = h.held_by AND w.piece_id = h.piece_id
         WHERE h.piece_id = ? AND h.run_id = ?`,
      )
      .pluck();
    this.setWall = db.prepare('UPDATE runs SET wall_ms = ? WHERE run_id = ?');
  }

  /** Milliseconds since the run was started, or gone on with. */
  get sessionMs(): number {
    return performance.now() - this.sessionStart;
  }

  /** The run that is being written; 0 before it is started. */
  get runId(): number {
    return this.currentRun;
  }

  /**
   * Makes a new run in the state `running` and returns its id. Other runs that are `running` were
   * killed, since this writer holds the lock: they become `interrupted`.
   */
  startRun(run: NewRun): number {
    const timeoutMs = storedLimit((run.options as { readonly timeoutMs?: unknown }).timeoutMs);
    return this.commit(() => {
      this.store.db.exec(`UPDATE runs SET state = 'interrupted' WHERE state = 'running'`);
      const { lastInsertRowid } = this.store.db
        .prepare(
          `INSERT INTO runs
             (name, state, started_at, options, timeout_ms, tool_version, node_version, host, cpu)
           VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          run.name,
          new Date().toISOString(),
          JSON.stringify(run.options),
          timeoutMs,
          run.toolVersion,
          run.nodeVersion,
          run.host,
          run.cpu,
        );
      return this.begin(Number(lastInsertRowid), timeoutMs, 0);
    });
  }

  /**
   * Goes on with a run, which is `running` again; returns its id. With `retry`, that is noted: what
   * `updateResults` gets from now on is found by it.
   * @throws StoreError if there is no such run.
   */
  resumeRun(runId: number, retry: NewRetry | null = null): number {
    return this.commit(() => {
      const before = this.store.db
        .prepare<[number], { readonly wall: number; readonly timeoutMs: number | null }>(
          `UPDATE runs SET state = 'running', finished_at = NULL, failed_gates = NULL WHERE run_id = ?
           RETURNING wall_ms AS wall, timeout_ms AS timeoutMs`,
        )
        .get(runId);
      if (before === undefined) throw new StoreError('NM_RUN_UNKNOWN', `There is no run ${runId}.`);
      this.retry = retry && new RetryNote(this.store.db, runId, retry);
      return this.begin(runId, before.timeoutMs, before.wall);
    });
  }

  /**
   * Adds the next sources of the run, in the order in which it reads them (also when it is resumed:
   * sources that are already there stay).
   */
  addSources(sources: readonly NewSource[]): AddedSource[] {
    const added = this.commit(() =>
      addRunSources(this.store, this.currentRun, this.nextPosition, sources),
    );
    this.nextPosition += sources.length;
    return added;
  }

  /** Adds a single source, as `addSources` does. */
  addSource(source: NewSource): AddedSource {
    return this.addSources([source])[0];
  }

  /** Takes the next piece of a source: see `EntryWriter.meet`. Nothing is written yet. */
  meet(
    sourceId: number,
    piece: BuiltPiece,
    holderOf: (pieceId: number) => number | null = () => null,
  ): { readonly read: ReadPiece; readonly done: 'all' | ReadonlySet<number> } {
    return this.entries.meet(this.currentRun, sourceId, piece, holderOf);
  }

  /** Notes the pieces of sources that need not be read, with the runs whose rows they are. */
  hold(sources: readonly HeldSource[]): void {
    this.commit(() => {
      const { db } = this.store;
      const hold = db.prepare<[number, number, number]>(
        `INSERT INTO run_pieces (run_id, piece_id, held_by) VALUES (?, ?, ?)
         ON CONFLICT (run_id, piece_id) DO NOTHING`,
      );
      for (const { sourceId, pieces, entries } of sources) {
        for (const { pieceId, heldBy } of pieces) hold.run(this.currentRun, pieceId, heldBy);
        this.entries.noteFinished(this.currentRun, { sourceId, entries, isWhole: true });
      }
    });
  }

  /** What the rows of the next batch say besides its puzzles, which are of these pieces. */
  placeOf(pieces: readonly PieceShare[]): RowPlace {
    const firstRow = this.nextRow;
    this.nextRow += ROWS_OF_BATCH;
    return { firstRow, pieces, limitMs: this.limitMs };
  }

  /**
   * Stores some entries in one transaction: pieces with their rejects, puzzles with their results.
   * What the database has of a known piece is left as it is; a second result for a puzzle of this
   * run is an error. The rows are gone afterwards.
   * @throws StoreError of the kind `disk` if it is full, `locked` if another program holds the
   * database, `mismatch` if an earlier run read other entries in that place of the same file.
   */
  writeAll(groups: readonly RunEntries[]): void {
    const began = performance.now();
    const written = groups.reduce((sum, group) => sum + resultCount(group), 0);
    this.commit(
      () => {
        this.entries.write(this.currentRun, groups);
        for (const group of groups) this.noteWorker(group);
        this.roll?.flush();
        this.keepWall();
        this.spareIndexes(written);
      },
      () => this.entries.stage(groups),
    );
    this.entries.settle(groups);
    // Left to the garbage collector, such buffers call it twice as often.
    for (const { bytes } of groups.flatMap(({ rows = [] }) => rows)) bytes.transfer(0);
    trace('store', () => {
      const rejects = groups
        .flatMap(({ pieces = [] }) => pieces)
        .reduce((sum, { piece }) => sum + piece.rejects.length, 0);
      return `committed ${numberOf(written, 'result')} and ${numberOf(rejects, 'reject')} in ${durationText(performance.now() - began)}`;
    });
  }

  /**
   * Stores the results of a retry, or a round, in place of the run's own, and counts them in
   * `attempts`.
   */
  updateResults(retried: readonly RetriedResult[]): void {
    this.commit(() => {
      let reused = 0;
      const limitMs = this.retry === null ? this.limitMs : this.retry.limitMs;
      for (const one of retried) {
        this.owned.set(this.ownRowsOf(one.puzzleId), null);
        if (this.updater.replace(this.currentRun, one, limitMs)) reused++;
        if (one.by != null) this.workerRoll.note(one.puzzleId, one.by);
      }
      this.roll?.flush();
      const ms = this.keepWall();
      this.retry?.count(retried, reused, ms);
    });
  }

  /** Keeps the least time of a puzzle that was timed again. */
  shortenTime(id: number, solveMs: number): void {
    this.commit(() => {
      const pieceId = this.ownRowsOf(id);
      const added = this.updater.shortenTime(this.currentRun, id, solveMs);
      const sum = this.owned.get(pieceId) ?? null;
      this.owned.set(pieceId, sum === null ? null : (sum + added) >>> 0);
    });
  }

  /**
   * Notes, for whoever looks at the database, how far the run is, and what its other machines have
   * done so far.
   */
  show(progress: Progress, workers: readonly PoolMember[]): void {
    this.commit(() => {
      this.keepProgress(progress);
      if (workers.length > 0) this.workerRoll.show(workers);
    });
  }

  private keepProgress(progress: Progress | null): void {
    this.progress = progress;
    this.setProgress.run(progress && progressJson(progress), this.currentRun);
  }

  /** The run's name in a queue, 32 hexadecimal digits; made when it is first asked for. */
  queueKey(): string {
    return this.commit(() => {
      const { db } = this.store;
      const key = randomBytes(16).toString('hex');
      db.prepare('UPDATE runs SET queue_key = ? WHERE run_id = ? AND queue_key IS NULL').run(
        key,
        this.currentRun,
      );
      const found = db.prepare<[number], string>('SELECT queue_key FROM runs WHERE run_id = ?');
      return found.pluck().get(this.currentRun)!;
    });
  }

  /** Makes the rows of the piece of a puzzle ones of the run; returns its number. */
  private ownRowsOf(id: number): number {
    const pieceId = pieceOf(id);
    if (this.owned.has(pieceId)) return pieceId;
    const counts = this.countsOf.get(pieceId, this.currentRun) ?? null;
    ownRows(this.store.db, this.currentRun, pieceId);
    this.owned.set(pieceId, counts && (countsIn(counts)?.rowsSum ?? null));
    return pieceId;
  }

  private get workerRoll(): WorkerRoll {
    this.roll ??= new WorkerRoll(this.store.db, this.currentRun);
    return this.roll;
  }

  private noteWorker(entries: RunEntries): void {
    const { by } = entries;
    if (by == null) return;
    this.entries.noteWorker(this.currentRun, entries, this.workerRoll.idOf(by));
  }

  /**
   * Deletes a run without any outcome, so that it is not the latest one; if it has a result or a
   * reject, it does nothing and returns false.
   */
  discardEmptyRun(): boolean {
    const { db } = this.store;
    const runId = this.currentRun;
    return this.commit(() => {
      const found = db.prepare('SELECT 1 FROM run_pieces WHERE run_id = ? LIMIT 1');
      if (found.get(runId) !== undefined) return false;
      for (const table of ['run_sources', 'left_out', 'workers', 'retries', 'runs']) {
        db.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(runId);
      }
      return true;
    });
  }

  /**
   * Deletes what the run has of a source whose content was not the expected one, and the list of
   * its pieces; what nobody refers to any more goes with `prune`.
   */
  discardSource(sourceId: number): void {
    const { db } = this.store;
    const runId = this.currentRun;
    this.commit(() => {
      const pieces = db
        .prepare<[number], number>('SELECT piece_id FROM source_pieces WHERE source_id = ?')
        .pluck()
        .all(sourceId);
      db.prepare('DELETE FROM source_pieces WHERE source_id = ?').run(sourceId);
      db.prepare('UPDATE sources SET entries = NULL WHERE source_id = ?').run(sourceId);
      db.prepare('UPDATE run_sources SET entries = NULL WHERE run_id = ? AND source_id = ?').run(
        runId,
        sourceId,
      );
      const isElsewhere = db.prepare<[number, number], number>(
        'SELECT 1 FROM source_pieces JOIN run_sources USING (source_id) WHERE piece_id = ? AND run_id = ? LIMIT 1',
      );
      for (const pieceId of pieces) {
        if (isElsewhere.get(pieceId, runId) !== undefined) continue;
        for (const table of ['solved_by', 'claims', 'result_rows']) {
          db.prepare(`DELETE FROM ${table} WHERE ${IN_PIECE}`).run(runId, ...idsOfPiece(pieceId));
        }
        db.prepare('DELETE FROM run_pieces WHERE run_id = ? AND piece_id = ?').run(runId, pieceId);
      }
    });
  }

  /**
   * Ends the run and copies the log into the database. Then call `makeIndexes`, whose time does not
   * count as the run's.
   */
  finishRun(state: Exclude<RunState, 'running'>): void {
    this.commit(() => {
      this.roll?.settle();
      const ms = this.keepWall();
      this.retry?.finish(ms);
      endDoneRetries(this.store.db, this.currentRun);
      if (state === 'complete') countChangedPieces(this.store, this.currentRun, this.owned);
      const { progress } = this;
      this.keepProgress(state === 'complete' ? null : progress && stillProgress(progress));
      this.store.db
        .prepare('UPDATE runs SET state = ?, finished_at = ? WHERE run_id = ?')
        .run(state, new Date().toISOString(), this.currentRun);
    });
    this.putLogBack();
  }

  /** Ends a round of the run, which goes on with the next one. */
  endRound(): void {
    this.commit(() => {
      const ms = this.keepWall();
      this.retry?.finish(ms);
      endDoneRetries(this.store.db, this.currentRun);
    });
  }

  /** If the disk has no room for that, the log stays: it is just as safe. */
  private putLogBack(): void {
    try {
      trace('store', () => 'copies the log into the database');
      this.store.db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_FULL') throw explainedError(error, this.store.path);
    }
  }

  private begin(runId: number, limitMs: number | null, wallBefore: number): number {
    this.currentRun = runId;
    this.owned.clear();
    this.limitMs = limitMs;
    this.nextPosition = 0;
    this.written = 0;
    this.dropAfter = rowsWorthDropping(this.store);
    this.wallBefore = wallBefore;
    this.sessionStart = performance.now();
    return runId;
  }

  /** Drops the indexes once this session has written so much that keeping them would cost more. */
  private spareIndexes(written: number): void {
    this.written += written;
    if (this.written < this.dropAfter) return;
    dropIndexes(this.store);
    this.dropAfter = Infinity;
  }

  /**
   * With every commit, so that a killed session's time is known, too; the milliseconds of the
   * session so far, which are those of its retry as well.
   */
  private keepWall(): number {
    const ms = this.sessionMs;
    this.setWall.run(this.wallBefore + ms, this.currentRun);
    return ms;
  }

  /** Does `work` in a transaction, `before` ahead of it. */
  private commit<T>(work: () => T, before: () => void = () => undefined): T {
    try {
      before();
      return this.store.db.transaction(work).immediate();
    } catch (error) {
      trace('store', () => `a commit failed: ${String(error)}`);
      this.entries.reset();
      this.owned.clear();
      this.roll?.reset();
      throw explainedError(error, this.store.path);
    }
  }
}

/** Stores gates with a run, in place of the gates that it had. @throws StoreError */
export function keepGates(store: Store, runId: number, { strict, require }: RunGates): void {
  try {
    store.db
      .prepare<[string, string, number]>(
        `UPDATE runs SET options = json_set(options, '$.strict', json(?), '$.require', json(?))
         WHERE run_id = ?`,
      )
      .run(JSON.stringify(strict), JSON.stringify(require), runId);
  } catch (error) {
    throw explainedError(error, store.path);
  }
}
