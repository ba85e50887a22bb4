import { randomBytes } from 'node:crypto';
import { progressJson, stillProgress, type Progress } from '../../record/progress.js';
import type { BuiltPiece } from '../../corpus/reader/piece-builder.js';
import type { PieceShare, RowPlace } from '../packed/entry-rows.js';
import { storedLimits, type PoolMember, type RunWorker } from '../../record/options.js';
import { StoreError, explainedError, sqliteCode } from '../open/store-error.js';
import {
  change,
  dropIndexes,
  insertRows,
  queryRows,
  queryValues,
  rowsWorthDropping,
  type Store,
} from '../open/open.js';
import { EntryWriter, resultCount, type ReadPiece, type RunEntries } from './entry-writer.js';
import { ADD, IN_PIECE, idsOfPiece, ownRows, type RunPiece } from '../pieces.js';
import {
  type NewRun,
  runSources,
  sameSource,
  type SourceKey,
  listLeftOut,
} from '../stored-runs.js';
import { countChangedPieces } from '../queries/scan-results.js';
import { countsIn } from '../result-tally.js';
import { numberOf, durationText } from '../../../solver/core/text/numbers.js';
import { trace, readerVersion } from '../../files/program.js';
import { pieceOf } from '../../record/puzzle-id.js';
import type { RunGates, RunState, RunRetry } from '../../record/outcome.js';
import { type PuzzleResult, solvedOnce } from '../../../solver/core/result/result.js';
import { storedValues } from '../result-layout.js';
import { fieldsSql, type ResultFields } from '../queries/stored-results.js';
import { sumOfResult } from '../queries/damaged-rows.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';

/** How many numbers the rows of a batch may take. */
const ROWS_OF_BATCH = 1 << 16;

/** A source that need not be read, as other runs have its results. */
export interface HeldSource {
  readonly sourceId: number;
  /** Those of its pieces that the run has not got yet. */
  readonly pieces: readonly Pick<RunPiece, 'pieceId' | 'heldBy'>[];
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
  /** The run's own pieces without counts; the sum of the rows, if known though some changed. */
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

  /** `began`: when the work began, if earlier: a session includes the search for its corpora. */
  constructor(
    private readonly store: Store,
    private readonly began = performance.now(),
  ) {
    this.entries = new EntryWriter(store);
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
    const { timeoutMs } = storedLimits({ ...run.options });
    return this.commit(() => {
      this.store.db.exec(`UPDATE runs SET state = 'interrupted' WHERE state = 'running'`);
      const sql = `INSERT INTO runs (name, state, started_at, options, timeout_ms, tool_version, node_version, host, cpu)
        VALUES (@name, 'running', @now, @options, @timeoutMs, @toolVersion, @nodeVersion, @host, @cpu)`;
      const [now, options] = [new Date().toISOString(), JSON.stringify(run.options)];
      const { lastInsertRowid } = change(this.store, sql, { ...run, now, options, timeoutMs });
      return this.begin(Number(lastInsertRowid), timeoutMs, 0);
    });
  }

  /**
   * Goes on with a run, which is `running` again; returns its id. A `retry` is noted: it finds what
   * `updateResults` gets from now on. @throws StoreError if there is no such run.
   */
  resumeRun(runId: number, retry: NewRetry | null = null): number {
    return this.commit(() => {
      const sql = `UPDATE runs SET state = 'running', finished_at = NULL, failed_gates = NULL WHERE run_id = ?
        RETURNING wall_ms AS wall, timeout_ms AS timeoutMs`;
      type Begun = { readonly wall: number; readonly timeoutMs: number | null };
      const before = queryRows<Begun>(this.store, sql, runId).at(0);
      if (before === undefined) throw new StoreError('NM_RUN_UNKNOWN', `There is no run ${runId}.`);
      this.retry = retry && new RetryNote(this.store, runId, retry);
      return this.begin(runId, before.timeoutMs, before.wall);
    });
  }

