import { lstatSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstBytes, whyTaken } from './database-files.js';
import { whyOutside } from './real-place.js';
import { removeIfThere, renameFile } from './remove-rename.js';
import { removeIfEnded } from './unfinished.js';

/** A file that may not be replaced. */
export class NotReplaced extends Error {
  override readonly name = 'NotReplaced';
}

/**
 * Why a file must not be written over without being asked, or null if nothing would be lost:
 * nothing has this name, or an empty file, or one that begins as those do that are written there
 * (`start`), or with a part of that if it was cut off. Links, folders, devices and pipes are never
 * replaced, and a name that a database needs is not given away.
 */
export function whyNotReplaced(path: string, start: string): string | null {
  const outside = whyOutside(path, dirname(path));
  if (outside !== null) return outside;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size === 0)) return whyTaken(path);
  if (!found.isFile()) return `${path} is not a plain file`;
  const head = firstBytes(path, start.length);
  return start.startsWith(head) ? null : `${path} holds something else`;
}

/**
 * Renames a finished file to `path`, in the place of nothing, an empty file, or one that begins
 * with `start`, as its own do.
 * @throws NotReplaced if something else has the name; Error of the file system
 */
export function giveName(aside: string, path: string, start: string): void {
  const reason = whyNotReplaced(path, start);
  if (reason !== null) throw new NotReplaced(reason);
  renameFile(aside, path);
}

/**
 * Writes a text beside `path`, in `aside`, and renames it, so that nobody ever finds half of it.
 * @param start how every such text begins, by which an earlier one is known
 * @throws NotReplaced if something else has one of the two names; Error of the file system
 */
export function replaceFile(path: string, text: string, start: string, aside: string): void {
  const reason = whyNotReplaced(path, start) ?? whyNotReplaced(aside, start);
  if (reason !== null) throw new NotReplaced(reason);
  const remove = (): void => removeIfThere(aside);
  const removed = removeIfEnded(remove);
  try {
    // What a killed process left. A link that somebody puts there now is not followed.
    remove();
    writeFileSync(aside, text, { flag: 'wx' });
    giveName(aside, path, start);
  } catch (error) {
    remove();
    throw error;
  } finally {
    removed();
  }
}
