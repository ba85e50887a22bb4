import type { Statement } from 'better-sqlite3';
import { PUZZLE_COLUMNS, STAGED_RESULT_COLUMNS, type EntryRows } from '../packed/entry-rows.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import type { RowsBeside } from '../../../solver/core/result/result.js';
import type { RunWorker } from '../../record/who-solves.js';
import { StoreError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { rejectInserter, rejectRow } from '../rows/rejects.js';
import { RowInserter } from '../rows/row-inserter.js';
import { STAGED, StagedRows } from '../rows/staged-rows.js';

/** Some entries of one source that are written together. */
export interface SourceEntries {
  readonly sourceId: number;
  /** Puzzles with their results. */
  readonly rows: readonly EntryRows[];
  readonly rejects: readonly Reject[];
  /** Which other machine solved them, if one did. */
  readonly by?: RunWorker | null;
  /** Rows beside all of the results, in their order. */
  readonly extra?: RowsBeside;
  /** Once the source was read to its end. */
  readonly finished?: FinishedSource;
}

/** How many results entries have. */
export function resultCount({ rows }: SourceEntries): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** What is known about a source once it was read to its end. */
export interface FinishedSource {
  readonly entries: number;
  /** In one part of a run: those of all parts together. */
  readonly allEntries?: number;
  /** Only for standard input: the sizes of files are known before. */
  readonly bytes?: number;
}

/** The staged tables. */
const PUZZLES = { name: 'puzzles', columns: PUZZLE_COLUMNS };
const RESULTS = { name: 'results', columns: STAGED_RESULT_COLUMNS };

/** The staged rows of each open database. */
const stagedRows = new WeakMap<Store, StagedRows>();

function stagedRowsOf(store: Store): StagedRows {
  const known = stagedRows.get(store);
  if (known !== undefined) return known;
  const staged = new StagedRows(store.db, [PUZZLES, RESULTS]);
  stagedRows.set(store, staged);
  store.whenClosed(() => staged.close());
  return staged;
}

/** What is done with staged rows; prepared once they are there. */
interface StagedStatements {
  readonly puzzles: Statement<[]>;
  readonly results: Statement<[number]>;
  readonly another: Statement<[], number>;
  readonly ids: Statement<[number, number], number>;
  readonly solvedBy: Statement<[number, number, number, number]>;
}

/**
 * Writes entries of a run into the tables; every method but `stage` runs within a transaction of
 * the caller.
 */
export class EntryWriter {
  private readonly staged: StagedRows;
  private statements: StagedStatements | null = null;
  /** Whether the database had some of the puzzles before. */
  hadPuzzles = false;
  private readonly rejects: RowInserter;
  private readonly setEntries: Statement<[number, number | null, number, number]>;
  private readonly setBytes: Statement<[number, number]>;

  constructor(private readonly store: Store) {
    const { db } = store;
    this.staged = stagedRowsOf(store);
    this.rejects = rejectInserter(db);
    this.setEntries = db.prepare(
      'UPDATE run_sources INDEXED BY run_sources_by_source SET entries = ?, all_entries = ? WHERE run_id = ? AND source_id = ?',
    );
    this.setBytes = db.prepare('UPDATE sources SET bytes = ? WHERE source_id = ?');
  }

  /**
   * Makes the rows of the groups ready, before the transaction in which `write` gets the same
   * groups.
   */
  stage(groups: readonly SourceEntries[]): void {
    const rows = groups.flatMap((group) => group.rows);
    if (rows.length > 0) this.staged.stage(rows);
  }

  /** Writes the groups that were staged last. `labelOf` says what a source is called. */
  write(
    runId: number,
    groups: readonly SourceEntries[],
    labelOf: (sourceId: number) => string,
  ): void {
    const count = groups.reduce((sum, group) => sum + resultCount(group), 0);
    if (count > 0) {
      const { puzzles, results } = (this.statements ??= this.prepare());
      if (puzzles.run().changes < count) {
        this.requireSame(labelOf);
        this.hadPuzzles = true;
      }
      results.run(runId);
    }
    for (const entries of groups) {
      const { sourceId, rejects, extra, finished } = entries;
      if (extra !== undefined) this.writeBeside(runId, entries, extra);
      for (const reject of rejects) this.rejects.push(rejectRow(runId, sourceId, reject));
      if (finished !== undefined) this.noteFinished(runId, sourceId, finished);
    }
    this.rejects.flush();
  }

  /**
   * The ids of the puzzles of entries that were staged last, without those whose results are taken
   * over.
   */
  idsOf({ rows }: SourceEntries): number[] {
    return rows.flatMap(({ first, last }) => this.statements!.ids.all(first, last));
  }

  /**
   * Notes which other machine found the results of entries that were staged last, but for those
   * that are taken over.
   */
  noteWorker(runId: number, { rows }: SourceEntries, workerId: number): void {
    for (const { first, last } of rows) {
      this.statements!.solvedBy.run(runId, workerId, first, last);
    }
  }

  /** Notes what is known about a source that was read to its end. */
  noteFinished(
    runId: number,
    sourceId: number,
    { entries, allEntries, bytes }: FinishedSource,
  ): void {
    this.setEntries.run(entries, allEntries ?? null, runId, sourceId);
    if (bytes !== undefined) this.setBytes.run(bytes, sourceId);
  }

  /** Forgets rows of a transaction that failed. */
  reset(): void {
    this.rejects.reset();
  }

  /**
   * From here on this connection does not check what it writes: to check a row takes as long as to
   * insert it. Tests let SQLite look at what threads make of all kinds of puzzles, and any other
   * program that changes such a row is checked.
   */
  private prepare(): StagedStatements {
    const { db } = this.store;
    db.pragma('ignore_check_constraints = ON');
    const puzzles = PUZZLES.columns.join(', ');
    const results = RESULTS.columns.join(', ');
    return {
      puzzles: db.prepare(
        `INSERT INTO main.puzzles (${puzzles}) SELECT ${puzzles} FROM ${STAGED}.puzzles
         WHERE true ON CONFLICT (puzzle_id) DO NOTHING`,
      ),
      results: db.prepare(
        `INSERT INTO main.result_rows (run_id, ${results}) SELECT ?, ${results} FROM ${STAGED}.results`,
      ),
      another: db
        .prepare<[], number>(
          `SELECT puzzle_id FROM ${STAGED}.puzzles AS read JOIN main.puzzles AS stored USING (puzzle_id)
           WHERE stored.fingerprint IS NOT read.fingerprint LIMIT 1`,
        )
        .pluck(),
      ids: db
        .prepare<[number, number], number>(
          `SELECT puzzle_id FROM ${STAGED}.results WHERE puzzle_id BETWEEN ? AND ? AND reused_run IS NULL ORDER BY puzzle_id`,
        )
        .pluck(),
      solvedBy: db.prepare(
        `INSERT INTO main.solved_by (run_id, puzzle_id, worker_id)
         SELECT ?, puzzle_id, ? FROM ${STAGED}.results
         WHERE puzzle_id BETWEEN ? AND ? AND reused_run IS NULL
         ON CONFLICT (run_id, puzzle_id) DO UPDATE SET worker_id = excluded.worker_id`,
      ),
    };
  }

  private writeBeside(
    runId: number,
    entries: SourceEntries,
    { table, columns, rows }: RowsBeside,
  ): void {
    const inserter = new RowInserter(this.store.db, table, ['run_id', 'puzzle_id', ...columns]);
    for (const [i, id] of this.idsOf(entries).entries()) inserter.push([runId, id, ...rows[i]]);
    inserter.flush();
  }

  /** Some puzzles were already there: they must be the same, or their results would be wrong. */
  private requireSame(labelOf: (sourceId: number) => string): void {
    const id = this.statements!.another.get();
    if (id === undefined) return;
    throw new StoreError(
      'NM_DATABASE_PUZZLE_DIFFERS',
      `${this.store.path}: entry ${ordinalOf(id)} of ${labelOf(sourceOf(id))} ` +
        `is another puzzle than the one that an earlier run read there, though the file is the ` +
        `same. Another version of nonomill may have read it: use a new database.`,
    );
  }
}
