import type { Database } from 'better-sqlite3';
import { APPLICATION_ID, VERSION_1, VERSION_2 } from './schema.js';

/** Each step takes the schema one version on; a step that was released is never changed. */
const STEPS: readonly string[] = [VERSION_1, VERSION_2];

/** The version that this program writes. */
export const SCHEMA_VERSION = STEPS.length;

/** The version that the database's header names; 0 for an empty database. */
export function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Brings the schema to SCHEMA_VERSION, all in one transaction; there is no way back. */
export function migrate(db: Database): void {
  const from = schemaVersion(db);
  if (from >= SCHEMA_VERSION) return;
  db.transaction(() => {
    for (const step of STEPS.slice(from)) db.exec(step);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}
