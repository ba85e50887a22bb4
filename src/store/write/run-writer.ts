import { randomBytes } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import type { PuzzleColumns, Reject } from '../../puzzle/puzzle-columns.js';
import type { PuzzleResult } from '../../result/result.js';
import { StoreError, sqliteCode, writingError } from '../open/errors.js';
import { dropIndexes, rowsWorthDropping } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/puzzle-id.js';
import { SOLVED_COLUMNS } from '../rows/result-columns.js';
import { isoTime, resultValues } from '../rows/result-row.js';
import { RowInserter } from '../rows/row-inserter.js';
import { addRunSource, type AddedSource, type NewSource } from './run-sources.js';
import type { NewRun, RunState } from '../queries/runs.js';
import { WorkerRoll, type RunWorker, type RunWorkerFigures } from './worker-roll.js';

/** One result of `--retry`: it takes the place of the one that the run has. */
export interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

/**
 * Writes one run: the only writer of a database, since opening it for writing takes the lock.
 * Every method commits before it returns, or throws and has written nothing.
 *
 *     startRun / resumeRun -> addSource for each source -> write ... -> finishRun
 */
export class RunWriter {
  private readonly store: Store;
  private readonly puzzles: RowInserter;
  private readonly results: RowInserter;
  private readonly rejects: RowInserter;
  private readonly update: Statement;
  private readonly forget: Statement<[number, number]>;
  private readonly setWall: Statement<[number, number]>;
  private readonly labels = new Map<number, string>();
  private currentRun = 0;
  private roll: WorkerRoll | null = null;
  private wallBefore = 0;
  private sessionStart = 0;
  private nextPosition = 0;
  private written = 0;
  private dropAfter = Infinity;

