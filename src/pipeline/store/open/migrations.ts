import type { Database } from 'better-sqlite3';
import {
  RESULT_ROWS,
  RESULT_ROW_COLUMNS,
  RESULT_VIEWS,
  addedColumn,
} from '../layout/result-layout.js';
import type { ResultColumnName } from '../../../solver/core/result/result-columns.js';
import { UNWATCHED, type Watch } from '../../record/counted-work.js';
import { APPLICATION_ID, COUNT, SOURCE_INDEX, SCHEMA_TABLES } from './schema.js';

/** Takes a database one version on; if that can take long, `watch` is told how far it is. */
export type MigrationStep = (db: Database, watch: Watch) => void;

/** The steps from version 1 on, each to the next version; one that was released never changes. */
export const STEPS: readonly MigrationStep[] = [
  // `needs` may be `lookahead`; look_ahead, difficulty_version, opening and narrowest are new; and
  // a run may pass files over, but none has so far.
  (db, watch) => {
    remakeResults(db, watch);
    db.exec(`CREATE TABLE held_results ${SCHEMA_TABLES.held_results}`);
    db.exec(
      `INSERT INTO held_results (run_id, source_id, held_by)
       SELECT DISTINCT run_id, source_id, run_id FROM run_sources`,
    );
  },
  // inner_look_ahead is new, and what was counted of a file is kept.
  (db) => {
    addColumn(db, 'inner_look_ahead');
    db.exec(`CREATE TABLE source_counts ${SCHEMA_TABLES.source_counts}`);
  },
  // A round notes how many of its puzzles the run had taken over.
  (db) => {
    if (columnsOf(db, 'retries').includes('reused')) return;
    db.exec(`ALTER TABLE retries ADD COLUMN ${COUNT('reused')}`);
  },
  // Puzzles may be accepted one by one.
  (db) => void db.exec(`CREATE TABLE IF NOT EXISTS accepted ${SCHEMA_TABLES.accepted}`),
  // Solutions are no longer estimated.
  (db, watch) => {
    if (columnsOf(db, 'result_rows').includes('count_estimate')) remakeResults(db, watch);
  },
  // What is worse in a run is kept with it.
  (db) => {
    db.exec(`CREATE TABLE IF NOT EXISTS standings ${SCHEMA_TABLES.standings}`);
  },
];

/** The version that this program writes. */
export const SCHEMA_VERSION = 1 + STEPS.length;

/** The version that the database's header names; 0 for an empty database. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/**
 * Brings the schema to the last version, all in one transaction: whoever is killed meanwhile leaves
 * the database as it was. There is no way back. Foreign keys must be off, as tables may be replaced
 * by others.
 */
export function migrate(
  db: Database,
  watch: Watch = UNWATCHED,
  steps: readonly MigrationStep[] = STEPS,
): void {
  const from = schemaVersion(db);
  const to = 1 + steps.length;
  db.transaction(() => {
    if (from === 0) makeTables(db);
    else for (const step of steps.slice(from - 1)) step(db, watch);
    makeViews(db);
    if (from === to) return;
    // What rows say may be more by a column than what was summed up.
    db.exec('UPDATE held_results SET rows_sum = NULL');
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${to}`);
  })();
}

function makeTables(db: Database): void {
  for (const [name, definition] of Object.entries(SCHEMA_TABLES)) {
    db.exec(`CREATE TABLE ${name} ${definition}`);
  }
  db.exec(SOURCE_INDEX);
}

/**
 * For a step: adds a column that the table of columns has got since, unless an earlier step has
 * made the table with it. In older rows it is null.
 */
export function addColumn(db: Database, name: ResultColumnName): void {
  if (columnsOf(db, 'result_rows').includes(name)) return;
  db.exec(`ALTER TABLE result_rows ADD COLUMN ${addedColumn(name)}`);
}

/**
 * For a step: makes the table of results anew, as the table of columns has it: `ALTER TABLE` cannot
 * change what a column takes. Rows keep what they say, even what no run would write today; columns
 * that are new are null in them.
 */
function remakeResults(db: Database, watch: Watch): void {
  const indexes = db
    .prepare<[], string>(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = 'result_rows' AND sql IS NOT NULL",
    )
    .pluck()
    .all();
  const known = columnsOf(db, 'result_rows')
    .filter((name) => RESULT_ROW_COLUMNS.includes(name))
    .join(', ');
  const runs = db.prepare<[], number>('SELECT run_id FROM main.runs ORDER BY run_id').pluck().all();
  dropViews(db);
  db.exec(`CREATE TABLE main.new_rows ${RESULT_ROWS}`);
  const ignores = db.pragma('ignore_check_constraints', { simple: true });
  db.pragma('ignore_check_constraints = ON');
  const copy = db.prepare<[number]>(
    `INSERT INTO main.new_rows (${known}) SELECT ${known} FROM main.result_rows WHERE run_id = ?`,
  );
  for (const [i, run] of runs.entries()) {
    watch.reached(i, runs.length);
    copy.run(run);
  }
  db.pragma(`ignore_check_constraints = ${String(ignores)}`);
  db.exec('DROP TABLE main.result_rows; ALTER TABLE main.new_rows RENAME TO result_rows');
  for (const index of indexes) db.exec(index);
}

function columnsOf(db: Database, table: string): string[] {
  const columns = db.pragma(`main.table_info(${table})`) as { readonly name: string }[];
  return columns.map(({ name }) => name);
}

/** Makes the views, and makes them anew if the table of columns says something else than them. */
function makeViews(db: Database): void {
  const known = db
    .prepare<[string], string>(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = ?",
    )
    .pluck();
  const views = Object.entries(RESULT_VIEWS);
  if (views.every(([name, sql]) => known.get(name) === sql)) return;
  // Rows that wait to be copied over are in an attached database, whose tables have these names.
  dropViews(db);
  for (const [, sql] of views) db.exec(sql);
}

function dropViews(db: Database): void {
  const names = Object.keys(RESULT_VIEWS).toReversed();
  for (const name of names) db.exec(`DROP VIEW IF EXISTS main.${name}`);
}
