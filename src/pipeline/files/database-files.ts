import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { whyForbidden } from './windows-names.js';

/** How every database of SQLite begins. */
export const DATABASE_START = 'SQLite format 3\0';

/**
 * How the names of what belongs to a database end: the database, SQLite's own files, and the lock
 * of a run.
 */
export const BESIDE_DATABASE = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal'];

/**
 * Why nothing else may get the name `path`, or null: Windows forbids it, or it is one that the
 * database beside it needs, which could not be opened any more.
 */
export function whyTaken(path: string): string | null {
  const forbidden = whyForbidden(path);
  if (forbidden !== null) return `${path}: ${forbidden}`;
  for (const end of BESIDE_DATABASE) {
    if (end === '' || !path.endsWith(end)) continue;
    const database = path.slice(0, -end.length);
    const found = lstatSync(database, { throwIfNoEntry: false });
    if (found?.isFile() !== true || firstBytes(database, DATABASE_START.length) !== DATABASE_START)
      continue;
    return `${basename(path)} is a name that the database ${basename(database)} needs for itself`;
  }
  return null;
}

/** The first bytes of a file, as Latin 1. */
export function firstBytes(path: string, length: number): string {
  const file = openSync(path, 'r');
  try {
    const room = Buffer.alloc(length);
    return room.toString('latin1', 0, readSync(file, room, 0, length, 0));
  } finally {
    closeSync(file);
  }
}
