import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { requirePlain, removeFile } from '../../files/files.js';
import { StoreError, sqliteCode } from './store-error.js';

/** A held lock. */
type Lock = ReturnType<typeof heldLock>;

/** The positions of two numbers in the header of an SQLite file, each a big-endian int32. */
const USER_VERSION_OFFSET = 60;
const APPLICATION_ID_OFFSET = 68;

/** How long a call of `isLocked` may hold the lock, and how often a lock file may vanish. */
const LOOK_MS = 100;
const MOST_TRIES = 100;

/** The lock files that this process holds; it must not read them, see `holderOf`. */
const held = new Set<string>();

/**
 * Locks the database at `path` for one writing process by an open exclusive transaction on
 * `<path>.lock`: the operating system frees it when the process ends, however it ends. The
 * file's user_version holds the process id, which needs no lock to be read from the header.
 * `path` must be the real one, without links, so that there is one lock for one database.
 * @throws StoreError of the kind `locked` if another process (or this one) holds it.
 */
export function takeLock(path: string, platform: string = process.platform): Lock {
  const file = `${path}.lock`;
  requirePlain(file);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const mark = randomInt(1, 2 ** 31);
    const db = openLocked(file, path, mark);
    // Whoever releases the lock deletes its file: a file that was opened just before locks nobody
    // out. The mark tells that file from the one which has the name now; its number and its times
    // need not, since file systems give numbers away again and some keep no time of birth.
    const marked = openIfMarked(file, mark);
    if (marked !== null) return heldLock(db, marked, file, platform);
    db.close();
  }
  const why = `${path}: its lock file ${file} is deleted again and again.`;
  throw new StoreError('NM_DATABASE_LOCKED', why);
}

/** Whether some process writes to the database at `path`, the real one without links. */
export function isLocked(path: string): boolean {
  const file = `${path}.lock`;
  if (held.has(file)) return true;
  if (!existsSync(file)) return false;
  let db: SqliteDatabase.Database | null = null;
  try {
    db = new SqliteDatabase(file, { readonly: true, timeout: 0 });
    db.pragma('user_version');
    return false;
  } catch (error) {
    return sqliteCode(error).startsWith('SQLITE_BUSY');
  } finally {
    db?.close();
  }
}

function heldLock(db: SqliteDatabase.Database, marked: number, file: string, platform: string) {
  held.add(file);
  let isReleased = false;
  const close = (): void => {
    db.close();
    closeSync(marked);
  };
  return {
    /** Frees it; the second time it does nothing. */
    release() {
      if (isReleased) return;
      isReleased = true;
      held.delete(file);
      // Windows deletes no file that is open: if another process has opened it by now, it stays.
      if (platform === 'win32') close();
      try {
        // Elsewhere while it is still locked: nobody else can hold it, or mistake it for a new one.
        removeFile(file, platform);
      } catch {
        // A folder may have become read-only.
      }
      if (platform !== 'win32') close();
    },
  };
}

/** @throws StoreError if somebody else holds the lock, or the file cannot be made. */
function openLocked(file: string, path: string, mark: number): SqliteDatabase.Database {
  let db: SqliteDatabase.Database | null = null;
  try {
    db = new SqliteDatabase(file, { timeout: LOOK_MS });
    // A journal would be a third file beside it, and a lock has nothing to roll back.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    // Keeps the file locked from the first commit on, without a gap between the two.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec(
      `BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; PRAGMA application_id = ${mark}; ` +
        'COMMIT; BEGIN EXCLUSIVE',
    );
    return db;
  } catch (error) {
    db?.close();
    throw lockError(error, path, file);
  }
}

/**
 * The file of this name, open, if it bears the mark; else null. It stays open as long as the lock
 * is held: a process that closes any handle on a file loses all its POSIX locks on it.
 */
function openIfMarked(file: string, mark: number): number | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  if (headerNumber(handle, APPLICATION_ID_OFFSET) === mark) return handle;
  closeSync(handle);
  return null;
}

/** A number in the header of an SQLite file, or null if the file is shorter. */
function headerNumber(handle: number, offset: number): number | null {
  const bytes = Buffer.alloc(4);
  return readSync(handle, bytes, 0, 4, offset) === 4 ? bytes.readUInt32BE(0) : null;
}

/** That the database at `path`, without links, is locked, and by whom if that is known. */
export function lockedError(path: string, cause?: unknown): StoreError {
  const holder = holderOf(`${path}.lock`);
  return new StoreError(
    'NM_DATABASE_LOCKED',
    `${path} is in use by another run${holder === null ? '' : ` (process ${holder})`}. ` +
      `Wait for it to end, or use another database.`,
    { cause },
  );
}

function lockError(error: unknown, path: string, file: string): unknown {
  const code = sqliteCode(error);
  if (code.startsWith('SQLITE_BUSY')) return lockedError(path, error);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const why = `${file} is not the lock file that nonomill makes there. If no run is under way, delete it.`;
    return new StoreError('NM_DATABASE_FOREIGN', why, { cause: error });
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    return new StoreError(
      'NM_DATABASE_ACCESS',
      `${file} cannot be made or written to, so ${path} cannot be locked for a run. ` +
        `Check the folder's permissions, or use another database.`,
      { cause: error },
    );
  }
  return error;
}

/** The process id in the lock file, or null. Not for the holder itself: see `openIfMarked`. */
function holderOf(file: string): number | null {
  if (held.has(file)) return process.pid;
  try {
    const handle = openSync(file, 'r');
    try {
      return headerNumber(handle, USER_VERSION_OFFSET) || null;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}
