import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { StoreError, sqliteCode } from './errors.js';

/** A held lock. */
export interface Lock {
  release(): void;
}

/** Where in the header of an SQLite file user_version stands, big-endian. */
const USER_VERSION_OFFSET = 60;

/** How long `takeLock` waits for those who only look whether there is a lock, see `isLocked`. */
const LOOK_MS = 100;

/** The lock files that this process holds: it must not read them, see `holderOf`. */
const held = new Set<string>();

/**
 * Locks the database at `path` for one writing process by an open exclusive transaction on
 * `<path>.lock`: the operating system frees it when the process ends, however it ends. The
 * file's user_version holds the process id, which needs no lock to be read from the header.
 * @throws StoreError of the kind `locked` where another process (or this one) holds it.
 */
export function takeLock(path: string): Lock {
  const file = lockFileOf(path);
  let db: SqliteDatabase.Database | null = null;
  try {
    db = new SqliteDatabase(file, { timeout: LOOK_MS });
    // The journal would lie beside it as a third file; a lock has nothing to roll back.
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    // Keeps the file locked from the first commit on, so that no moment is left between the two.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec(`BEGIN EXCLUSIVE; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN EXCLUSIVE`);
  } catch (error) {
    db?.close();
    throw lockError(error, path, file);
  }
  const locked = db;
  held.add(file);
  return {
    release() {
      held.delete(file);
      locked.close();
    },
  };
}

/**
 * Whether a process (this one, too) writes the database at `path`. It takes a shared lock for a
 * moment, for which `takeLock` waits.
 */
export function isLocked(path: string): boolean {
  const file = lockFileOf(path);
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

function lockFileOf(path: string): string {
  return `${resolve(path)}.lock`;
}

function lockError(error: unknown, path: string, file: string): unknown {
  const code = sqliteCode(error);
  if (code.startsWith('SQLITE_BUSY')) {
    const holder = holderOf(file);
    return new StoreError(
      'locked',
      `${path} is in use by another run${holder === null ? '' : ` (process ${holder})`}. ` +
        `Wait for it to end, or name another database with --db.`,
      { cause: error },
    );
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError(
      'foreign',
      `${file} is not the lock file that nonomill makes there. If no run is under way, delete it.`,
      { cause: error },
    );
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    return new StoreError(
      'access',
      `${file} cannot be made or written to, so ${path} cannot be locked for a run. ` +
        `Check the folder's permissions, or name another database with --db.`,
      { cause: error },
    );
  }
  return error;
}

/**
 * The process id in the lock file's header, or null where there is none. A process that closes
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
