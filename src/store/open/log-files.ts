import { readFileSync, statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StoreError } from './errors.js';

/**
 * Removes the log's files that reading has left beside the database: one that is open for
 * reading alone makes them, and may not take them away. SQLite removes them itself as the last
 * connection that may write closes, and keeps them where somebody else has the database open. A
 * log that holds anything is left to the next run.
 */
export function removeEmptyLog(file: string): void {
  try {
    if (statSync(`${file}-wal`).size > 0) return;
    const db = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
    try {
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
    } finally {
      db.close();
    }
  } catch {
    // There are none, or the folder cannot be written to: then they are not in the way either.
  }
}

/** What is read into memory: a night's results, and far less than what machines have. */
const MOST_BYTES = 2 ** 30;

/** Where the header says by which versions the file is written and read: 2 is with a log. */
const VERSIONS = [18, 19];
const WITHOUT_LOG = 1;

/**
 * Opens a database that lies where nothing can be written, and so no log beside it: its content in
 * memory, without a log. SQLite's `immutable=1` would do without the copy, but better-sqlite3 is
 * built without the file names (URIs) that say so.
 * @throws StoreError if its log holds what it does not, or where it is too large.
 */
export function openInMemory(file: string, path: string): SqliteDatabase.Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) {
    throw new StoreError(
      'access',
      `${path} lies where nothing can be written, and ${path}-wal holds results that are not ` +
        `yet in it. Copy both into a folder that can be written to, and use it there.`,
    );
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    throw new StoreError(
      'access',
      `${path} lies where nothing can be written, and is too large for memory ` +
        `(${Math.ceil(size / 2 ** 20)} MiB). Copy it into a folder that can be written to, and ` +
        `use it there.`,
    );
  }
  const content = readFileSync(file);
  for (const at of VERSIONS) content[at] = WITHOUT_LOG;
  return new SqliteDatabase(content, { readonly: true });
}
