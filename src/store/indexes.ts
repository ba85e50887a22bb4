import type { Store } from './open.js';

/**
 * What pages, gates and retries look results up by; look-ups by name go over all puzzles, which
 * takes 0.2 s for a million. A column here costs every run's end about 0.7 us a row of the whole
 * database, and 25 bytes of disk.
 */
const INDEXES: Readonly<Record<string, string>> = {
  results_by_verdict: 'results (run_id, status, technique, guess_depth)',
  results_by_time: 'results (run_id, solve_ms)',
};

/** Makes the indexes that are missing: at a run's end, where it takes one sort instead of many. */
export function makeIndexes(store: Store): void {
  for (const [name, columns] of Object.entries(INDEXES)) {
    store.db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${columns}`);
  }
}

/** Drops them all; every query still works, if slower. */
export function dropIndexes(store: Store): void {
  for (const name of Object.keys(INDEXES)) store.db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/**
 * The number of new results from which on dropping the indexes and making them anew is cheaper
 * than keeping them up to date: a kept index costs a new row several us (times come in no
 * order), a new one 0.7 us for every row of the database, old and new. A small run into a large
 * database so leaves them alone.
 */
export function rowsWorthDropping(store: Store): number {
  const rows = store.db.prepare<[], number | null>('SELECT max(rowid) FROM results').pluck().get();
  return Math.max(20_000, (rows ?? 0) / 5);
}
