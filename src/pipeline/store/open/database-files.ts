import { statSync, readFileSync, accessSync, constants, existsSync } from 'node:fs';
import { resolve, dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { realPlace, BESIDE_DATABASE, whyNoFolder, requirePlain } from '../../files/files.js';
import { StoreError } from './store-error.js';
import { isLocked, lockedError } from './lock.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

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
      db.pragma('user_version');
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

/** @throws StoreError if it is no file, or cannot be used in this way. */
export function checkFile(file: string, path: string, mode: number, what: string): void {
  if (!statSync(file).isFile()) {
    throw new StoreError('NM_DATABASE_ACCESS', `${path} is not a file. Use a database file.`);
  }
  try {
    accessSync(file, mode);
  } catch (error) {
    throw new StoreError(
      'NM_DATABASE_ACCESS',
      `${path} cannot be ${what}. Check its permissions, or use another database.`,
      { cause: error },
    );
  }
}

/**
 * @throws StoreError if a file cannot be written to as a database, or what SQLite and the lock keep
 * beside it is somebody else's.
 */
export function checkWritable(file: string, path: string): void {
  try {
    for (const end of BESIDE_DATABASE) if (end !== '') requirePlain(file + end);
  } catch (error) {
    const reason = messageOf(error);
    throw new StoreError('NM_DATABASE_ACCESS', `${reason}. Or use another database.`);
  }
  if (!existsSync(file)) return;
  checkFile(file, path, constants.R_OK | constants.W_OK, 'written to');
  if (statSync(file).nlink > 1) {
    throw new StoreError(
      'NM_DATABASE_ACCESS',
      `${path} has a second name (a hard link), and SQLite keeps the log of a database by its ` +
        `name: writing by both would damage it. Copy it, or delete the other name.`,
    );
  }
}

/**
 * Why a run could not write to the database at `path`, as far as its file, its folder and its lock
 * tell; null if it could. Nothing is made or changed.
 */
export function whyNotWritable(path: string): StoreError | null {
  const file = realPath(path);
  try {
    checkWritable(file, path);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  const folder = dirname(file);
  const reason = whyNoFolder(folder);
  if (reason !== null) {
    return new StoreError(
      'NM_DATABASE_ACCESS',
      `No file can be made in ${folder} (${reason}), and ${path} needs its lock and its log there. ` +
        `Check the folder's permissions, or use another database.`,
    );
  }
  return isLocked(file) ? lockedError(file) : null;
}