  /**
   * Adds the run's next sources in reading order. Content and format that the database knows, read
   * by the same reader, keep their source_id, so that their list of pieces is known. In a run that
   * is resumed the sources are there already and stay.
   * @throws StoreError if the run has other sources.
   */
  addSources(sources: readonly NewSource[]): AddedSource[] {
    const { store, runId, nextPosition } = this;
    const added = this.commit(() => {
      const there = runSources(store, runId);
      const seen = new Set(there.slice(0, nextPosition).map(({ sourceId }) => sourceId));
      return sources.map((source, i) => {
        const position = nextPosition + i;
        const own = there.at(position);
        if (own !== undefined && own.sha256 !== null && !sameSource(own, source)) {
          const why = `Run ${runId} began with another content than ${source.path} has now: start a new run.`;
          throw new StoreError('NM_CORPUS_CHANGED', why);
        }
        const { sha256, format, reading = '', bytes, path } = source;
        const key = [sha256, format, reading, readerVersion()];
        const sourceId =
          own?.sourceId ??
          // Without a hash it is never known.
          queryValues<number>(store, KNOWN_SOURCE, ...key).at(0) ??
          queryValues<number>(store, NEW_SOURCE, ...key, bytes)[0];
        if (own === undefined) change(store, ADD_SOURCE, runId, position, sourceId, path);
        const repeated = seen.has(sourceId);
        seen.add(sourceId);
        return { sourceId, repeated };
      });
    });
    this.nextPosition += sources.length;
    return added;
  }

  /** Takes the next piece of a source: see `EntryWriter.meet`. Nothing is written yet. */
  meet(
    sourceId: number,
    piece: BuiltPiece,
    holderOf: (pieceId: number) => number | null = () => null,
  ): { readonly read: ReadPiece; readonly done: 'all' | ReadonlySet<number> } {
    return this.entries.meet(this.runId, sourceId, piece, holderOf);
  }

