import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { sourceOfSql } from '../layout/place-sql.js';
import { StoreError } from '../open/store-error.js';

/** The most sources of a database, so that every puzzle_id is a safe integer. */
export const MAX_SOURCES = 2 ** 21 - 1;

/**
 * The id of a puzzle tells its place: source_id * 2^32 + ordinal. So the primary key orders puzzles
 * by source and entry, and no second index is needed for that. It stays below 2^53, up to which
 * JavaScript numbers are exact.
 * @throws StoreError if the ordinal exceeds MAX_ENTRIES.
 */
export function puzzleId(sourceId: number, ordinal: number): number {
  if (ordinal >= MAX_ENTRIES) {
    throw new StoreError(
      'NM_DATABASE_LIMIT',
      `entry ${ordinal} is beyond the ${MAX_ENTRIES} entries that one source may have: split the file`,
    );
  }
  return sourceId * MAX_ENTRIES + ordinal;
}

/**
 * The path of the file that the puzzle of a row of results is from, in SQL; of a file that was
 * given under several paths, the first of them.
 */
export function pathSql(results: string): string {
  return `(SELECT min(f.path) FROM run_sources f
    WHERE f.run_id = ${results}.run_id AND f.source_id = ${sourceOfSql(`${results}.puzzle_id`)})`;
}
