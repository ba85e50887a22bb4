import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { codeOf } from '../../solver/core/text/error-codes.js';

// Where a path leads, and where a command may write. What a config file says that nobody named
// stays in its folder. That is asked again at the moment of writing, of every file and folder that
// is made, renamed or removed there, since other outputs follow from the one that the file names
// (the report from the database), and links may be made after the first look.

/** As many links as Linux follows. */
const MOST_LINKS = 40;

/**
 * The path that a file has, or would have, without any links.
 * @throws Error of the file system
 */
export function realPlace(path: string, links = 0): string {
  const place = isAbsolute(path) ? path : process.cwd() + sep + path;
  try {
    return realpathSync.native(place);
  } catch (error) {
    if (links > MOST_LINKS || !['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
  }
  const above = dirname(place);
  if (above === place) return place;
  const folder = realPlace(above, links);
  const own = join(folder, basename(place));
  const target = linkOf(own);
  return target === null
    ? own
    : realPlace(isAbsolute(target) ? target : folder + sep + target, links + 1);
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Whether a path is a folder or below it; what cannot be looked at is not known to be. */
export function isWithin(folder: string, path: string): boolean {
  try {
    return isBelow(resolve(folder), resolve(path)) && isBelow(realPlace(folder), realPlace(path));
  } catch {
    return false;
  }
}

function isBelow(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a command may write because of a config file that nobody named. */
interface Bounds {
  /** The folder of the file, as it is named and without links. */
  readonly folder: string;
  readonly root: string;
  /** What was typed leads where it likes. */
  readonly typed: readonly string[];
}

const BOUNDS = 'nonomill: where may be written';

/**
 * From now on, what this process and the threads that it starts write in `folder` must be there in
 * truth, or where `typed` leads; null for no such bounds.
 */
export function keepWithin(folder: string | null, typed: readonly string[] = []): void {
  const bounds = (own: string): Bounds => ({ folder: resolve(own), root: realPlace(own), typed });
  setEnvironmentData(BOUNDS, folder === null ? undefined : bounds(folder));
}

/**
 * Why nothing may be written at a path, or null: it leads out of the folder that `keepWithin`
 * named. Of a file that is made or renamed, a last link is not followed: then `folder` is where it
 * lies.
 */
export function whyOutside(path: string, folder: string = path): string | null {
  const bounds = getEnvironmentData(BOUNDS) as Bounds | undefined;
  if (bounds === undefined || !isBelow(bounds.folder, resolve(folder))) return null;
  const place = realPlace(folder);
  if (isBelow(bounds.root, place) || bounds.typed.some((one) => leadsTo(one, place))) return null;
  return `${path} leads to ${place}, out of the folder of a config file that was merely found: name the file with --config to write there`;
}

/** Whether a place is that of what was typed, below it, or the folder in which it lies. */
function leadsTo(typed: string, place: string): boolean {
  const own = realPlace(typed);
  return isBelow(own, place) || dirname(own) === place;
}

/** @throws Error with the reason of `whyOutside` */
export function requireInside(path: string, folder?: string): void {
  const reason = whyOutside(path, folder);
  if (reason !== null) throw new Error(reason);
}

/**
 * For a file that is opened under a name that the program chose: nobody else's file is to be
 * changed by it. @throws Error if the name is a link, a folder, or one of several names
 */
export function requirePlain(path: string): void {
  let found;
  try {
    found = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Its folder is a file, or may not be looked into: whoever opens it says so.
    return;
  }
  if (found === undefined || (found.isFile() && found.nlink < 2)) return;
  throw new Error(`${path} is a link, or not a file: remove it first`);
}