  /** Notes the pieces of sources that need not be read, with the runs whose rows they are. */
  hold(sources: readonly HeldSource[]): void {
    this.commit(() => {
      for (const { sourceId, pieces, entries } of sources) {
        for (const { pieceId, heldBy } of pieces)
          change(this.store, ADD.holder, this.runId, pieceId, heldBy);
        this.entries.noteFinished(this.runId, { sourceId, entries, isWhole: true });
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
        this.entries.write(this.runId, groups);
        for (const group of groups) {
          if (group.by == null) continue;
          this.entries.noteWorker(this.runId, group, this.workerRoll.idOf(group.by));
        }
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
   * Puts results of a retry, or a round, in place of the run's, but for what their rows say of the
   * entries, and counts them in `attempts`. @throws StoreError if the run has none of a puzzle.
   */
  updateResults(retried: readonly RetriedResult[]): void {
    const { store, runId } = this;
    this.commit(() => {
      let reused = 0;
      const once = solvedOnce(this.retry === null ? this.limitMs : this.retry.limitMs);
      for (const { puzzleId, result, by } of retried) {
        this.owned.set(this.ownRowsOf(puzzleId), null);
        const [former] = queryRows<Former>(store, FORMER, runId, puzzleId);
        if (former === undefined) {
          const why = `Run ${runId} has no result for puzzle ${puzzleId}.`;
          throw new StoreError('NM_PUZZLE_UNKNOWN', why);
        }
        const attempts = former.attempts + 1;
        const values = storedValues({ ...result, ...once, attempts }, CHANGED_COLUMNS);
        change(store, REPLACE, ...values, runId, puzzleId);
        change(store, 'DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?', runId, puzzleId);
        if (former.reusedRun !== null) reused++;
        if (by != null) this.workerRoll.note([[puzzleId, by]]);
      }
      const ms = this.keepWall();
      this.retry?.count(retried, reused, ms);
    });
  }

  /** Keeps the least time of a puzzle that was timed again. */
  shortenTime(puzzleId: number, solveMs: number): void {
    const { store, runId } = this;
    this.commit(() => {
      const pieceId = this.ownRowsOf(puzzleId);
      const before = sumOfResult(store, runId, puzzleId);
      const shorten = `UPDATE result_rows SET solve_ms = @solveMs
        WHERE run_id = @runId AND puzzle_id = @puzzleId AND solve_ms > @solveMs`;
      change(store, shorten, { solveMs, runId, puzzleId });
      const sum = this.owned.get(pieceId) ?? null;
      const added = sumOfResult(store, runId, puzzleId) - before;
      this.owned.set(pieceId, sum === null ? null : (sum + added) >>> 0);
    });
  }

  /** Notes, for whoever looks on, how far the run is, and what its other machines have done. */
  show(progress: Progress, workers: readonly PoolMember[]): void {
    this.commit(() => {
      this.keepProgress(progress);
      if (workers.length > 0) this.workerRoll.show(workers);
    });
  }

  private keepProgress(progress: Progress | null): void {
    this.progress = progress;
    const set = 'UPDATE runs SET progress = ? WHERE run_id = ?';
    change(this.store, set, progress && progressJson(progress), this.runId);
  }

  /** The run's name in a queue, 32 hexadecimal digits; made when it is first asked for. */
  queueKey(): string {
    return this.commit(() => {
      const sql =
        'UPDATE runs SET queue_key = ifnull(queue_key, ?) WHERE run_id = ? RETURNING queue_key';
      const key = randomBytes(16).toString('hex');
      return queryValues<string>(this.store, sql, key, this.runId)[0];
    });
  }

  /** Makes the rows of the piece of a puzzle ones of the run; returns its number. */
  private ownRowsOf(id: number): number {
    const pieceId = pieceOf(id);
    if (this.owned.has(pieceId)) return pieceId;
    const sql = `SELECT w.counts FROM run_pieces h JOIN piece_counts w ON w.run_id = h.held_by AND w.piece_id = h.piece_id
      WHERE h.piece_id = ? AND h.run_id = ?`;
    const [counts = null] = queryValues<Uint8Array>(this.store, sql, pieceId, this.runId);
    ownRows(this.store, this.runId, pieceId);
    this.owned.set(pieceId, counts && (countsIn(counts)?.rowsSum ?? null));
    return pieceId;
  }

  private get workerRoll(): WorkerRoll {
    this.roll ??= new WorkerRoll(this.store, this.runId);
    return this.roll;
  }

  /** Deletes a run without any outcome, so that it is not the latest; else returns false. */
  discardEmptyRun(): boolean {
    const { store, runId } = this;
    return this.commit(() => {
      const found = 'SELECT 1 FROM run_pieces WHERE run_id = ? LIMIT 1';
      if (queryValues(store, found, runId).length > 0) return false;
      for (const table of ['run_sources', 'left_out', 'workers', 'retries', 'runs']) {
        change(store, `DELETE FROM ${table} WHERE run_id = ?`, runId);
      }
      return true;
    });
  }

  /** Deletes a source of unexpected content from the run, with its list; `prune` does the rest. */
  discardSource(sourceId: number): void {
    const { store, runId } = this;
    this.commit(() => {
      const ofSource = 'SELECT piece_id FROM source_pieces WHERE source_id = ?';
      const pieces = queryValues<number>(store, ofSource, sourceId);
      change(store, 'DELETE FROM source_pieces WHERE source_id = ?', sourceId);
      change(store, 'UPDATE sources SET entries = NULL WHERE source_id = ?', sourceId);
      const forget = 'UPDATE run_sources SET entries = NULL WHERE run_id = ? AND source_id = ?';
      change(store, forget, runId, sourceId);
      const elsewhere =
        'SELECT 1 FROM source_pieces JOIN run_sources USING (source_id) WHERE piece_id = ? AND run_id = ? LIMIT 1';
      for (const pieceId of pieces) {
        if (queryValues(store, elsewhere, pieceId, runId).length > 0) continue;
        for (const table of ['solved_by', 'claims', 'result_rows']) {
          change(store, `DELETE FROM ${table} WHERE ${IN_PIECE}`, runId, ...idsOfPiece(pieceId));
        }
        for (const table of ['piece_counts', 'run_pieces']) {
          change(store, `DELETE FROM ${table} WHERE run_id = ? AND piece_id = ?`, runId, pieceId);
        }
      }
    });
  }

  /** Ends the run and copies the log back. Call `makeIndexes` then: its time is not the run's. */
  finishRun(state: Exclude<RunState, 'running'>): void {
    this.commit(() => {
      this.roll?.settle();
      this.endRetries();
      if (state === 'complete') countChangedPieces(this.store, this.runId, this.owned);
      const { progress } = this;
      this.keepProgress(state === 'complete' ? null : progress && stillProgress(progress));
      const set = 'UPDATE runs SET state = ?, finished_at = ? WHERE run_id = ?';
      change(this.store, set, state, new Date().toISOString(), this.runId);
    });
    this.putLogBack();
  }

  /** Ends a round of the run, which goes on with the next one. */
  endRound(): void {
    this.commit(() => this.endRetries());
  }

  /** Ends, now, the retry under way, and those that had nothing left when they were killed. */
  private endRetries(): void {
    const ms = this.keepWall();
    this.retry?.finish(ms);
    const end =
      'UPDATE retries SET finished_at = ? WHERE run_id = ? AND finished_at IS NULL AND tried = puzzles';
    change(this.store, end, new Date().toISOString(), this.runId);
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
    this.sessionStart = this.began;
    return runId;
  }

  /** Drops the indexes once this session has written so much that keeping them would cost more. */
  private spareIndexes(written: number): void {
    this.written += written;
    if (this.written < this.dropAfter) return;
    dropIndexes(this.store);
    this.dropAfter = Infinity;
  }

  /** With every commit, so that a kill loses none; milliseconds of the session, as of its retry. */
  private keepWall(): number {
    const ms = this.sessionMs;
    const set = 'UPDATE runs SET wall_ms = ? WHERE run_id = ?';
    change(this.store, set, this.wallBefore + ms, this.runId);
    return ms;
  }

  /** Does `work` in a transaction, `before` ahead of it. */
  private commit<T>(work: () => T, before: () => void = () => undefined): T {
    try {
      before();
      return this.store.db.transaction(work).immediate();
    } catch (error) {
      trace('store', () => `a commit failed: ${String(error)}`);
      this.owned.clear();
      this.roll?.reset();
      throw explainedError(error, this.store.path);
    }
  }
}

/** Stores gates with a run, in place of the gates that it had. @throws StoreError */
export function keepGates(store: Store, runId: number, { strict, require }: RunGates): void {
  try {
    const set = `UPDATE runs SET options = json_set(options, '$.strict', json(?), '$.require', json(?))
      WHERE run_id = ?`;
    change(store, set, JSON.stringify(strict), JSON.stringify(require), runId);
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** A source as the command line gives it. */
interface NewSource extends SourceKey {
  readonly path: string;
  /** Null if it is not known yet. */
  readonly bytes: number | null;
}

interface AddedSource {
  readonly sourceId: number;
  /** The same content was given earlier in this run: it is read only once, so skip this one. */
  readonly repeated: boolean;
}

const ADD_SOURCE =
  'INSERT INTO run_sources (run_id, position, source_id, path) VALUES (?, ?, ?, ?)';
const NEW_SOURCE =
  'INSERT INTO sources (sha256, format, reading, reader, bytes) VALUES (?, ?, ?, ?, ?) RETURNING source_id';
const KNOWN_SOURCE =
  'SELECT source_id FROM sources WHERE sha256 = ? AND format = ? AND reading = ? AND reader = ?';

/** The pieces of a source in its order; none if the list is not complete. */
export function wholeSource(store: Store, sourceId: number) {
  const isWhole = 'SELECT entries IS NOT NULL FROM sources WHERE source_id = ?';
  if (queryValues(store, isWhole, sourceId)[0] !== 1) return [];
  const pieces = `SELECT piece_id AS pieceId, entries, rejects FROM source_pieces JOIN pieces USING (piece_id)
    WHERE source_id = ? ORDER BY position`;
  return queryRows<Pick<RunPiece, 'pieceId' | 'entries' | 'rejects'>>(store, pieces, sourceId);
}

/** Stores the files that a run leaves out, if they are others than before. @throws StoreError */
export function keepLeftOut(
  store: Store,
  runId: number,
  files: Readonly<ReturnType<typeof listLeftOut>>,
): void {
  const { db } = store;
  const keep = db.transaction(() => {
    const before = new Map(listLeftOut(store, runId).map(({ path, reason }) => [path, reason]));
    const now = new Map(files.map(({ path, reason }) => [path, reason]));
    if (before.size === now.size && files.every(({ path, reason }) => before.get(path) === reason)) return; // prettier-ignore
    change(store, 'DELETE FROM left_out WHERE run_id = ?', runId);
    for (const left of now) change(store, 'INSERT INTO left_out VALUES (?, ?, ?)', runId, ...left);
  });
  try {
    keep.immediate();
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** One result of a retry: it replaces the one that the run has. */
interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

type Former = Pick<ResultFields, 'attempts' | 'reusedRun'>;
const FORMER = `SELECT ${fieldsSql(['attempts', 'reusedRun'], 'result_rows')} FROM result_rows
  WHERE run_id = ? AND puzzle_id = ?`;

/** The columns that change when a puzzle is solved again: all but what is said of its entry. */
const CHANGED_COLUMNS = RESULT_COLUMN_LIST.filter(({ from }) => from !== 'entry');

const REPLACE = `UPDATE result_rows SET ${CHANGED_COLUMNS.map(({ name }) => `${name} = ?`).join(', ')}
  WHERE run_id = ? AND puzzle_id = ?`;

/** What is known about a retry, or a round, at its start. */
interface NewRetry extends Pick<
  RunRetry,
  'statuses' | 'timeoutMs' | 'maxSteps' | 'memoryMiB' | 'puzzles'
> {
  /** Left out or null for a retry. */
  readonly round?: number | null;
}

/** The row of a retry, or a round, under way; methods run within the caller's transaction. */
class RetryNote {
  /** The time limit of its results; null for none. */
  readonly limitMs: number | null;
  private readonly where: string;
  private readonly wallBefore: number;

  /** A round that was stopped goes on: `puzzles` are the ones that are left of it. */
  constructor(
    private readonly store: Store,
    runId: number,
    retry: NewRetry,
  ) {
    const { round = null, timeoutMs, puzzles } = retry;
    this.limitMs = timeoutMs;
    const [begun] = round === null ? [] : queryRows<Begun>(store, BEGUN, runId, round, puzzles);
    const startedAt = new Date().toISOString();
    const nothing = { finishedAt: null, tried: 0, reused: 0, decided: 0, wallMs: 0 };
    const position =
      begun?.position ?? addRetry(store, runId, { ...retry, ...nothing, round, startedAt });
    this.wallBefore = begun?.wallMs ?? 0;
    this.where = `WHERE run_id = ${runId} AND position = ${position}`;
    if (begun !== undefined) change(store, `UPDATE retries SET finished_at = NULL ${this.where}`);
  }

  /** Counts results, `reused` of which replace taken over ones, `ms` after it began or went on. */
  count(retried: readonly RetriedResult[], reused: number, ms: number): void {
    const decided = retried.filter(({ result }) => !isUndecided(result.status)).length;
    const add = `UPDATE retries SET tried = tried + ?, reused = coalesce(reused, 0) + ?, decided = decided + ?, wall_ms = ? ${this.where}`;
    change(this.store, add, retried.length, reused, decided, this.wallBefore + ms);
  }

  finish(ms: number): void {
    const end = `UPDATE retries SET finished_at = ?, wall_ms = ? ${this.where}`;
    change(this.store, end, new Date().toISOString(), this.wallBefore + ms);
  }
}

type Begun = Readonly<Record<'position' | 'wallMs', number>>;

/** The row of a round of which so many puzzles are left. */
const BEGUN = `SELECT position, wall_ms AS wallMs FROM retries
  WHERE run_id = ? AND round = ? AND puzzles - tried = ? ORDER BY position DESC LIMIT 1`;

/** Adds a retry to those of a run; returns its place among them. */
export function addRetry(store: Store, runId: number, retry: RunRetry): number {
  const sql = `INSERT INTO retries (run_id, position, started_at, finished_at, statuses, timeout_ms, max_steps,
      memory_mib, puzzles, tried, reused, decided, round, wall_ms)
    SELECT @runId, coalesce(max(position), 0) + 1, @startedAt, @finishedAt, @words, @timeoutMs, @maxSteps,
      @memoryMiB, @puzzles, @tried, @reused, @decided, @round, @wallMs FROM retries WHERE run_id = @runId
    RETURNING position`;
  const words = retry.statuses.join(',');
  return queryValues<number>(store, sql, { ...retry, runId, words })[0];
}

/**
 * The other machines of a run: one row each and, for each result that another machine found, which
 * one. This is not in the rows of results, so that a run on one machine pays nothing.
 */
export class WorkerRoll {
  private readonly known = new Map<string, number>();
  /** What each worker had done before this session of the run. */
  private readonly before = new Map<string, number>();

  constructor(
    private readonly store: Store,
    private readonly runId: number,
  ) {}

  /** Notes who found results. */
  note(found: readonly (readonly [puzzleId: number, by: RunWorker])[]): void {
    const rows = found.map(([puzzleId, by]) => [this.runId, puzzleId, this.idOf(by)]);
    const tail = 'ON CONFLICT (run_id, puzzle_id) DO UPDATE SET worker_id = excluded.worker_id';
    insertRows(this.store, 'solved_by (run_id, puzzle_id, worker_id)', rows, tail);
  }

  /** Forgets the ids that were made in a transaction that failed. */
  reset(): void {
    this.known.clear();
  }

  /** Notes what each worker has done since the run was begun or resumed, and when it was seen. */
  show(workers: readonly PoolMember[]): void {
    const update = 'UPDATE workers SET threads = ?, puzzles = ?, seen_at = ? WHERE worker_id = ?';
    for (const worker of workers) {
      const seen = new Date(Date.now() - Math.max(0, worker.seenMsAgo)).toISOString();
      const id = this.idOf(worker);
      const before = this.before.get(worker.id) ?? 0;
      change(this.store, update, worker.threads, before + worker.puzzles, seen, id);
    }
  }

  /** Notes once more what each worker has done, by the results that the run has of it. */
  settle(): void {
    const shares = 'SELECT worker_id, count(*) AS puzzles FROM solved_by WHERE run_id = ?';
    const set = `UPDATE workers SET puzzles = shares.puzzles FROM (${shares} GROUP BY worker_id) AS shares
      WHERE workers.worker_id = shares.worker_id`;
    change(this.store, set, this.runId);
  }

  /** The number of a worker in the database, where it is noted if it is not there yet. */
  idOf({ id, host, cpu, threads, version, node }: RunWorker): number {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const insert = `INSERT INTO workers (run_id, name, host, cpu, threads, tool_version, node_version)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (run_id, name) DO UPDATE SET threads = excluded.threads
      RETURNING worker_id AS id, puzzles`;
    type Added = { readonly id: number; readonly puzzles: number };
    const values = [this.runId, id, host, cpu, threads, version, node];
    const [row] = queryRows<Added>(this.store, insert, ...values);
    this.known.set(id, row.id);
    if (!this.before.has(id)) this.before.set(id, row.puzzles);
    return row.id;
  }
}
