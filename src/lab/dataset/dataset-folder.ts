import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { DatasetFile, Recipe } from './chunks.js';
import {
  firstBytes,
  makeWritableFolder,
  removeAllOf,
  removeEmptyFolder,
  removeIfThere,
  renameFile,
  giveName,
  whyNotReplaced,
} from '../../pipeline/files/files.js';
import { takeLock, type Lock } from '../../pipeline/store/open/lock.js';
import { StoreError } from '../../pipeline/store/open/store-error.js';
import { Failure } from '../../pipeline/cli/terminal.js';
import { cannotWrite, refuseUnwritable } from '../../pipeline/cli/input-output.js';

/** What is kept of the work until the data set is done. */
const WORK = '.making';

/** The last file that is written. */
export const CHECKSUMS = 'checksums.txt';

export const RECIPE = 'recipe.json';

export const CARD = 'README.md';

const STARTS: Readonly<Record<DatasetFile, string>> = {
  jsonl: '{"id":',
  parquet: 'PAR1',
  npz: 'PK\x03\x04',
};

/** The folder for the work, in which no other process works until the lock is released. */
export interface WorkFolder {
  readonly path: string;
  readonly lock: Lock;
  /** Whether work that was begun before goes on. */
  readonly isResumed: boolean;
}

/**
 * The folder for the work on a data set; null if that is done already. What was begun there is
 * removed with `force`, and kept with `resume`, if it is the same work.
 * @throws Failure if there is something else in the folder, or another process works there.
 */
export function workFolder(
  out: string,
  recipe: Recipe,
  { force, resume }: { readonly force: boolean; readonly resume: boolean },
): WorkFolder | null {
  const work = join(out, WORK);
  const isBegun = existsSync(work);
  if (resume && !isBegun && existsSync(join(out, CHECKSUMS))) {
    if (JSON.stringify(recipeIn(out)) === JSON.stringify(recipe)) return null;
    throw new Failure(
      'NM_DATASET_DIFFERS',
      `${out} holds the data set of another recipe`,
      'Name another folder.',
    );
  }
  if (isBegun && !force && !resume) {
    throw new Failure(
      'NM_DATASET_UNFINISHED',
      `${out} holds an unfinished data set`,
      'Say --resume to go on with it, or --force to begin anew.',
    );
  }
  // A process that was killed may have left its lock, which nobody holds.
  const isOther = (name: string): boolean => name !== `${WORK}.lock`;
  if (!isBegun && !force && existsSync(out) && readdirSync(out).some(isOther)) {
    throw new Failure(
      'NM_FILE_EXISTS',
      `${out} is not empty`,
      'Name a new folder, or say --force to write over its files.',
    );
  }
  if (!force) requireOwnFiles(out, recipe);
  const lock = lockedFolder(out, work);
  try {
    if (force) removeAllOf(work);
    makeWritableFolder(work);
  } catch (error) {
    lock.release();
    throw cannotWrite(out, error);
  }
  // Until the new ones are there, the files of an older data set have no list.
  removeIfThere(join(out, CHECKSUMS));
  return { path: work, lock, isResumed: isBegun && !force };
}

/** @throws Failure if something else has the name of a file that will be written. */
function requireOwnFiles(out: string, { split, as }: Recipe): void {
  const sets = split.flatMap(({ name }) => as.map((file) => `${name}.${file}`));
  for (const name of [...sets, RECIPE, CARD, CHECKSUMS]) {
    const path = join(out, name);
    const reason = whyNotReplaced(path, startOfFile(path));
    if (reason === null) continue;
    throw new Failure(
      'NM_FILE_EXISTS',
      `the data set needs the name ${name} for itself: ${reason}`,
      'Move it elsewhere, and say --resume again.',
    );
  }
}

/** How an own file at `path` begins. */
function startOfFile(path: string): string {
  const name = basename(path);
  if (name === RECIPE) return '{\n  "nonomill":';
  if (name === CARD) return '---\nlicense: ';
  if (name !== CHECKSUMS) return STARTS[extname(name).slice(1) as DatasetFile];
  const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const head = isFile ? firstBytes(path, 66) : '';
  return /^[0-9a-f]{64} {2}$/.test(head) ? head : 'a hash';
}

/**
 * Moves whole files, in this order, from the folder for the work into the data set.
 * @throws Failure if something else has one of the names; with `force` that stays only if it is a
 * folder or a database.
 */
export async function moveFiles(
  names: readonly string[],
  { from, out, force }: { readonly from: string; readonly out: string; readonly force: boolean },
): Promise<void> {
  for (const name of names) {
    const path = join(out, name);
    try {
      if (force) {
        await refuseUnwritable(path, force);
        renameFile(join(from, name), path);
      } else giveName(join(from, name), path, startOfFile(path));
    } catch (error) {
      throw cannotWrite(path, error);
    }
  }
}

/** Removes what was kept of the work, and the folder of the data set if nothing else is in it. */
export function removeWorkFolder(out: string, { path, lock }: WorkFolder): void {
  removeAllOf(path);
  lock.release();
  if (readdirSync(out).length === 0) removeEmptyFolder(out);
}

function lockedFolder(out: string, work: string): Lock {
  try {
    makeWritableFolder(out);
    return takeLock(work);
  } catch (error) {
    if (!(error instanceof StoreError)) throw cannotWrite(out, error);
    if (error.code !== 'NM_DATABASE_LOCKED') throw error;
    throw new Failure(
      'NM_DATASET_LOCKED',
      `another process works on the data set in ${out}`,
      'Wait for it to end, or name another folder.',
    );
  }
}

function recipeIn(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, RECIPE), 'utf8'));
  } catch {
    return null;
  }
}
