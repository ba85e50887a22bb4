import { existsSync } from 'node:fs';

/** Where a run is: `other.sqlite:3` names another database than `--db`. */
export interface RunAddress {
  readonly db: string;
  /** What the user calls the run; undefined for the latest. */
  readonly run: string | undefined;
}

/**
 * Reads `3` and `name` as runs of the database `db`, and `other.sqlite:3`, `other.sqlite:name` or
 * `other.sqlite:` (its latest run) as those of another one. The part before the last colon is a
 * database if it is named like one, or exists.
 */
export function runAddress(word: string, db: string): RunAddress {
  const [, file, run] = /^(.+):([^:]*)$/s.exec(word) ?? [];
  if (file === undefined || !(/\.(sqlite3?|db)$/i.test(file) || existsSync(file))) {
    return { db, run: word };
  }
  return { db: file, run: run === '' ? undefined : run };
}
