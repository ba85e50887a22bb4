import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, systemReason } from '../../solver/core/text/error-codes.js';
import { removeIfThere } from './remove-rename.js';
import { whyTaken } from './database-files.js';
import { requireInside } from './real-place.js';

/**
 * Makes a folder and those above it, unless they are there. Unlike the recursive `mkdir` of Node.js
 * it always ends: below /proc and its like, where a folder is neither made nor refused for a reason
 * that a caller could mend, that one tries for ever.
 * @throws Error of the file system, or one that names the folder in which none can be made, or the
 * database that
 *   needs the name.
 */
export function makeFolder(path: string): void {
  requireInside(path);
  if (isFolder(path)) return;
  const taken = whyTaken(path);
  if (taken !== null) throw new Error(taken);
  try {
    mkdirSync(path);
  } catch (error) {
    const above = dirname(path);
    if (codeOf(error) === 'ENOENT' && above !== path) {
      if (isFolder(above)) throw new Error(`no folder can be made in ${above}`, { cause: error });
      makeFolder(above);
      makeFolder(path);
      return;
    }
    // Somebody else was faster.
    if (!isFolder(path)) throw error;
  }
}

/**
 * As `makeFolder`, for files that are written much later: a file is made in it and removed. It
 * always has the same name, so that the next command removes what a killed one left.
 */
export function makeWritableFolder(path: string): void {
  makeFolder(path);
  const trial = join(path, '.nonomill-trial.part');
  removeIfThere(trial);
  try {
    closeSync(openNewFile(trial));
  } catch (error) {
    // Another command tries just now, and can.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  removeIfThere(trial);
}

/**
 * Why `makeWritableFolder` would fail, as far as the nearest folder that is there tells; null if it
 * would not. Nothing is made.
 */
export function whyNoFolder(path: string): string | null {
  let nearest = path;
  try {
    while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
    if (!isFolder(nearest)) return `${nearest} is not a folder`;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return systemReason(error, 'write');
  }
}

/**
 * Opens a file for writing that does not exist yet, in a folder that does; never through a link.
 * @throws as `makeFolder`
 */
export function openNewFile(path: string, mode = 0o666, flag: 'wx' | 'wx+' = 'wx'): number {
  requireInside(path, dirname(path));
  try {
    return openSync(path, flag, mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new Error(`no file can be made in ${dirname(path)}`, { cause: error });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
