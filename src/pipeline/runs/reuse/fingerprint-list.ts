import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../../store/open/open.js';
import { trace } from '../../files/program.js';

/**
 * How much of a fingerprint is listed: enough that few puzzles share it. The whole one is compared
 * afterwards.
 */
const HEAD = 10;

/**
 * How many pieces are listed at most: a puzzle takes 26 bytes of a temporary file and a
 * microsecond, in each thread.
 */
const MOST_LISTED = 16_000;

/** The part of a fingerprint that is listed. */
export function headOf(fingerprint: string): string {
  return fingerprint.slice(0, HEAD);
}

/**
 * Lists the puzzles of some pieces by their fingerprints in a table of this connection alone, for a
 * database that is only read: a million take a second. SQLite keeps the table in a file of its own
 * that nobody sees, so that memory stays flat. Pieces that come first are listed first, until there
 * are too many puzzles.
 */
export function listForItself(
  store: Store,
  pieces: Iterable<number>,
  table: 'fingerprints' | 'other_fingerprints' = 'fingerprints',
): void {
  const { db } = store;
  db.exec(
    `CREATE TEMP TABLE ${table} (head TEXT, puzzle_id INTEGER, PRIMARY KEY (head, puzzle_id)) WITHOUT ROWID`,
  );
  const began = performance.now();
  db.prepare<[string]>(
    `INSERT INTO temp.${table}
     SELECT lower(hex(substr(fingerprint, 1, ${HEAD / 2}))) AS head, puzzle_id
     FROM json_each(?) AS piece CROSS JOIN puzzle_rows
       ON puzzle_id >= piece.value * ${PIECE_ENTRIES} AND puzzle_id < (piece.value + 1) * ${PIECE_ENTRIES}
     ORDER BY head, puzzle_id`,
  ).run(JSON.stringify(Array.from(pieces).slice(0, MOST_LISTED)));
  trace(
    'store',
    () => `listed puzzles by fingerprint in ${Math.round(performance.now() - began)} ms`,
  );
}
