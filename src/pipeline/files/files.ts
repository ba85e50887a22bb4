// Where a path leads, and where a command may write. What a config file says that nobody named
// stays in its folder. That is asked again at the moment of writing, of every file and folder that
// is made, renamed or removed there, since other outputs follow from the one that the file names
// (the report from the database), and links may be made after the first look.
import {
  lstatSync,
  readlinkSync,
  realpathSync,
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  readSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { codeOf, systemReason } from '../../solver/core/text/error-codes.js';
import { Transform, type Writable } from 'node:stream';
import { createGzip, gzipSync, type ZlibOptions } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';

/** As many links as Linux follows. */
const MOST_LINKS = 40;

/** The path that a file has, or would have, without any links. @throws Error of the file system */
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

/** What is written in `folder` must be there in truth, or where `typed` leads; null: anywhere. */
export function keepWithin(folder: string | null, typed: readonly string[] = []): void {
  const bounds = (own: string): Bounds => ({ folder: resolve(own), root: realPlace(own), typed });
  setEnvironmentData(BOUNDS, folder === null ? undefined : bounds(folder));
}

/**
 * Why nothing may be written at a path, or null: it leads out of the folder that `keepWithin`
 * named. Of a file that is made or renamed, a last link is not followed: `folder` is where it lies.
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

/**
 * Makes a folder and those above it, unless they are there. The recursive `mkdir` of Node.js tries
 * for ever below /proc, where a folder is neither made nor refused for a reason that can be mended.
 * @throws Error that names the folder in which none can be made, or the database that needs the
 * name; Error of the file system
 */
export function makeFolder(path: string): void {
  requireInside(path);
  if (isFolderAt(path)) return;
  const taken = whyTaken(path);
  if (taken !== null) throw new Error(taken);
  try {
    mkdirSync(path);
  } catch (error) {
    const above = dirname(path);
    if (codeOf(error) === 'ENOENT' && above !== path) {
      if (isFolderAt(above)) throw new Error(`no folder can be made in ${above}`, { cause: error });
      makeFolder(above);
      makeFolder(path);
      return;
    }
    // Somebody else was faster.
    if (!isFolderAt(path)) throw error;
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

/** Why `makeWritableFolder` would fail, as far as the nearest folder tells; or null. */
export function whyNoFolder(path: string): string | null {
  let nearest = path;
  try {
    while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
    if (!isFolderAt(nearest)) return `${nearest} is not a folder`;
    accessSync(nearest, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return systemReason(error, 'write');
  }
}

/** Opens a new file in a folder that is there; never through a link. @throws as `makeFolder` */
export function openNewFile(path: string, mode = 0o666): number {
  requireInside(path, dirname(path));
  try {
    return openSync(path, 'wx', mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new Error(`no file can be made in ${dirname(path)}`, { cause: error });
  }
}

/** Whether a file is there; a link counts as what it leads to. */
export function isFileAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The same of a folder. */
export function isFolderAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

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

/** How long other programs are waited for, and how often it is tried meanwhile. */
const PATIENCE_MS = 1000;
const TRY_MS = 50;

/** @throws Error of the file system, as all functions here. */
export function renameFile(from: string, to: string, platform?: string): void {
  patiently(to, () => renameSync(from, to), platform);
}

/** Removes a file that is there. */
export function removeFile(path: string, platform?: string): void {
  patiently(path, () => unlinkSync(path), platform);
}

/** Removes a file, unless it is gone already. */
export function removeIfThere(path: string, platform?: string): void {
  patiently(path, () => rmSync(path, { force: true }), platform);
}

/** Removes a folder with all that is in it, unless it is gone already. */
export function removeAllOf(folder: string, platform?: string): void {
  patiently(folder, () => rmSync(folder, { recursive: true, force: true }), platform);
}

/** Removes a folder in which nothing is. */
export function removeEmptyFolder(path: string, platform?: string): void {
  patiently(path, () => rmdirSync(path), platform);
}

/** What Windows says of a file that another program has open. */
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);

/** Windows keeps open files; scanners close them soon. For others the error says EBUSY. */
function patiently(path: string, work: () => void, platform: string = process.platform): void {
  requireInside(path, dirname(path));
  if (platform !== 'win32') {
    work();
    return;
  }
  for (let waited = 0; ; waited += TRY_MS) {
    try {
      work();
      return;
    } catch (error) {
      if (!HELD.has(codeOf(error))) throw error;
      if (waited >= PATIENCE_MS) throw heldError(error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_MS);
  }
}

function heldError(cause: unknown): Error {
  return Object.assign(new Error('another program has it open', { cause }), { code: 'EBUSY' });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How to remove each thing that is unfinished. */
const removals = new Set<() => void>();

/**
 * Calls `remove` if the process ends before the function that this returns was called. For what is
 * first written under another name, or into a folder of its own: registered before it is there.
 *
 *   unfinished --exit, or a signal that nobody else listens to--> removed
 *   unfinished --the returned function--> no longer watched
 *
 * A command that listens to signals itself stops in its own way; a second Ctrl-C makes it exit.
 * Only SIGKILL leaves anything.
 */
export function removeIfEnded(remove: () => void): () => void {
  if (removals.size === 0) watch();
  removals.add(remove);
  return () => {
    if (removals.delete(remove) && removals.size === 0) unwatch();
  };
}

function watch(): void {
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.on(signal, endBy);
}

function unwatch(): void {
  process.off('exit', removeAll);
  for (const signal of SIGNALS) process.off(signal, endBy);
}

/** Ends the process as the signal would have ended it, had nobody listened. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  unwatch();
  process.kill(process.pid, signal);
}

function removeAll(): void {
  for (const remove of removals) {
    try {
      remove();
    } catch {
      // The others are removed all the same.
    }
  }
  removals.clear();
}

/** How every database of SQLite begins. */
export const DATABASE_START = 'SQLite format 3\0';

/** How the names of a database end, of SQLite's own files, and of the lock of a run. */
export const BESIDE_DATABASE = ['', '-wal', '-shm', '-journal', '.lock', '.lock-journal'];

/** Why `path` may not be taken, or null: Windows forbids it, or the database beside it needs it. */
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

/** Names that are devices on Windows, whatever extension they have. */
export const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/** Why Windows forbids a name, or null: `book:1` is a part of a file, `CON.csv` the console. */
export function whyForbidden(path: string, platform: string = process.platform): string | null {
  if (platform !== 'win32' || /^\\\\[.?]\\/.test(path)) return null;
  const { root } = win32.parse(path);
  for (const name of path.slice(root.length).split(/[\\/]/)) {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/[<>:"|?*\u0000-\u001f]/.test(name)) return `Windows allows no < > : " | ? * in a name`;
    if (DEVICE.test(name)) return `${name} is the name of a device on Windows`;
  }
  return null;
}

/** Whether what is written to `file` is to be forgotten: Windows knows this by a name. */
export function isNowhere(file: string, platform: string = process.platform): boolean {
  return platform === 'win32' && /^(\\\\\.\\)?nul:?$/i.test(file);
}

/** As it is compared: Windows takes both slashes; elsewhere `\` is a character like any other. */
export function withSlashes(path: string, platform: string = process.platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

/**
 * The byte of a gzip member's head that names the operating system, and its value for Unix: zlib
 * writes its own, so that the same content would have other bytes on Windows.
 */
const SYSTEM_OFFSET = 9;
const UNIX = 3;

/** Bytes as one gzip member, the same on every system. */
export function gzipped(bytes: Uint8Array, options: ZlibOptions = {}): Buffer {
  const packed = gzipSync(bytes, options);
  packed[SYSTEM_OFFSET] = UNIX;
  return packed;
}

/** What is written to the stream that this returns goes to `stream`, as one such member. */
export function gzipInto(stream: Writable): Writable {
  const gzip = createGzip();
  gzip.pipe(namingUnix()).pipe(stream);
  return gzip;
}

function namingUnix(): Transform {
  let passed = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      if (passed <= SYSTEM_OFFSET && passed + piece.length > SYSTEM_OFFSET) {
        piece[SYSTEM_OFFSET - passed] = UNIX;
      }
      passed += piece.length;
      done(null, piece);
    },
  });
}

/** A temporary file without a name, gone when it is closed. @throws Error of the file system */
export function openUnnamed(): number {
  const path = join(tmpdir(), `nonomill-proof-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  try {
    rmSync(path, { force: true });
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** Writes all of some bytes to a place in a file. @throws Error of the file system */
export function writeAt(file: number, bytes: Uint8Array, at: number): void {
  for (let from = 0; from < bytes.length;) {
    from += writeSync(file, bytes, from, bytes.length - from, at + from);
  }
}

/** What is in a file from one byte to another, in pieces, each of which is gone with the next. */
export function* filePieces(file: number, from: number, to: number): Generator<Buffer> {
  const room = Buffer.allocUnsafe(PIECE);
  for (let at = from; at < to;) {
    const count = readSync(file, room, 0, Math.min(PIECE, to - at), at);
    if (count === 0) throw new Error('the file of the proof is shorter than it was');
    yield room.subarray(0, count);
    at += count;
  }
}

const PIECE = 1 << 18;
