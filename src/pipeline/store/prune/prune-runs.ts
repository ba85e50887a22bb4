import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { handOver } from '../held/held-results.js';
import { sourceOfSql } from '../layout/place-sql.js';
import { bytesOfDatabase } from '../open/database-files.js';
import type { Store } from '../open/open.js';
import { SCHEMA_TABLES } from '../open/schema.js';
import { explainedError, sqliteCode } from '../open/store-error.js';

/** What removing runs frees. */
export interface PruneFigures {
  readonly runs: number;
  readonly results: number;
  readonly rejects: number;
  readonly puzzles: number;
  readonly sources: number;
  /** About how many bytes of the database these take. */
  readonly bytes: number;
}

/** Rows of the runs whose numbers `@runs` lists as JSON. */
const OF_THESE = 'run_id IN (SELECT value FROM json_each(@runs))';
/** Sources that no other run refers to. */
const LONE_SOURCES = `SELECT source_id FROM sources WHERE source_id NOT IN (
  SELECT source_id FROM run_sources WHERE NOT ${OF_THESE})`;

/** What removing these runs would free, found without writing. */
export function pruneFigures({ db }: Store, runIds: readonly number[]): PruneFigures {
  const runs = JSON.stringify(runIds);
  const count = (sql: string): number =>
    db.prepare<{ runs: string }, number>(`SELECT count(*) FROM ${sql}`).pluck().get({ runs }) ?? 0;
  const all = (table: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  // Rows that runs which stay refer to are handed over to them.
  const results = count(`result_rows WHERE ${OF_THESE} AND NOT EXISTS (SELECT 1 FROM held_results h
    WHERE h.source_id = ${sourceOfSql('result_rows.puzzle_id')} AND h.held_by = result_rows.run_id
      AND NOT h.${OF_THESE})`);
  const puzzles = count(`puzzles WHERE source_id IN (${LONE_SOURCES})`);
  const part = (gone: number, table: string): number => (gone === 0 ? 0 : gone / all(table));
  // The pages of a table and its indexes, whose names begin as its own does.
  const pages = db
    .prepare<[string], number | null>(
      'SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name GLOB ?',
    )
    .pluck();
  const bytesOf = (names: string): number => pages.get(names) ?? 0;
  return {
    runs: runIds.length,
    results,
    puzzles,
    rejects: count(`rejects WHERE ${OF_THESE}`),
    sources: count(`sources WHERE source_id IN (${LONE_SOURCES})`),
    bytes: Math.round(
      part(results, 'result_rows') * bytesOf('result*') +
        part(puzzles, 'puzzles') * bytesOf('puzzle*'),
    ),
  };
}

/** The tables that have rows of runs, each before the tables that it refers to. */
function tablesOfRuns({ db }: Store): string[] {
  const hasRuns = db
    .prepare<[string], number>("SELECT count(*) FROM pragma_table_info(?) WHERE name = 'run_id'")
    .pluck();
  return Object.keys(SCHEMA_TABLES)
    .filter((table) => hasRuns.get(table) === 1)
    .reverse();
}

/** The tables that refer to rows of results, which `handOver` moves. */
const REFERRING: ReadonlySet<string> = new Set(['claims', 'solved_by']);

/**
 * Removes runs with all that is theirs, and the puzzles and sources that no other run refers to, in
 * one transaction: whoever is killed meanwhile leaves the database as it was. The file keeps its
 * size, see `makeSmall`.
 * @throws StoreError if the disk is full, or another program holds the database.
 */
export function removeRuns(store: Store, runIds: readonly number[]): void {
  const { db } = store;
  const runs = JSON.stringify(runIds);
  const remove = (from: (table: string, gone: string, runs: string) => void): void =>
    db
      .transaction(() => {
        const tables = tablesOfRuns(store);
        const referring = tables.filter((table) => REFERRING.has(table));
        for (const table of referring) from(table, OF_THESE, runs);
        handOver(db, runs);
        // Puzzles come before the runs, which tell which of them are left alone.
        from('puzzles', LONE_PUZZLES, runs);
        for (const table of tables) if (!REFERRING.has(table)) from(table, OF_THESE, runs);
        db.exec('DELETE FROM sources WHERE source_id NOT IN (SELECT source_id FROM run_sources)');
      })
      .immediate();
  const rowByRow = (table: string, gone: string): void => {
    db.prepare<{ runs: string }>(`DELETE FROM ${table} WHERE ${gone}`).run({ runs });
  };
  try {
    // What an earlier program left of the log takes room, too.
    db.pragma('wal_checkpoint(TRUNCATE)');
    try {
      remove(rowByRow);
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_FULL' || !isLittleLeft(store, runIds)) throw error;
      inLittleRoom(store, () => remove((...gone) => replaceRows(store, ...gone)));
    }
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** The most bytes of rows that stay which are held in memory. */
const MOST_HELD = 2 ** 28;

/** Whether what stays, as far as that can be told, is little enough to be held in memory. */
function isLittleLeft(store: Store, runIds: readonly number[]): boolean {
  return bytesHeld(store) - pruneFigures(store, runIds).bytes < MOST_HELD;
}

/** Puzzles that no other run has. CROSS has SQLite look results up, run by run. */
const LONE_PUZZLES = `(source_id IN (${LONE_SOURCES})
  OR source_id IN (SELECT source_id FROM run_sources WHERE ${OF_THESE})
    AND NOT EXISTS (SELECT 1 FROM runs CROSS JOIN result_rows ON result_rows.run_id = runs.run_id
      WHERE NOT runs.${OF_THESE} AND result_rows.puzzle_id = puzzles.puzzle_id))`;

/**
 * Does what has found no room for its log: with what stays in memory, if that is little enough.
 * Foreign keys rest, as SQLite otherwise empties a table that others refer to row by row.
 */
function inLittleRoom({ db }: Store, work: () => void): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('temp_store = MEMORY');
  db.pragma('foreign_keys = OFF');
  try {
    work();
  } finally {
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = DEFAULT');
  }
}

/**
 * Removes rows by emptying the table, which writes none of its pages, and putting back what stays:
 * the log then takes what stays, and not what goes.
 */
function replaceRows({ db }: Store, table: string, gone: string, runs: string): void {
  db.prepare<{ runs: string }>(
    `CREATE TEMP TABLE staying AS SELECT * FROM main.${table} WHERE NOT ${gone}`,
  ).run({ runs });
  db.exec(`DELETE FROM main.${table};
    INSERT INTO main.${table} SELECT * FROM temp.staying; DROP TABLE temp.staying`);
}

/**
 * Makes the file as small as what it holds. SQLite writes all of it anew, through its log, and only
 * then gives up the old pages: a kill leaves one or the other.
 * @returns How many bytes it has now; null if the disk has no room for the second copy that this
 * takes meanwhile.
 * @throws StoreError if the disk fails.
 */
export function makeSmall(store: Store): number | null {
  const { db, path } = store;
  // One copy in a temporary file, one in the log.
  if (bytesFree(store) < 2 * bytesHeld(store)) return null;
  try {
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The folder for temporary files may be on another disk.
    if (sqliteCode(error) === 'SQLITE_FULL') return null;
    throw explainedError(error, path);
  }
  return bytesOfDatabase(path);
}

/** The bytes of the pages that are in use. */
function bytesHeld({ db }: Store): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map(
    (name) => db.pragma(name, { simple: true }) as number,
  );
  return (pages - free) * size;
}

/** The bytes that are free on the disk of a database. */
function bytesFree({ path }: Store): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
