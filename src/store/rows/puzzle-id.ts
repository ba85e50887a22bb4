import { StoreError } from '../open/errors.js';

/** Entries that one source may hold: ordinals run from 0 to one less. */
export const MAX_ENTRIES = 2 ** 32;

/** Sources that one database may hold, so that every puzzle_id is a safe integer. */
export const MAX_SOURCES = 2 ** 21 - 1;

/**
 * The id of a puzzle says where it stands: source_id * 2^32 + ordinal. So the primary key orders
 * puzzles by source and entry, and no second index is needed for that. It stays below 2^53, where
 * JavaScript numbers are exact.
 * @throws StoreError if the ordinal passes MAX_ENTRIES.
 */
export function puzzleId(sourceId: number, ordinal: number): number {
  if (ordinal >= MAX_ENTRIES) {
    throw new StoreError(
      'mismatch',
      `entry ${ordinal} is beyond the ${MAX_ENTRIES} entries that one source may have: split the file`,
    );
  }
  return sourceId * MAX_ENTRIES + ordinal;
}

/** The same in SQL, of two SQL expressions; without a look at the ordinal. */
export function puzzleIdSql(sourceId: string, ordinal: string): string {
  return `(${sourceId} * ${MAX_ENTRIES} + ${ordinal})`;
}

/** The source of a puzzle. */
export function sourceOf(id: number): number {
  return Math.floor(id / MAX_ENTRIES);
}

/** The same in SQL, of an SQL expression. */
export function sourceOfSql(id: string): string {
  return `(${id} / ${MAX_ENTRIES})`;
}

/** The entry of a puzzle within its source. */
export function ordinalOf(id: number): number {
  return id % MAX_ENTRIES;
}