  constructor(store: Store) {
    this.store = store;
    const { db } = store;
    this.puzzles = new RowInserter(
      db,
      'puzzles',
      PUZZLE_COLUMNS,
      'ON CONFLICT (puzzle_id) DO NOTHING',
    );
    this.results = new RowInserter(db, 'results', [
      'run_id',
      'puzzle_id',
      'goal_matches',
      ...SOLVED_COLUMNS,
    ]);
    this.rejects = new RowInserter(
      db,
      'rejects',
      ['run_id', 'source_id', 'ordinal', 'line', 'name', 'reason', 'excerpt'],
      'ON CONFLICT (run_id, source_id, ordinal) DO NOTHING',
    );
    this.update = db.prepare(
      `UPDATE results SET ${SOLVED_COLUMNS.map((name) => `${name} = ?`).join(', ')},
         attempts = attempts + 1
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.forget = db.prepare('DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?');
    this.setWall = db.prepare('UPDATE runs SET wall_ms = ? WHERE run_id = ?');
  }

  /** The run that is being written; 0 before it was started. */
  get runId(): number {
    return this.currentRun;
  }

  /**
   * Makes a new run, in the state `running`, and gives its id. Other runs that are `running` were
   * killed, since this writer holds the lock: they become `interrupted`.
   */
  startRun(run: NewRun): number {
    return this.commit(() => {
      this.store.db.exec(`UPDATE runs SET state = 'interrupted' WHERE state = 'running'`);
      const { lastInsertRowid } = this.store.db
        .prepare(
          `INSERT INTO runs (name, state, started_at, options, tool_version, node_version, host, cpu)
           VALUES (?, 'running', ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          run.name,
          isoTime(Date.now()),
          JSON.stringify(run.options),
          run.toolVersion,
          run.nodeVersion,
          run.host,
          run.cpu,
        );
      return this.begin(Number(lastInsertRowid), 0);
    });
  }

  /**
   * Goes on with a run, which is `running` again; gives its id.
   * @throws StoreError where there is no such run.
   */
  resumeRun(runId: number): number {
    return this.commit(() => {
      const wall = this.store.db
        .prepare<[number], number>(
          `UPDATE runs SET state = 'running', finished_at = NULL WHERE run_id = ?
           RETURNING wall_ms`,
        )
        .pluck()
        .get(runId);
      if (wall === undefined) throw new StoreError('missing', `There is no run ${runId}.`);
      return this.begin(runId, wall);
    });
  }

  /**
   * The next source of the run, in the order of the command line (also when it is resumed: what
   * is there already stays). `label` names puzzles without an id: `<label>#<ordinal>`.
   */
  addSource(source: NewSource & { readonly label: string }): AddedSource {
    const added = this.commit(() =>
      addRunSource(this.store, this.currentRun, this.nextPosition, source),
    );
    this.nextPosition++;
    if (!added.repeated) this.labels.set(added.sourceId, source.label);
    return added;
  }

  /** Notes the files that the run leaves out, in place of those that it noted before. */
  setLeftOut(files: readonly { readonly path: string; readonly reason: string }[]): void {
    this.commit(() => {
      const { db } = this.store;
      db.prepare('DELETE FROM left_out WHERE run_id = ?').run(this.currentRun);
      const insert = db.prepare('INSERT OR IGNORE INTO left_out VALUES (?, ?, ?)');
      for (const { path, reason } of files) insert.run(this.currentRun, path, reason);
    });
  }

  /** Notes how many entries a source turned out to have, and for standard input its bytes. */
  finishSource(sourceId: number, found: { entries: number; bytes?: number }): void {
    this.commit(() => {
      this.store.db
        .prepare('UPDATE run_sources SET entries = ? WHERE run_id = ? AND source_id = ?')
        .run(found.entries, this.currentRun, sourceId);
      if (found.bytes === undefined) return;
      this.store.db
        .prepare('UPDATE sources SET bytes = ? WHERE source_id = ?')
        .run(found.bytes, sourceId);
    });
  }

  /**
   * Stores some entries of one source: puzzles with their results (element i of `results` is
   * about element i of each column), and rejects. Puzzles that the database has from another
   * run, and rejects that this run has, are left as they are; a second result for a puzzle of
   * this run is an error. Element i of `by`, if it has one, says which other machine solved it.
   * @throws StoreError of the kind `disk` where it is full, `mismatch` where another run has
   * another puzzle at that place.
   */
  write(
    sourceId: number,
    columns: PuzzleColumns,
    results: readonly PuzzleResult[],
    rejects: readonly Reject[],
    by: readonly (RunWorker | null | undefined)[] = [],
  ): void {
    if (results.length !== columns.ordinals.length) {
      throw new RangeError(`${results.length} results for ${columns.ordinals.length} puzzles`);
    }
    this.commit(() => {
      this.writePuzzles(sourceId, columns);
      for (let i = 0; i < results.length; i++) {
        const goal = columns.goalMatches[i];
        this.results.push([
          this.currentRun,
          puzzleId(sourceId, columns.ordinals[i]),
          goal === null ? null : goal ? 1 : 0,
          ...resultValues(results[i]),
        ]);
      }
      this.results.flush();
      if (by.length > 0) this.noteWorkers(sourceId, columns, by);
      for (const { ordinal, line, name, reason, excerpt } of rejects) {
        this.rejects.push([this.currentRun, sourceId, ordinal, line, name, reason, excerpt]);
      }
      this.rejects.flush();
      this.keepWall();
      this.spareIndexes(results.length);
    });
  }

  /** Stores the results of `--retry` in place of the run's own; `attempts` counts them. */
  updateResults(retried: readonly RetriedResult[]): void {
    this.commit(() => {
      for (const { puzzleId: id, result, by } of retried) {
        const { changes } = this.update.run(...resultValues(result), this.currentRun, id);
        if (changes !== 1) {
          throw new StoreError('missing', `Run ${this.currentRun} has no result for puzzle ${id}.`);
        }
        this.forget.run(this.currentRun, id);
        if (by != null) this.workerRoll.note(id, by);
      }
      this.roll?.flush();
      this.keepWall();
    });
  }

  /** Notes what the other machines of the run have done so far. */
  showWorkers(workers: readonly RunWorkerFigures[]): void {
    this.commit(() => this.workerRoll.show(workers));
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

  private get workerRoll(): WorkerRoll {
    this.roll ??= new WorkerRoll(this.store.db, this.currentRun);
    return this.roll;
  }

  private noteWorkers(
    sourceId: number,
    { ordinals }: PuzzleColumns,
    by: readonly (RunWorker | null | undefined)[],
  ): void {
    for (const [i, worker] of by.entries()) {
      if (worker != null) this.workerRoll.note(puzzleId(sourceId, ordinals[i]), worker);
    }
    this.workerRoll.flush();
  }

  /**
   * Takes a run back that nothing came of, so that it is not the latest one; false, and nothing
   * is done, where it has a result or a reject.
   */
  discardEmptyRun(): boolean {
    return this.commit(() => {
      const { db } = this.store;
      for (const table of ['results', 'rejects']) {
        const found = db.prepare(`SELECT 1 FROM ${table} WHERE run_id = ? LIMIT 1`);
        if (found.get(this.currentRun) !== undefined) return false;
      }
      for (const table of ['run_sources', 'left_out', 'workers']) {
        db.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(this.currentRun);
      }
      db.prepare('DELETE FROM runs WHERE run_id = ?').run(this.currentRun);
      return true;
    });
  }

  /**
   * Closes the run, and puts the log back into the database. Then `makeIndexes` is due, for
   * which the run's clock does not run.
   */
  finishRun(state: Exclude<RunState, 'running'>): void {
    this.commit(() => {
      this.keepWall();
      this.store.db
        .prepare('UPDATE runs SET state = ?, finished_at = ? WHERE run_id = ?')
        .run(state, isoTime(Date.now()), this.currentRun);
    });
    this.putLogBack();
  }

  /** Where the disk has no room for it, the log stays: it is as good as the database. */
  private putLogBack(): void {
    try {
      this.store.db.pragma('wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_FULL') throw writingError(error, this.store.path);
    }
  }

  private begin(runId: number, wallBefore: number): number {
    this.currentRun = runId;
    this.nextPosition = 0;
    this.written = 0;
    this.dropAfter = rowsWorthDropping(this.store);
    this.wallBefore = wallBefore;
    this.sessionStart = performance.now();
    return runId;
  }

  /** Drops the indexes once this session has written so much that keeping them costs more. */
  private spareIndexes(written: number): void {
    this.written += written;
    if (this.written < this.dropAfter) return;
    dropIndexes(this.store);
    this.dropAfter = Infinity;
  }

  /** With every commit, so that also a killed session's time is known. */
  private keepWall(): void {
    this.setWall.run(this.wallBefore + performance.now() - this.sessionStart, this.currentRun);
  }

  private writePuzzles(sourceId: number, columns: PuzzleColumns): void {
    const label = this.labels.get(sourceId) ?? `source ${sourceId}`;
    const { ordinals } = columns;
    for (let i = 0; i < ordinals.length; i++) {
      this.puzzles.push([
        puzzleId(sourceId, ordinals[i]),
        sourceId,
        ordinals[i],
        columns.names[i] ?? `${label}#${ordinals[i]}`,
        columns.titles[i],
        columns.widths[i],
        columns.heights[i],
        columns.colours[i],
        columns.palettes[i],
        columns.filled[i],
        columns.clues[i],
        columns.starts[i],
        columns.goals[i],
        columns.fingerprints[i],
        columns.shapes[i],
      ]);
    }
    if (this.puzzles.flush() < ordinals.length) this.checkSame(sourceId, columns);
  }

  /** Some puzzles were there already: they must be the same, or results would lie. */
  private checkSame(sourceId: number, { ordinals, fingerprints }: PuzzleColumns): void {
    const stored = this.store.db
      .prepare<[number], string>('SELECT fingerprint FROM puzzles WHERE puzzle_id = ?')
      .pluck();
    for (let i = 0; i < ordinals.length; i++) {
      if (stored.get(puzzleId(sourceId, ordinals[i])) === fingerprints[i]) continue;
      throw new StoreError(
        'mismatch',
        `${this.store.path}: entry ${ordinals[i]} of ${this.labels.get(sourceId) ?? sourceId} ` +
          `is another puzzle than the one that an earlier run read there, though the file is the ` +
          `same. Another version of nonomill may have read it: use a new database (--db).`,
      );
    }
  }

  private commit<T>(work: () => T): T {
    try {
      return this.store.db.transaction(work)();
    } catch (error) {
      this.puzzles.reset();
      this.results.reset();
      this.rejects.reset();
      this.roll?.reset();
      throw writingError(error, this.store.path);
    }
  }
}

const PUZZLE_COLUMNS = [
  'puzzle_id',
  'source_id',
  'ordinal',
  'name',
  'title',
  'width',
  'height',
  'colours',
  'palette',
  'filled',
  'clues',
  'start',
  'goal',
  'fingerprint',
  'shape',
] as const;
