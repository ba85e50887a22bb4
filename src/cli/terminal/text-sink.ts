import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Failure } from '../outcome/failure.js';
import type { Terminal } from './terminal.js';

/** Where lines of text go, a piece at a time; the promise waits where the taker is slower. */
export interface TextSink {
  /** Whether nobody takes any more of it. */
  readonly isClosed: boolean;
  write(text: string): Promise<void>;
  /** Nothing more comes: what was written stays. */
  done(): Promise<void>;
  /** What was written is not whole: leaves no file behind. */
  giveUp(): Promise<void>;
}

/** Enough for few system calls, little enough for any memory. */
const PIECE = 1 << 16;

/** After which signals are let in, and what there is is written. */
const LONGEST_WAIT_MS = 50;

/** A sink for `file` (its folder is made), or for standard output where that is null. */
export async function openSink(file: string | null, terminal: Terminal): Promise<TextSink> {
  if (file === null) {
    return {
      get isClosed() {
        return terminal.readerGone;
      },
      write: (text) => terminal.print(text),
      done: () => Promise.resolve(),
      giveUp: () => Promise.resolve(),
    };
  }
  return openFile(file);
}

/** The file is written aside and renamed at the end, so that a half one never has its name. */
async function openFile(file: string): Promise<TextSink> {
  const aside = `${file}.part`;
  const disk = await openAside(file, aside);
  // Also where the process ends at once: a second Ctrl-C.
  const remove = (): void => rmSync(aside, { force: true });
  process.once('exit', remove);
  const head = file.endsWith('.gz') ? createGzip() : disk;
  if (head !== disk) head.pipe(disk);
  // An error (a full disk) rejects `closed`, which every write looks at.
  const closed = finished(disk).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  let failed = false;
  closed.catch(() => (failed = true));
  return {
    isClosed: false,
    async write(text) {
      if (failed) await closed;
      if (!head.write(text)) await Promise.race([once(head, 'drain'), closed]);
    },
    async done() {
      head.end();
      await closed;
      await rename(aside, file);
      process.off('exit', remove);
    },
    async giveUp() {
      disk.destroy();
      await closed.catch(() => null);
      remove();
      process.off('exit', remove);
    },
  };
}

async function openAside(file: string, aside: string): Promise<WriteStream> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const disk = createWriteStream(aside);
    await once(disk, 'open');
    return disk;
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

function cannotWrite(file: string, error: unknown): Failure {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure(
    `${file} cannot be written: ${isFull ? 'the disk is full' : reason}`,
    isFull ? 'Nothing of it was kept: make room, or name a place on another disk.' : null,
  );
}

/**
 * Writes all lines, or as many as are taken, and closes the sink; on an error, or once
 * `isStopped`, gives the sink up.
 * Between two pieces it lets signals and other work in.
 */
export async function writeLines(
  lines: Iterable<string>,
  sink: TextSink,
  isStopped: () => boolean,
): Promise<void> {
  try {
    for (const piece of inPieces(lines)) {
      if (piece !== '') await sink.write(piece);
      // Writing to a file that keeps up would never leave this loop.
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
 * Joins lines to pieces of a size that is worth a write. Empty lines say that the next one takes
 * long: then what there is comes at times, and be it nothing.
 */
function* inPieces(lines: Iterable<string>): Generator<string> {
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
