import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createWriteStream, openSync, type Stats } from 'node:fs';
import { chmod, link, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { Failure } from './outcome.js';
import { codeOf, fileErrorCode, systemReason } from '../../../solver/core/text/system-errors.js';
import { makeFolder, openNewFile } from '../../files/make-folder.js';
import { DATABASE_START, firstBytes, whyTaken } from '../../files/database-files.js';
import { removeIfThere, renameFile } from '../../files/remove-rename.js';
import { realPlace, whyOutside } from '../../files/real-place.js';
import { isNowhere } from '../../files/windows-names.js';
import { removeIfEnded } from '../../files/unfinished.js';

export interface OutFile {
  readonly stream: Writable;
  /** The stream is finished: the file gets its name. */
  readonly keep: () => Promise<void>;
  /** What was written is incomplete: it is removed. */
  readonly discard: () => void;
}

/**
 * Opens `file` for writing; its folder is made. A file is written under another name beside it and
 * renamed at the end, so that a half-written file never has its name, and an existing one stays
 * until then. A link is followed: the file that it names is written. Anything but a regular file (a
 * device, a pipe) is written to directly, a pipe once somebody reads it or, if nobody does, until
 * `isStopped`.
 * @throws Failure if a file of the name exists, unless `force`, or if it cannot be written.
 */
export async function openOutFile(
  file: string,
  force: boolean,
  isStopped: () => boolean = () => false,
): Promise<OutFile> {
  const found = await refuseUnwritable(file, force);
  try {
    if (isNowhere(file)) return await openDevice('\\\\.\\NUL');
    if (found?.isFIFO() === true) return await openPipe(file, isStopped);
    if (found !== null && !found.isFile()) return await openDevice(file);
    return openAside(realPlace(file), found, force);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/**
 * What exists under this name, or null.
 * @throws Failure if it is a folder, a file and not `force`, or a database: a night's work is not
 * to be lost by a typo.
 */
export async function refuseUnwritable(file: string, force: boolean): Promise<Stats | null> {
  if (isNowhere(file)) return null;
  const found = await stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw cannotWrite(file, error);
  });
  if (found?.isDirectory() === true) {
    throw new Failure('NM_FILE_EXISTS', `${file} is a folder`, 'Name a file to write to.');
  }
  if (found?.isFile() === true && !force) throw existsAlready(file);
  const taken = whyOutside(file) ?? whyTaken(file);
  if (taken !== null) throw new Failure('NM_FILE_EXISTS', taken, 'Name another file.');
  if (found?.isFile() === true && firstBytes(file, DATABASE_START.length) === DATABASE_START) {
    throw new Failure(
      'NM_FILE_EXISTS',
      `${file} is a database`,
      'Name another file, or remove that one first.',
    );
  }
  return found;
}

function existsAlready(file: string): Failure {
  return new Failure('NM_FILE_EXISTS', `${file} exists already`, 'Say --force to write over it.');
}

/** Why a file cannot be written, for people. */
export function cannotWrite(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure(
    fileErrorCode(error),
    `${file} cannot be written: ${systemReason(error, 'write')}`,
    codeOf(error) === 'ENOSPC'
      ? 'Nothing of it was kept: make room, or name a place on another disk.'
      : null,
  );
}

async function openDevice(file: string): Promise<OutFile> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  return { stream, keep: () => Promise.resolve(), discard: () => undefined };
}

/** How often to check whether somebody reads a pipe. */
const LOOK_MS = 50;

/** Waiting within the operating system's call would keep the process from ending. */
async function openPipe(file: string, isStopped: () => boolean): Promise<OutFile> {
  for (;;) {
    try {
      const fd = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
      const stream = new Socket({ fd, readable: false, writable: true });
      return { stream, keep: () => Promise.resolve(), discard: () => undefined };
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error;
      if (isStopped()) throw new Failure('NM_OUTPUT_CLOSED', `${file}: nobody read it`);
    }
    await new Promise((wake) => setTimeout(wake, LOOK_MS));
  }
}

function openAside(file: string, before: Stats | null, force: boolean): OutFile {
  makeFolder(dirname(file));
  const aside = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomUUID()}.part`);
  // The mode is that of the replaced file.
  const mode = before === null ? 0o666 : before.mode & 0o777;
  const fd = openNewFile(aside, mode);
  const remove = (): void => removeIfThere(aside);
  const removed = removeIfEnded(remove);
  const stream = createWriteStream(aside, { fd });
  const discard = (): void => {
    remove();
    removed();
  };
  return {
    stream,
    keep: async () => {
      try {
        if (before !== null) await chmod(aside, before.mode);
        if (force) renameFile(aside, file);
        else await giveName(aside, file);
      } finally {
        discard();
      }
    },
    discard,
  };
}

/** Gives a finished file its name, unless something else has taken it meanwhile. */
async function giveName(aside: string, file: string): Promise<void> {
  try {
    await link(aside, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw existsAlready(file);
    // Some file systems have no hard links.
    renameFile(aside, file);
  }
}
