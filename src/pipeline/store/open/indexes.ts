import { explainedError } from './store-error.js';
import type { Store } from './open.js';
import { durationText } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/program.js';

/**
 * The indexes by which pages, gates and retries look up results. Those of `results` end with the
 * puzzle's id and hold the other columns that pages filter by, so that a page of a million results
 * is found without reading the rows. "By size" means by the longer side; puzzles of one size then
 * come in the order of their ids. All indexes together take about 4 us for each row
 * of the whole database, and 70 bytes of disk.
 */
const INDEXES: Readonly<Record<string, string>> = {
  results_by_verdict: 'result_rows (run_id, status, technique, guess_depth, solve_ms)',
  results_by_time: 'result_rows (run_id, solve_ms, puzzle_id, status, technique, guess_depth)',
  results_by_stars: 'result_rows (status, stars)',
  puzzles_by_size: 'puzzle_rows (max(width, height))',
  puzzles_by_name: "puzzle_rows (ifnull(name, '') COLLATE NOCASE)",
  puzzles_by_title: 'puzzle_rows (title COLLATE NOCASE) WHERE title IS NOT NULL',
};

/**
 * Makes the missing indexes, one sort for each.
 * @throws StoreError of the kind `disk` if it is full; queries work without them, but slower.
 */
export function makeIndexes(store: Store): void {
  const began = performance.now();
  try {
    for (const [name, columns] of Object.entries(INDEXES)) {
      trace('store', () => `makes the index ${name}`);
      store.db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${columns}`);
    }
    trace('store', () => `made the indexes in ${durationText(performance.now() - began)}`);
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** Up to this many results, indexes are made at the end of a run: they take some 4 us each. */
const QUICKLY_INDEXED = 100_000;

/**
 * Makes the missing indexes if that takes less than a second. A larger database gets them when its
 * pages are first shown (`nonomill serve`): nobody may ever look at a run of millions that way.
 * @throws as `makeIndexes`.
 */
export function makeQuickIndexes(store: Store): void {
  if (knownEntries(store) <= QUICKLY_INDEXED) makeIndexes(store);
  else trace('store', () => 'leaves the indexes to those who show pages');
}

/** How many entries the runs of a database have, as far as it is known. */
function knownEntries(store: Store): number {
  const sum = store.db.prepare<[], number | null>('SELECT sum(entries) FROM run_sources');
  return sum.pluck().get() ?? 0;
}

/** Drops all of them; every query still works, but slower. */
export function dropIndexes(store: Store): void {
  trace('store', () => 'drops the indexes');
  for (const name of Object.keys(INDEXES)) store.db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/**
 * The number of new results from which on dropping the indexes and making them anew is cheaper than
 * keeping them up to date. Measured with a million rows there and a million new ones: kept indexes
 * cost a new row 6 us of CPU and 11 us of time (times come in no order, so that every commit writes
 * many pages), new ones 4 us for every row of the database, old and new. So a small run into a
 * large database leaves them alone.
 */
export function rowsWorthDropping(store: Store): number {
  return Math.max(20_000, knownEntries(store) / 2);
}

/**
 * Whether all indexes exist: before the end of the first run, and while a run works, they may not.
 */
export function hasIndexes(store: Store): boolean {
  const there = store.db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'index'`)
    .pluck()
    .all();
  return Object.keys(INDEXES).every((name) => there.includes(name));
}
