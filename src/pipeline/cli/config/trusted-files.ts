import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { removeFile } from '../../files/remove-rename.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { codeOf, fileErrorCode, systemReason } from '../../../solver/core/text/system-errors.js';
import { makeFolder } from '../../files/make-folder.js';
import { NotReplaced, replaceFile } from '../../files/replace-file.js';
import { Failure } from '../terminal/outcome.js';
import type { ConfigFile } from './config-file.js';

// The config files that this user trusts: a file each, so that two commands at a time, or damage,
// can spoil no other.

interface Entry {
  /** Where the config file lies, without links on the way to it. */
  readonly file: string;
  /** The hash of what was trusted, in hexadecimal digits. */
  readonly sha256: string;
}

/** Whether a file is trusted as it is; `changed` if it was when it was another one. */
export type Trust = 'trusted' | 'changed' | 'none';

/** The folder of the files that say what is trusted, in this user's own configuration. */
export function trustFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  const own = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  // A relative path would lead into the folder of a stranger.
  if (own !== undefined && isAbsolute(own)) return join(own, 'nonomill', 'trusted');
  const home = homedir();
  return join(isAbsolute(home) ? home : userInfo().homedir, '.config', 'nonomill', 'trusted');
}

/**
 * Whether this user trusts a file.
 * @throws Failure if that cannot be read, or is damaged
 */
export function trustIn(file: ConfigFile): Trust {
  const place = placeOf(file.path);
  const entry = readEntry(entryOf(place));
  if (entry === null) return 'none';
  if (entry.file !== place) throw damaged(entryOf(place));
  return entry.sha256 === file.sha256() ? 'trusted' : 'changed';
}

/**
 * Trusts a file as it was read.
 * @throws Failure if that cannot be kept
 */
export function trust(file: ConfigFile): void {
  const place = placeOf(file.path);
  const path = entryOf(place);
  const entry: Entry = { file: place, sha256: file.sha256() };
  try {
    makeFolder(dirname(path));
    chmodSync(dirname(path), 0o700);
    replaceFile(path, `${JSON.stringify(entry)}\n`, START, `${path}.${process.pid}.part`);
  } catch (error) {
    if (error instanceof NotReplaced) throw damaged(path);
    throw new Failure(
      fileErrorCode(error),
      `${path} cannot be written: ${systemReason(error, 'write')}`,
    );
  }
}

/** How every entry begins. */
const START = '{"file":';

/** Takes the trust in the file of a path back; returns whether there was any. @throws Failure */
export function revoke(path: string): boolean {
  const entry = entryOf(placeOf(path));
  try {
    removeFile(entry);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw new Failure(
      fileErrorCode(error),
      `${entry} cannot be removed: ${systemReason(error, 'write')}`,
    );
  }
}

/** The places of the files that are trusted, in order. @throws Failure */
export function trustedFiles(): string[] {
  const folder = trustFolder();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Failure(fileErrorCode(error), `${folder}: ${systemReason(error, 'read')}`);
  }
  const entries = names.filter((name) => name.endsWith('.json'));
  return entries.flatMap((name) => readEntry(join(folder, name))?.file ?? []).sort();
}

/**
 * Where a config file lies: its folder without links, and its name. A link in another folder is
 * another file, as its paths begin there.
 */
function placeOf(path: string): string {
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync.native(folder), basename(path));
  } catch {
    // It is gone, and its trust may be taken back all the same.
    return join(folder, basename(path));
  }
}

function entryOf(place: string): string {
  return join(trustFolder(), `${createHash('sha256').update(place).digest('hex')}.json`);
}

/** An entry; null if there is none. @throws Failure */
function readEntry(path: string): Entry | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Failure(fileErrorCode(error), `${path}: ${systemReason(error, 'read')}`);
  }
  try {
    const found = JSON.parse(text) as Partial<Record<keyof Entry, unknown>> | null;
    const { file, sha256 } = found ?? {};
    if (typeof file === 'string' && typeof sha256 === 'string') return { file, sha256 };
  } catch {
    // What is no JSON is damaged as well.
  }
  throw damaged(path);
}

function damaged(path: string): Failure {
  return new Failure(
    'NM_CONFIG_INVALID',
    `${plainText(path)} says which file is trusted, and is damaged`,
    'Remove it, and trust the file again.',
  );
}
