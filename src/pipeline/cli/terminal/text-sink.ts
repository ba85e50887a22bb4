import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { gzipInto } from '../../files/gzip.js';
import { cannotWrite, openOutFile, type OutFile } from './out-file.js';
import type { Terminal } from './terminal.js';

/** Where text, or bytes, go, piece by piece; the promise waits if the reader is slower. */
export interface TextSink {
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
  /** Whether an existing file may be overwritten. */
  readonly force: boolean;
  /** Asked while a pipe waits for somebody to read it. */
  readonly isStopped?: () => boolean;
}

const STANDARD_OUTPUT = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

export function isStandardOutput(path: string): boolean {
  return STANDARD_OUTPUT.has(path);
}

/**
 * A sink for a file, gzipped if its name ends in .gz, or for standard output. @throws as
 * openOutFile
 */
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
      done: () => Promise.resolve(),
      giveUp: () => Promise.resolve(),
    };
  }
  return sinkOf(out, await openOutFile(out, force, isStopped));
}

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
export function writeLines(
  lines: Iterable<string>,
  sink: TextSink,
  isStopped: () => boolean,
): Promise<void> {
  return writePieces(inPieces(lines), sink, isStopped);
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
