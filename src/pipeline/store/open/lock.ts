import { closeSync, existsSync, openSync, readSync, statSync, unlinkSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StoreError, sqliteCode } from './store-error.js';

/** A held lock. */
export interface Lock {
  /** Frees it; the second time it does nothing. */
  release(): void;
}

/** The position of user_version in the header of an SQLite file, big-endian. */
const USER_VERSION_OFFSET = 60;

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
export function takeLock(path: string): Lock {
  const file = `${path}.lock`;
  for (let tries = 1; ; tries++) {
    const before = identityOf(file) ?? made(file);
    const db = openLocked(file, path);
    // Whoever releases the lock deletes its file: a file that was opened just before locks nobody
    // out.
    const after = identityOf(file);
    if (after !== null && before === after) return heldLock(db, file);
    db.close();
    if (tries === MOST_TRIES) {
      throw new StoreError(
        'NM_DATABASE_LOCKED',
        `${path}: its lock file ${file} is deleted again and again.`,
      );
    }
  }
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

function heldLock(db: SqliteDatabase.Database, file: string): Lock {
  held.add(file);
  let isReleased = false;
  return {
    release() {
      if (isReleased) return;
      isReleased = true;
      held.delete(file);
      try {
        // While it is still locked: then nobody else can hold it, or mistake it for a new one.
        unlinkSync(file);
      } catch {
        // Windows does not delete a file that is open, and a folder may have become read-only.
      }
      db.close();
    },
  };
}

/** @throws StoreError if somebody else holds the lock, or the file cannot be made. */
function openLocked(file: string, path: string): SqliteDatabase.Database {
  let db: SqliteDatabase.Database | null = null;
  try {
    db = new SqliteDatabase(file, { timeout: LOOK_MS });
    // A journal would be a third file beside it, and a lock has nothing to roll back.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    // Keeps the file locked from the first commit on, without a gap between the two.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN EXCLUSIVE`);
    return db;
  } catch (error) {
    db?.close();
    throw lockError(error, path, file);
  }
}

/** Makes the file; null if that is not possible: SQLite then says why. */
function made(file: string): string | null {
  try {
    // Only a file that does not exist yet: closing one drops the locks that this process has on it.
    closeSync(openSync(file, 'ax'));
  } catch {
    // Somebody else was faster, or the folder is not writable.
  }
  return identityOf(file);
}

/** Tells a file from an earlier one of the same name; null if there is none. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

/**
 * That the database at `path`, the real one without links, is locked: by whom, as far as that is
 * known.
 */
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
    return new StoreError(
      'NM_DATABASE_FOREIGN',
      `${file} is not the lock file that nonomill makes there. If no run is under way, delete it.`,
      { cause: error },
    );
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

/**
 * The process id in the lock file's header, or null if there is none. A process that closes
 * any handle on a file loses all its POSIX locks on it, so the holder itself must not look.
 */
function holderOf(file: string): number | null {
  if (held.has(file)) return process.pid;
  const bytes = Buffer.alloc(4);
  try {
    const handle = openSync(file, 'r');
    try {
      if (readSync(handle, bytes, 0, 4, USER_VERSION_OFFSET) !== 4) return null;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
  const pid = bytes.readUInt32BE(0);
  return pid === 0 ? null : pid;
}
