import { readFile, chmod, link, stat } from 'node:fs/promises';
import { STANDARD_INPUT } from '../corpus/sources.js';
import { fileErrorCode, systemReason, codeOf } from '../../solver/core/text/error-codes.js';
import { Failure, UsageError, type Terminal } from './terminal.js';
import { once } from 'node:events';
import { finished, pipeline } from 'node:stream/promises';
import {
  gzipInto,
  makeFolder,
  openNewFile,
  DATABASE_START,
  firstBytes,
  whyTaken,
  removeIfThere,
  renameFile,
  realPlace,
  whyOutside,
  isNowhere,
  removeIfEnded,
} from '../files/files.js';
import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, openSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';

/**
 * All of a file, or of the terminal's standard input (`-`); without a terminal, a file of that
 * name.
 * @throws Failure if it cannot be read.
 */
export async function readInput(file: string, terminal: Terminal | null): Promise<Buffer> {
  if (file === STANDARD_INPUT && terminal !== null) {
    const pieces: Buffer[] = [];
    for await (const piece of terminal.stdin as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw new Failure(fileErrorCode(error), `${file}: ${systemReason(error, 'read')}`);
  }
}

/** @throws UsageError if both words mean standard input, which can be read once. */
export function refuseTwoInputs(one: string, other: string): void {
  if (one === STANDARD_INPUT && other === STANDARD_INPUT) {
    throw new UsageError('NM_STANDARD_INPUT', 'standard input can be only one of the two');
  }
}

export function inputName(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file;
}

/** What was read holds no puzzle at all. */
export function noPuzzleIn(file: string, hint: string | null = null): Failure {
  return new Failure('NM_CORPUS_EMPTY', `${inputName(file)}: it holds no puzzle`, hint);
}

/** Where text, or bytes, go, piece by piece; the promise waits if the reader is slower. */
interface TextSink {
  /** Whether nobody takes any more of it. */
  readonly isClosed: boolean;
  write(piece: string | Uint8Array): Promise<void>;
  /** The end: what was written stays. */
  done(): Promise<void>;
  /** What was written is incomplete: removes the file. */
  giveUp(): Promise<void>;
}

/** Large enough for few system calls, small enough for any memory. */
const PIECE = 1 << 16;

/** After this time signals are let in, and waiting text is written. */
const LONGEST_WAIT_MS = 50;

export interface OutPlace {
  /** A file; null for standard output (which has other names, too). */
  readonly out: string | null;
  readonly force: boolean;
  /** Asked while a pipe waits for somebody to read it. */
  readonly isStopped?: () => boolean;
}

const STANDARD_OUTPUT = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

export function isStandardOutput(path: string): boolean {
  return STANDARD_OUTPUT.has(path);
}

/** For a file, gzipped if its name ends in .gz, or standard output. @throws as openOutFile */
export async function openSink(
  { out, force, isStopped }: OutPlace,
  terminal: Terminal,
): Promise<TextSink> {
  if (out === null || isStandardOutput(out)) {
    return {
      get isClosed() {
        return terminal.readerGone;
      },
      write: (piece) => terminal.printData(piece),
      done: nothing,
      giveUp: nothing,
    };
  }
  return sinkOf(out, await openOutFile(out, force, isStopped));
}

const nothing = (): Promise<void> => Promise.resolve();

function sinkOf(file: string, { stream, keep, discard }: OutFile): TextSink {
  const head = file.endsWith('.gz') ? gzipInto(stream) : stream;
  let isClosed = false;
  // An error (a full disk) rejects `closed`, which every write checks.
  const closed = finished(stream, { readable: false }).catch((error: unknown) => {
    // The reader of a pipe has read enough.
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') isClosed = true;
    else throw cannotWrite(file, error);
  });
  let failed = false;
  closed.catch(() => (failed = true));
  return {
    get isClosed() {
      return isClosed;
    },
    async write(piece) {
      if (failed) await closed;
      if (!isClosed && !head.write(piece)) await Promise.race([once(head, 'drain'), closed]);
    },
    async done() {
      if (!isClosed) head.end();
      await closed;
      await keep().catch((error: unknown) => {
        throw cannotWrite(file, error);
      });
    },
    async giveUp() {
      stream.destroy();
      await closed.catch(() => null);
      discard();
    },
  };
}

/** Writes all lines, or as many as are taken, as `writePieces` does. */
export function writeLines(lines: Iterable<string>, sink: TextSink, isStopped: () => boolean) {
  return writePieces(joinedLines(lines), sink, isStopped);
}

/**
 * Writes all pieces, or as many as are taken, and closes the sink; after an error, or once
 * `isStopped`, abandons the sink. Between two pieces it lets signals and other work in.
 */
export async function writePieces(
  pieces: Iterable<string | Uint8Array>,
  sink: TextSink,
  isStopped: () => boolean,
): Promise<void> {
  try {
    for (const piece of pieces) {
      if (piece.length > 0) await sink.write(piece);
      // If a file keeps pace, this loop would never be left.
      await new Promise(setImmediate);
      if (isStopped() || sink.isClosed) break;
    }
    if (isStopped()) await sink.giveUp();
    else await sink.done();
  } catch (error) {
    await sink.giveUp();
    throw error;
  }
}

/**
 * Joins lines into pieces large enough to write. An empty line means that the next one takes long:
 * then the text so far is returned from time to time, even if it is empty.
 */
export function* joinedLines(lines: Iterable<string>): Generator<string> {
  let piece = '';
  let last = performance.now();
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE && (line !== '' || performance.now() - last < LONGEST_WAIT_MS)) {
      continue;
    }
    yield piece;
    piece = '';
    last = performance.now();
  }
  if (piece !== '') yield piece;
}

interface OutFile {
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
async function openOutFile(
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

/** Writes what a stream has to a file, byte by byte. @throws as openOutFile */
export async function writeStream(
  stream: NodeJS.ReadableStream,
  { out, force, isStopped }: OutPlace & { readonly out: string },
): Promise<void> {
  const file = await openOutFile(out, force, isStopped);
  try {
    await pipeline(stream, file.stream);
    await file.keep();
  } catch (error) {
    file.discard();
    throw cannotWrite(out, error);
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
    const todo = 'Name another file, or remove that one first.';
    throw new Failure('NM_FILE_EXISTS', `${file} is a database`, todo);
  }
  return found;
}

function existsAlready(file: string): Failure {
  return new Failure('NM_FILE_EXISTS', `${file} exists already`, 'Say --force to write over it.');
}

/** Why a file cannot be written, for people. */
export function cannotWrite(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const what = `${file} cannot be written: ${systemReason(error, 'write')}`;
  const todo = 'Nothing of it was kept: make room, or name a place on another disk.';
  return new Failure(fileErrorCode(error), what, codeOf(error) === 'ENOSPC' ? todo : null);
}

async function openDevice(file: string): Promise<OutFile> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  return { stream, keep: nothing, discard: () => undefined };
}

/** How often to check whether somebody reads a pipe. */
const LOOK_MS = 50;

/** Waiting within the operating system's call would keep the process from ending. */
async function openPipe(file: string, isStopped: () => boolean): Promise<OutFile> {
  for (;;) {
    try {
      const fd = openSync(file, constants.O_WRONLY | constants.O_NONBLOCK);
      const stream = new Socket({ fd, readable: false, writable: true });
      return { stream, keep: nothing, discard: () => undefined };
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
