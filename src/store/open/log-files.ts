import { readFileSync, statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StoreError } from './store-error.js';

/**
 * Removes the log files that reading has left beside the database: a connection that only reads
 * makes them, but may not remove them. SQLite removes them itself when the last writing connection
 * closes, and keeps them while somebody else has the database open. A log with contents is left to
 * the next run.
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
    // There are none, or the folder is not writable: then they do no harm either.
  }
}

/**
 * The most that is read into memory: more than a night's results, and far less than machines have.
 */
const MOST_BYTES = 2 ** 30;

/** Where the header names the versions for reading and writing the file: 2 means with a log. */
const VERSIONS = [18, 19];
const WITHOUT_LOG = 1;

/**
 * Opens a database that lies where nothing can be written, and so no log beside it: its content in
 * memory, without a log. SQLite's `immutable=1` would do without the copy, but better-sqlite3 is
 * built without the file names (URIs) that say so.
 * @throws StoreError if its log holds what it does not, or if it is too large.
 */
export function openInMemory(file: string, path: string): SqliteDatabase.Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) {
    throw new StoreError(
      'access',
      `${path} is in a folder that is not writable, and ${path}-wal holds results that are not ` +
        `yet in it. Copy both into a folder that can be written to, and use it there.`,
    );
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    throw new StoreError(
      'access',
      `${path} is in a folder that is not writable, and is too large for memory ` +
        `(${Math.ceil(size / 2 ** 20)} MiB). Copy it into a folder that can be written to, and ` +
        `use it there.`,
    );
  }
  const content = readFileSync(file);
  for (const at of VERSIONS) content[at] = WITHOUT_LOG;
  return new SqliteDatabase(content, { readonly: true });
}
