import { resolve } from 'node:path';
import type { Statement } from 'better-sqlite3';
import { StoreError, explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { COPIED_COLUMNS, type CopiedResult } from '../stored-runs/part-rows.js';
import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import { RESULT_ROW_COLUMNS, hiddenValues } from '../layout/result-layout.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import { isoTime } from '../rows/iso-time.js';
import { rejectInserter, rejectRow, type CopiedReject } from '../rows/rejects.js';
import { RowInserter, type ColumnValue } from '../rows/row-inserter.js';
import { WorkerRoll } from './worker-roll.js';
import type { PoolMember } from '../../record/who-solves.js';
import type { RunRetry } from '../../record/run-retry.js';
import { addRetry } from './retry-note.js';

const [REUSED_RUN, REUSED_FROM] = (['reused_run', 'reused_from'] as const).map((name) =>
  COPIED_COLUMNS.results.indexOf(name),
);

/** A part of a run in another database, as far as it decides how its rows are copied. */
export interface PartToCopy {
  /** The database of the part. */
  readonly path: string;
  /** The machine that worked on the part; its id names the part. */
  readonly worker: PoolMember;
  /** The other machines that solved for it, by their names. */
  readonly workers: ReadonlyMap<string, PoolMember>;
  readonly startedAt: string;
  readonly wallMs: number;
  readonly retries: readonly RunRetry[];
  /** Which source of this database each of the part's is. */
  readonly sources: ReadonlyMap<number, CopiedSource>;
}

export interface CopiedSource {
  readonly sourceId: number;
  /** What puzzles without a name are called after, in the part and here. */
  readonly partLabel: string;
  readonly label: string;
}

/**
 * Copies the rows of parts into one run. Each method commits before it returns, or throws and has
 * written nothing; what is there already stays as it is, so that all may be done twice.
 */
export class PartCopier {
  private readonly puzzles: RowInserter;
  private readonly results: RowInserter;
  private readonly claims: RowInserter;
  private readonly rejects: RowInserter;
  private readonly roll: WorkerRoll;
  private readonly isThere: Statement<[number, number], number>;
  private readonly fingerprint: Statement<[number], string>;

  /** `runId` must be there, in the state `running`. */
  constructor(
    private readonly store: Store,
    private readonly runId: number,
  ) {
    const { db } = store;
    this.puzzles = new RowInserter(
      db,
      'puzzles',
      COPIED_COLUMNS.puzzles,
      'ON CONFLICT (puzzle_id) DO NOTHING',
    );
    this.results = new RowInserter(db, 'result_rows', RESULT_ROW_COLUMNS);
    this.claims = new RowInserter(db, 'claims', ['run_id', 'puzzle_id', ...COPIED_COLUMNS.claims]);
    this.rejects = rejectInserter(db);
    this.roll = new WorkerRoll(db, runId);
    this.isThere = db.prepare<[number, number], number>(
      'SELECT 1 FROM results WHERE run_id = ? AND puzzle_id = ?',
    );
    this.fingerprint = db
      .prepare<[number], string>('SELECT fingerprint FROM puzzles WHERE puzzle_id = ?')
      .pluck();
  }

  /** Notes who worked on a part, and once how long and what was tried again. */
  beginPart({ worker, workers, startedAt, wallMs, retries }: PartToCopy): void {
    this.commit(() => {
      const { db } = this.store;
      const known = db.prepare('SELECT 1 FROM workers WHERE run_id = ? AND name = ?');
      if (known.get(this.runId, worker.id) === undefined) {
        db.prepare(
          'UPDATE runs SET wall_ms = wall_ms + ?, started_at = min(started_at, ?) WHERE run_id = ?',
        ).run(wallMs, startedAt, this.runId);
        for (const retry of retries) addRetry(db, this.runId, retry);
      }
      this.roll.show([worker, ...workers.values()]);
    });
  }

  /**
   * Copies some results with their puzzles; returns how many were not there yet.
   * @throws StoreError of the kind `mismatch` if another puzzle is in the place of one.
   */
  copyResults(rows: readonly CopiedResult[], part: PartToCopy): number {
    return this.commit(() => {
      const fresh = rows
        .map((row) => ({ ...row, place: placeOf(row, part) }))
        .filter(({ place }) => this.isThere.get(this.runId, place.id) === undefined);
      for (const { place, name, puzzle } of fresh) {
        const { label, partLabel } = place.source;
        const isUnnamed = name === `${partLabel}#${place.ordinal}`;
        const called = isUnnamed ? `${label}#${place.ordinal}` : name;
        const at = [place.id, place.source.sourceId, place.ordinal, called];
        this.puzzles.push([...at, ...puzzle.slice(at.length)]);
      }
      if (this.puzzles.flush() < fresh.length) this.requireSame(fresh);
      for (const { place, result } of fresh) {
        const values = hiddenValues(this.withOrigin(result, part.path));
        this.results.push([this.runId, place.id, ...values]);
      }
      this.results.flush();
      for (const { place, claim } of fresh) {
        if (claim !== null) this.claims.push([this.runId, place.id, ...claim]);
      }
      this.claims.flush();
      for (const { place, worker, result } of fresh) {
        if (result[REUSED_RUN] !== null) continue;
        const by = worker === null ? undefined : part.workers.get(worker);
        this.roll.note(place.id, by ?? part.worker);
      }
      this.roll.flush();
      return fresh.length;
    });
  }

  /**
   * The values of a result; if it was taken over from a run of the part's database, they say so, as
   * the run is not in this one.
   */
  private withOrigin(result: readonly ColumnValue[], part: string): readonly ColumnValue[] {
    if (result[REUSED_RUN] === null) return result;
    const from = resolve(String(result[REUSED_FROM] ?? part));
    return result.with(REUSED_FROM, from === resolve(this.store.path) ? null : from);
  }

  copyRejects(rows: readonly CopiedReject[], { sources }: PartToCopy): void {
    this.commit(() => {
      for (const row of rows) {
        this.rejects.push(rejectRow(this.runId, sources.get(row.sourceId)!.sourceId, row));
      }
      this.rejects.flush();
    });
  }

  /** Notes how many entries each source has, for all parts together. */
  noteEntries(entries: ReadonlyMap<number, number>): void {
    this.commit(() => {
      const set = this.store.db.prepare<[number, number, number]>(
        `UPDATE run_sources INDEXED BY run_sources_by_source SET entries = ?
         WHERE run_id = ? AND source_id = ?`,
      );
      for (const [sourceId, count] of entries) set.run(count, this.runId, sourceId);
    });
  }

  /** Closes the run, with the share of each machine. */
  finish(state: 'complete' | 'interrupted', finishedAt: string | null): void {
    this.commit(() => {
      this.roll.settle();
      this.store.db
        .prepare('UPDATE runs SET state = ?, finished_at = ? WHERE run_id = ?')
        .run(state, finishedAt ?? isoTime(Date.now()), this.runId);
    });
  }

  /** What is there may be from another run: it must be the same puzzle, or results would lie. */
  private requireSame(
    rows: readonly (CopiedResult & { readonly place: ReturnType<typeof placeOf> })[],
  ): void {
    const column = COPIED_COLUMNS.puzzles.indexOf('fingerprint');
    for (const { place, puzzle } of rows) {
      if (this.fingerprint.get(place.id) === puzzle[column]) continue;
      throw new StoreError(
        'NM_DATABASE_PUZZLE_DIFFERS',
        `${this.store.path}: entry ${place.ordinal} of ${place.source.label} is another puzzle ` +
          'than the part has there, though the file is the same: use a new database.',
      );
    }
  }

  private commit<T>(work: () => T): T {
    try {
      return this.store.db.transaction(work).immediate();
    } catch (error) {
      const { puzzles, results, claims, rejects, roll } = this;
      for (const rows of [puzzles, results, claims, rejects, roll]) rows.reset();
      throw explainedError(error, this.store.path);
    }
  }
}

/** Where a row of a part belongs in the database of all. */
function placeOf(
  { puzzleId: id }: CopiedResult,
  { sources }: PartToCopy,
): { readonly id: number; readonly ordinal: number; readonly source: CopiedSource } {
  const source = sources.get(sourceOf(id))!;
  const ordinal = ordinalOf(id);
  return { id: puzzleId(source.sourceId, ordinal), ordinal, source };
}
