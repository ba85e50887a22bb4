import type { Database } from 'better-sqlite3';
import type { Status } from '../../../solver/core/result/outcome.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { puzzleIdSql } from '../layout/place-sql.js';
import { RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import { explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import {
  entriesIn,
  type PassedFile,
  type PassedSource,
  type StartedFile,
} from '../stored-runs/file-beginnings.js';
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

/** What a run need not read, as earlier runs have the results. */
export interface HeldFiles {
  readonly passed: readonly PassedFile[];
  readonly started: readonly StartedFile[];
}

/** Notes whose the results of a run are that it need not read. Within a transaction. */
export function holdPassed(db: Database, runId: number, { passed, started }: HeldFiles): void {
  const hold = db.prepare(
    `INSERT INTO held_results (run_id, source_id, held_by) VALUES (@runId, @sourceId, @heldBy)
     ON CONFLICT (run_id, source_id) DO UPDATE SET held_by = excluded.held_by`,
  );
  const count = db.prepare(
    `UPDATE run_sources SET entries = @entries
     WHERE run_id = @runId AND source_id = @sourceId AND position >= 0`,
  );
  const begin = db.prepare(
    `INSERT INTO run_sources (run_id, position, source_id, path, entries)
     SELECT @runId, @position, @sourceId, path, @entries FROM run_sources
     WHERE run_id = @runId AND source_id = @file AND position >= 0 ORDER BY position LIMIT 1`,
  );
  const reject = db.prepare(
    `INSERT INTO rejects (run_id, source_id, ${OF_REJECT})
     SELECT @runId, source_id, ${OF_REJECT} FROM rejects
     WHERE run_id = @from AND source_id = @sourceId`,
  );
  const holdRows = ({ sourceId, heldBy, from }: PassedSource): void => {
    hold.run({ runId, sourceId, heldBy });
    reject.run({ runId, sourceId, from });
  };
  const lowest = db.prepare<[number], number>(
    'SELECT min(0, min(position)) FROM run_sources WHERE run_id = ?',
  );
  const inParts = [...passed, ...started];
  const parts = inParts.reduce((sum, { beginnings }) => sum + beginnings.length, 0);
  let position = lowest.pluck().get(runId)! - parts;
  for (const { sourceId: file, beginnings } of inParts) {
    for (const source of beginnings) {
      const { sourceId, entries } = source;
      begin.run({ runId, position: position++, sourceId, entries, file });
      holdRows(source);
    }
  }
  for (const file of passed) {
    const { sourceId, entries, beginnings } = file;
    count.run({ runId, sourceId, entries: entries + entriesIn(beginnings) });
    holdRows(file);
  }
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
