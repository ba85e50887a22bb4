import type { Database } from 'better-sqlite3';
import { RESULTS_VIEW, columnNamed, definitionOf } from '../layout/result-layout.js';
import type { ResultColumnName } from '../../../core/result/result-columns.js';
import { UNWATCHED, type Watch } from '../../../core/progress/counted-work.js';
import {
  BRINGING_FORWARD,
  LAST_OLDER_VERSION,
  OLDER_REJECT_KIND,
  bringForward,
  definePackPicture,
} from './older-versions.js';
import { APPLICATION_ID, SOURCE_INDEX, TABLES } from './schema.js';

/**
 * Each step takes the schema one version on, from 6 to 7 the first; one that was released is never
 * changed.
 */
const STEPS: readonly ((db: Database, watch: Watch) => void)[] = [
  addRounds,
  addReuse,
  packByDigits,
  addGateColumns,
  addFailedGates,
];

/** The version that this program writes. */
export const SCHEMA_VERSION = LAST_OLDER_VERSION + 1 + STEPS.length;

/** The version that the database's header names; 0 for an empty database. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/**
 * Whether a database is of a version whose rows were laid out otherwise: only its documented tables
 * can be read.
 */
export function isOlder(db: Database): boolean {
  return schemaVersion(db) <= LAST_OLDER_VERSION;
}

/**
 * Whether `result_rows` is as this program writes it, so that a query can read its columns where
 * `results` would only unpack pictures.
 */
export function isCurrent(db: Database): boolean {
  return schemaVersion(db) === SCHEMA_VERSION;
}

/**
 * Brings the schema to SCHEMA_VERSION, all in one transaction: whoever is killed meanwhile leaves
 * the database as it was. There is no way back. Foreign keys must be off, as tables are replaced by
 * others. `watch` is told how far that is.
 */
export function migrate(db: Database, watch: Watch = UNWATCHED): void {
  const from = schemaVersion(db);
  db.transaction(() => {
    if (from === 0) makeTables(db);
    else if (from <= LAST_OLDER_VERSION) bringForward(db, watch);
    else for (const step of STEPS.slice(from - LAST_OLDER_VERSION - 1)) step(db, watch);
    makeView(db);
    if (from === SCHEMA_VERSION) return;
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

function makeTables(db: Database): void {
  for (const [name, definition] of Object.entries(TABLES)) {
    db.exec(`CREATE TABLE ${name} ${definition}`);
  }
  db.exec(SOURCE_INDEX);
}

/** For a step: adds a column that the table of columns has got since. In older rows it is null. */
export function addColumn(db: Database, name: ResultColumnName): void {
  const there = db.prepare("SELECT name FROM pragma_table_info('result_rows')").pluck().all();
  if (there.includes(name)) return;
  db.exec(`ALTER TABLE result_rows ADD COLUMN ${definitionOf(columnNamed(name))}`);
}

/** A retry may be one of the rounds of its run, and says how long it took. */
function addRounds(db: Database): void {
  db.exec('ALTER TABLE retries ADD COLUMN round INTEGER');
  db.exec('ALTER TABLE retries ADD COLUMN wall_ms REAL');
}

/** A result may be one that another run has found. */
function addReuse(db: Database): void {
  addColumn(db, 'reused_run');
  addColumn(db, 'reused_from');
}

/** A reject has a kind, and a run may be accepted as what later ones are compared with. */
function addGateColumns(db: Database): void {
  db.exec('ALTER TABLE rejects ADD COLUMN kind TEXT');
  db.exec(`UPDATE main.rejects SET kind = ${OLDER_REJECT_KIND}`);
  db.exec('ALTER TABLE runs ADD COLUMN accepted_at TEXT');
  db.exec('ALTER TABLE runs ADD COLUMN accepted_by TEXT');
}

/** A run says how its gates were judged. */
function addFailedGates(db: Database): void {
  db.exec('ALTER TABLE runs ADD COLUMN failed_gates TEXT');
}

/** How many results are packed anew between two looks at how far the work is. */
const CHUNK = 5000;

/**
 * Pictures have digits in place of letters; the view, which is still the older one, knows these.
 */
function packByDigits(db: Database, watch: Watch): void {
  watch.doing(BRINGING_FORWARD);
  definePackPicture(db);
  const total = db.prepare<[], number>('SELECT count(*) FROM main.result_rows').pluck().get()!;
  const last = db
    .prepare<number[], [runId: number, puzzleId: number]>(
      `SELECT run_id, puzzle_id FROM main.result_rows WHERE (run_id, puzzle_id) > (?, ?)
       ORDER BY run_id, puzzle_id LIMIT 1 OFFSET ${CHUNK - 1}`,
    )
    .raw();
  const pack = db.prepare<number[]>(
    `UPDATE main.result_rows AS packed SET (solution, second_solution) =
       (SELECT pack_picture(solution), pack_picture(second_solution) FROM main.results AS shown
        WHERE shown.run_id = packed.run_id AND shown.puzzle_id = packed.puzzle_id)
     WHERE (run_id, puzzle_id) > (?, ?) AND (run_id, puzzle_id) <= (?, ?)`,
  );
  const end = [Infinity, Infinity];
  for (let from = [0, 0], done = 0; from !== end;) {
    const to: number[] = last.get(...from) ?? end;
    watch.far((done += pack.run(...from, ...to).changes), total);
    from = to;
  }
}

/** Makes the view, and makes it anew if the table of columns says something else than it does. */
function makeView(db: Database): void {
  const known = db
    .prepare<[], string>(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = 'results'",
    )
    .pluck()
    .get();
  if (known === RESULTS_VIEW) return;
  // Rows that wait to be copied over are in an attached database, whose tables have these names.
  db.exec('DROP VIEW IF EXISTS main.results');
  db.exec(RESULTS_VIEW);
}
