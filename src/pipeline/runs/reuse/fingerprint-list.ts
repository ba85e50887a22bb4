import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';
import { trace } from '../../files/trace.js';

/**
 * How much of a fingerprint is listed: enough that few puzzles share it. The whole one is compared
 * afterwards.
 */
const HEAD = 10;

/**
 * How many puzzles are listed at most: it takes 26 bytes of a temporary file and a microsecond for
 * each, in each thread.
 */
const MOST_LISTED = 10_000_000;

/** The part of a fingerprint that is listed. */
export function headOf(fingerprint: string): string {
  return fingerprint.slice(0, HEAD);
}

/**
 * Lists the puzzles of some sources by their fingerprints in a table of this connection alone, for
 * a database that is only read: a million take a second. SQLite keeps the table in a file of its
 * own that nobody sees, so that memory stays flat. Sources that come first are listed first, until
 * there are too many puzzles.
 */
export function listForItself(
  store: Store,
  sourceIds: Iterable<number>,
  table: 'fingerprints' | 'other_fingerprints' = 'fingerprints',
): void {
  const { db } = store;
  db.exec(
    `CREATE TEMP TABLE ${table} (head TEXT, puzzle_id INTEGER, PRIMARY KEY (head, puzzle_id)) WITHOUT ROWID`,
  );
  const began = performance.now();
  db.prepare<[string]>(
    `INSERT INTO temp.${table}
     SELECT substr(fingerprint, 1, ${HEAD}) AS head, puzzle_id
     FROM json_each(?) AS source CROSS JOIN puzzles
       ON puzzle_id BETWEEN source.value * ${MAX_ENTRIES} AND source.value * ${MAX_ENTRIES} + ${MAX_ENTRIES - 1}
     ORDER BY head, puzzle_id`,
  ).run(JSON.stringify(firstOf(store, sourceIds)));
  trace(
    'store',
    () => `listed puzzles by fingerprint in ${Math.round(performance.now() - began)} ms`,
  );
}

function firstOf({ db }: Store, sourceIds: Iterable<number>): number[] {
  const entries = new Map(
    db
      .prepare<[], [number, number | null]>(
        'SELECT source_id, max(entries) FROM run_sources GROUP BY source_id',
      )
      .raw()
      .all(),
  );
  let left = MOST_LISTED;
  const first: number[] = [];
  for (const sourceId of sourceIds) {
    left -= entries.get(sourceId) ?? 0;
    if (left < 0 && first.length > 0) break;
    first.push(sourceId);
  }
  return first;
}
