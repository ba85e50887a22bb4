import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { BESIDE_DATABASE, whyNoFolder, requirePlain } from '../../files/files.js';
import { realPath } from './database-files.js';
import { isLocked, lockedError } from './lock.js';
import { StoreError } from './store-error.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

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
