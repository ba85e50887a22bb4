import { statSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { realPlace } from '../../files/files.js';
import { StoreError } from './store-error.js';

/**
 * The path of a file without any links in it, even if the file does not exist yet. So all names of
 * a database share one lock and one log.
 */
export function realPath(path: string): string {
  try {
    return realPlace(path);
  } catch {
    // It cannot be looked at: opening it will say why.
    return resolve(path);
  }
}

/** How many bytes a database and its log take on the disk; 0 if there is none. */
export function bytesOfDatabase(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes[0] + sizes[1];
}

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
 * built without the file names (URIs) that say so. What is changed in it is gone with it.
 * @throws StoreError if its log holds what it does not, or if it is too large.
 */
export function openInMemory(file: string, path: string, readonly = true): SqliteDatabase.Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) {
    throw new StoreError(
      'NM_DATABASE_ACCESS',
      `${path} is in a folder that is not writable, and ${path}-wal holds results that are not ` +
        `yet in it. Copy both into a folder that can be written to, and use it there.`,
    );
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    throw new StoreError(
      'NM_DATABASE_ACCESS',
      `${path} is in a folder that is not writable, and is too large for memory ` +
        `(${Math.ceil(size / 2 ** 20)} MiB). Copy it into a folder that can be written to, and ` +
        `use it there.`,
    );
  }
  const content = readFileSync(file);
  for (const at of VERSIONS) content[at] = WITHOUT_LOG;
  return new SqliteDatabase(content, { readonly });
}

/** The size of a corpus in bytes, uncompressed, and the number of its entries if known. */
export interface CorpusSize {
  readonly bytes: number;
  readonly entries: number | null;
}

/** The log beside the database, which may grow while a reader holds it open. */
const LOG_BYTES = 64 * 2 ** 20;

/**
 * How many bytes a run over a corpus is going to add to the database, including its log; rather too
 * many than too few. Measured with random puzzles, a fifth of them with two solutions (`npm run
 * bench -- store`), indexes included: 267 bytes for a puzzle of 5x5 with 72 bytes of clues, 400 for
 * 10x10 with 172, 613 for 15x15 with 322, 1290 for 25x25 with 773, 5180 for 50x50 with 2774.
 */
export function estimateBytes({ bytes, entries }: CorpusSize): number {
  // In relation to their size, small puzzles need the most: 5x5 in CSV has 55 bytes a row.
  const rows = entries === null ? 5.5 * bytes : 150 * entries + 2 * bytes;
  return Math.ceil(rows + LOG_BYTES);
}
