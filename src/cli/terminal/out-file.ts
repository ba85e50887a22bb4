import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync, type Stats, type WriteStream } from 'node:fs';
import { chmod, lstat, mkdir, readlink, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../outcome/failure.js';

/** A file that is being written. */
export interface OutFile {
  readonly stream: WriteStream;
  /** The stream is finished: what was written gets the file's name. */
  readonly keep: () => Promise<void>;
  /** What was written is not whole: nothing of it stays. */
  readonly discard: () => void;
}

/**
 * Opens `file` for writing; its folder is made. A file is written under a name of its own beside it, and
 * renamed at the end, so that a half one never has its name, and what stood there stays until then. A
 * link is followed: the file that it names is written. What is not a regular file (a device, a pipe)
 * is written to directly.
 * @throws Failure if a file of the name exists, unless `force`, or if it cannot be written.
 */
export async function openOutFile(file: string, force: boolean): Promise<OutFile> {
  const found = await refuseUnwritable(file, force);
  if (found !== null && !found.isFile()) return openDirectly(file);
  try {
    return await openAside(await linkedFile(file), found);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

/**
 * What there is of this name, or null.
 * @throws Failure if it is a folder, or a file and not `force`.
 */
export async function refuseUnwritable(file: string, force: boolean): Promise<Stats | null> {
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory() === true) {
    throw new Failure(`${file} is a folder`, 'Name a file to write to.');
  }
  if (found?.isFile() === true && !force) {
    throw new Failure(`${file} exists already`, 'Say --force to write over it.');
  }
  return found;
}

/** Why a file cannot be written, for people. */
export function cannotWrite(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(
    `${file} cannot be written: ${isFull ? 'the disk is full' : reason}`,
    isFull ? 'Nothing of it was kept: make room, or name a place on another disk.' : null,
  );
}

async function openDirectly(file: string): Promise<OutFile> {
  const stream = createWriteStream(file);
  await once(stream, 'open').catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  return { stream, keep: () => Promise.resolve(), discard: () => undefined };
}

async function openAside(file: string, before: Stats | null): Promise<OutFile> {
  await mkdir(dirname(file), { recursive: true });
  const aside = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`);
  // "x": a name that nobody else has, and never through a link.
  const stream = createWriteStream(aside, { flags: 'wx' });
  await once(stream, 'open');
  const remove = (): void => rmSync(aside, { force: true });
  // Also if the process ends at once: a second Ctrl-C.
  process.once('exit', remove);
  return {
    stream,
    keep: async () => {
      if (before !== null) await chmod(aside, before.mode);
      await rename(aside, file);
      process.off('exit', remove);
    },
    discard: () => {
      remove();
      process.off('exit', remove);
    },
  };
}

/** The file that `path` names in the end, whether it exists or not. */
async function linkedFile(path: string): Promise<string> {
  let file = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const found = await lstat(file).catch(() => null);
    if (found?.isSymbolicLink() !== true) return file;
    file = resolve(dirname(file), await readlink(file));
  }
  throw new Error('its links lead in a circle');
}

/** As many as Linux follows. */
const MOST_LINKS = 40;
