import type { Store } from './open.js';

/**
 * Runs queries that must agree with each other on one state of the database, whatever a run commits
 * meanwhile. During `work` the log cannot be copied into the database: keep it to seconds.
 */
export function readSnapshot<T>(store: Store, work: () => T): T {
  return store.db.transaction(work).deferred();
}
