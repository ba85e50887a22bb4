import type { Database } from 'better-sqlite3';
import { toLeanRows } from '../layout/lean-rows.js';
import { PUZZLES_VIEW } from '../layout/puzzle-layout.js';
import { RESULTS_VIEW, addColumn } from '../layout/result-layout.js';
import { APPLICATION_ID, VERSION_1, VERSION_2, VERSION_4, VERSION_5 } from './schema.js';

/** Each step takes the schema one version on; a step that was released is never changed. */
const STEPS: readonly ((db: Database) => void)[] = [
  (db) => db.exec(VERSION_1),
  (db) => db.exec(VERSION_2),
  toLeanRows,
  (db) => {
    addColumn(db, 'limit_ms');
    db.exec(VERSION_4);
  },
  (db) => db.exec(VERSION_5),
];

/** The version that this program writes. */
export const SCHEMA_VERSION = STEPS.length;

/** The version that the database's header names; 0 for an empty database. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/**
 * Brings the schema to SCHEMA_VERSION, all in one transaction; there is no way back. Foreign keys must be off, as
 * tables are replaced by others.
 */
export function migrate(db: Database): void {
  const from = schemaVersion(db);
  if (from < SCHEMA_VERSION) {
    db.transaction(() => {
      for (const step of STEPS.slice(from)) step(db);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${SCHEMA_VERSION}`);
      makeViews(db);
    })();
  } else makeViews(db);
}

/** Makes the views, and makes them anew if the table of columns says something else than they do. */
function makeViews(db: Database): void {
  const known = db
    .prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?")
    .pluck();
  for (const [name, sql] of Object.entries({ puzzles: PUZZLES_VIEW, results: RESULTS_VIEW })) {
    if (known.get(name) === sql) continue;
    db.exec(`DROP VIEW IF EXISTS ${name}`);
    db.exec(sql);
  }
}
