import type { Database } from 'better-sqlite3';
import type { Status } from '../../../solver/core/result/outcome.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { PUZZLES } from '../../../solver/core/result/corpus-tables.js';
import { puzzleIdSql } from '../layout/place-sql.js';
import { RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import { explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import type { RunTally } from '../stored-runs/run-figures.js';

/**
 * Whose rows the results of a run are, source by source (`held_results`): its own or, of a source
 * that it passed over, those of the earlier run that has written them. What a row says of its run
 * the views work out.
 */

/** The columns of a row after its key, and with the id of its puzzle. */
const OF_RESULT = RESULT_ROW_COLUMNS.slice(2).join(', ');
const COPIED = `puzzle_id, ${OF_RESULT}`;

/** The columns of a reject after its run and its source. */
const OF_REJECT = 'ordinal, line, name, reason, excerpt, kind';

/** A source that a run passes over, as an earlier run has all of its results. */
export interface PassedSource {
  readonly sourceId: number;
  /** The run whose rows these are, and that whose rejects are copied. */
  readonly heldBy: number;
  readonly from: number;
  readonly entries: number;
}

/** Notes that sources of a run are passed over. Within a transaction. */
export function holdPassed(db: Database, runId: number, passed: readonly PassedSource[]): void {
  const hold = db.prepare(
    'UPDATE held_results SET held_by = @heldBy WHERE run_id = @runId AND source_id = @sourceId',
  );
  const count = db.prepare(
    'UPDATE run_sources SET entries = @entries WHERE run_id = @runId AND source_id = @sourceId',
  );
  const reject = db.prepare(
    `INSERT INTO rejects (run_id, source_id, ${OF_REJECT})
     SELECT @runId, source_id, ${OF_REJECT} FROM rejects
     WHERE run_id = @from AND source_id = @sourceId`,
  );
  for (const { sourceId, heldBy, from, entries } of passed) {
    hold.run({ runId, sourceId, heldBy });
    count.run({ runId, sourceId, entries });
    reject.run({ runId, sourceId, from });
  }
}

/** So many entries are copied in one transaction. */
const COPIED_AT_ONCE = 20_000;

/**
 * Copies what a run has of a source to another source of another run, which begins with the same
 * bytes: puzzles, results and rejects, some thousand entries in each step. Each is to be called
 * in a transaction of its own; what is there already stays.
 */
export function* copiesOfStart(
  db: Database,
  { sourceId, heldBy, from, entries }: PassedSource,
  to: { readonly runId: number; readonly sourceId: number },
): Generator<() => void, void, undefined> {
  const shift = puzzleId(to.sourceId, 0) - puzzleId(sourceId, 0);
  const puzzles = Object.keys(PUZZLES.columns).slice(2).join(', ');
  const copy = [
    db.prepare(
      `INSERT INTO puzzles (puzzle_id, source_id, ${puzzles})
       SELECT puzzle_id + @shift, @sourceId, ${puzzles} FROM puzzles
       WHERE puzzle_id >= @first AND puzzle_id < @end ON CONFLICT (puzzle_id) DO NOTHING`,
    ),
    db.prepare(
      `INSERT INTO result_rows (run_id, puzzle_id, ${OF_RESULT})
       SELECT @runId, puzzle_id + @shift, ${OF_RESULT.replace('reused_run', 'ifnull(reused_run, @heldBy)')}
       FROM result_rows WHERE run_id = @heldBy AND puzzle_id >= @first AND puzzle_id < @end
       ON CONFLICT (run_id, puzzle_id) DO NOTHING`,
    ),
    db.prepare(
      `INSERT INTO rejects (run_id, source_id, ${OF_REJECT})
       SELECT @runId, @sourceId, ${OF_REJECT} FROM rejects
       WHERE run_id = @from AND source_id = @before
         AND ordinal >= @first - @base AND ordinal < @end - @base
       ON CONFLICT (run_id, source_id, ordinal) DO NOTHING`,
    ),
  ];
  const base = puzzleId(sourceId, 0);
  for (let at = 0; at < entries; at += COPIED_AT_ONCE) {
    const [first, end] = [base + at, base + Math.min(at + COPIED_AT_ONCE, entries)];
    const values = { ...to, shift, heldBy, from, before: sourceId, base, first, end };
    yield () => {
      for (const statement of copy) statement.run(values);
    };
  }
}

/** The sources of a run whose results are rows of earlier runs. */
export function passedSources({ db }: Store, runId: number): ReadonlySet<number> {
  const ids = db
    .prepare<[number], number>(
      'SELECT source_id FROM held_results WHERE run_id = ? AND held_by <> run_id',
    )
    .pluck()
    .all(runId);
  return new Set(ids);
}

/** The sources of a run of which it has nothing yet, neither itself nor by an earlier run. */
export function untouchedSources({ db }: Store, runId: number): ReadonlySet<number> {
  const ids = db
    .prepare<[number], number>(
      `SELECT source_id FROM held_results h WHERE run_id = ? AND held_by = run_id
         AND NOT EXISTS (SELECT 1 FROM result_rows r WHERE r.run_id = h.run_id
           AND r.puzzle_id >= ${puzzleIdSql('h.source_id', '0')}
           AND r.puzzle_id < ${puzzleIdSql('(h.source_id + 1)', '0')})
         AND NOT EXISTS (SELECT 1 FROM rejects j
           WHERE j.run_id = h.run_id AND j.source_id = h.source_id)`,
    )
    .pluck()
    .all(runId);
  return new Set(ids);
}

/** What a run has of sources that it passed over. */
export interface PassedEntries {
  readonly entries: number;
  readonly rejects: number;
  readonly byStatus: RunTally;
}

/** Counts what a run has of these sources, whose results may have been counted already. */
export function passedEntries(
  store: Store,
  runId: number,
  passed: ReadonlySet<number>,
  counted: ReadonlyMap<Status, number> | null = null,
): PassedEntries {
  const ids = JSON.stringify([...passed]);
  const rows =
    counted === null
      ? store.db
          .prepare<[number, string], [Status, number]>(
            `SELECT status, count(*) FROM held_rows
             WHERE run_id = ? AND at_source IN (SELECT value FROM json_each(?)) GROUP BY status`,
          )
          .raw()
          .all(runId, ids)
      : [...counted];
  const rejects = store.db
    .prepare<[number, string], number>(
      `SELECT count(*) FROM rejects
       WHERE run_id = ? AND source_id IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .get(runId, ids)!;
  const results = rows.reduce((sum, [, count]) => sum + count, 0);
  return { entries: results + rejects, rejects, byStatus: Object.fromEntries(rows) };
}

/**
 * Makes the rows of a source ones of the run itself, as they are about to change. Within a
 * transaction.
 */
export function ownRows(db: Database, runId: number, sourceId: number): void {
  const key = { runId, sourceId };
  const heldBy = db
    .prepare<[typeof key], number>(
      'SELECT held_by FROM held_results WHERE run_id = @runId AND source_id = @sourceId',
    )
    .pluck()
    .get(key);
  if (heldBy !== undefined && heldBy !== runId) {
    db.prepare(
      `INSERT INTO result_rows (run_id, ${COPIED})
       SELECT @runId, ${COPIED} FROM held_rows WHERE run_id = @runId AND at_source = @sourceId`,
    ).run(key);
  }
  db.prepare(
    `UPDATE held_results SET held_by = @runId, rows_sum = NULL
     WHERE run_id = @runId AND source_id = @sourceId`,
  ).run(key);
  db.prepare('DELETE FROM source_counts WHERE run_id = @runId AND source_id = @sourceId').run(key);
}

interface Handed {
  readonly sourceId: number;
  readonly heldBy: number;
  readonly heir: number;
}

/**
 * Hands the rows of runs that are removed (a JSON array of their numbers) over to the first of the
 * others that refer to them. Nothing may refer to these rows as theirs any more. Within a
 * transaction.
 */
export function handOver(db: Database, gone: string): void {
  const isGone = (column: string): string => `${column} IN (SELECT value FROM json_each(@gone))`;
  const handed = db
    .prepare<[{ gone: string }], Handed>(
      `SELECT source_id AS sourceId, held_by AS heldBy, min(run_id) AS heir FROM held_results
       WHERE ${isGone('held_by')} AND NOT ${isGone('run_id')} GROUP BY source_id, held_by`,
    )
    .all({ gone });
  const move = db.prepare(
    `UPDATE result_rows SET run_id = @heir, reused_run = ifnull(reused_run, @heldBy)
     WHERE run_id = @heldBy AND puzzle_id BETWEEN @first AND @last`,
  );
  const keepSum = db.prepare(
    `UPDATE held_results SET rows_sum = (SELECT rows_sum FROM held_results
       WHERE run_id = @heldBy AND source_id = @sourceId)
     WHERE run_id = @heir AND source_id = @sourceId`,
  );
  const keepCounts = db.prepare(
    'UPDATE source_counts SET run_id = @heir WHERE run_id = @heldBy AND source_id = @sourceId',
  );
  const refer = db.prepare(
    `UPDATE held_results SET held_by = @heir
     WHERE held_by = @heldBy AND source_id = @sourceId AND NOT ${isGone('run_id')}`,
  );
  for (const { sourceId, heldBy, heir } of handed) {
    const [first, last] = [puzzleId(sourceId, 0), puzzleId(sourceId, MAX_ENTRIES - 1)];
    move.run({ heir, heldBy, first, last });
    keepSum.run({ heir, heldBy, sourceId });
    keepCounts.run({ heir, heldBy, sourceId });
    refer.run({ heir, heldBy, sourceId, gone });
  }
}

/** The sum of the rows of a source, as it was stored with them; null if none was. */
export function storedSum({ db }: Store, heldBy: number, sourceId: number): string | null {
  return (
    db
      .prepare<[number, number], string | null>(
        'SELECT rows_sum FROM held_results WHERE run_id = ? AND source_id = ?',
      )
      .pluck()
      .get(heldBy, sourceId) ?? null
  );
}

/** The sum of the rows of a source, and what is kept of them besides: see `countsKeeper`. */
export interface SourceSum {
  readonly sum: string;
  readonly counts: Uint8Array | null;
}

/** Stores such sums, by the sources. @throws StoreError */
export function keepSums(
  { db, path }: Store,
  heldBy: number,
  sums: ReadonlyMap<number, SourceSum>,
): void {
  const keep = db.prepare(
    'UPDATE held_results SET rows_sum = ? WHERE run_id = ? AND source_id = ?',
  );
  const keepCounts = db.prepare(
    'INSERT OR REPLACE INTO source_counts (run_id, source_id, counts) VALUES (?, ?, ?)',
  );
  try {
    db.transaction(() => {
      for (const [sourceId, { sum, counts }] of sums) {
        keep.run(sum, heldBy, sourceId);
        if (counts !== null) keepCounts.run(heldBy, sourceId, counts);
      }
    })();
  } catch (error) {
    throw explainedError(error, path);
  }
}
