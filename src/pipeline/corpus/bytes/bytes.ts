import { constants, openSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { systemReason, fileErrorCode } from '../../../solver/core/text/system-errors.js';
import { addressText, isAddress } from './address.js';
import { CorpusError } from './corpus-error.js';

/**
 * Large enough that a read costs next to nothing, small enough that most objects made from one
 * piece are garbage before they leave the nursery.
 */
const PIECE = 64 * 1024;

/**
 * The bytes of a file, in pieces; of an address that holds a puzzle, the address itself.
 * @throws CorpusError if the file cannot be opened or read.
 */
export async function* readBytes(path: string): AsyncGenerator<Buffer, void, undefined> {
  try {
    const found = await stat(path).catch((error: unknown) => {
      if (isAddress(path)) return null;
      throw error;
    });
    if (found === null) {
      yield Buffer.from(addressText(path));
      return;
    }
    if (found.isFIFO()) {
      yield* readPipe(path);
      return;
    }
    const file = await open(path, 'r');
    try {
      // Of many small files, pieces of the full size would cost more than all else. One byte more
      // than the file has shows that it ends there.
      let room = Buffer.allocUnsafe(found.isFile() ? Math.min(PIECE, found.size + 1) : PIECE);
      for (;;) {
        const { bytesRead } = await file.read(room, 0, room.length, null);
        if (bytesRead === 0) return;
        yield room.subarray(0, bytesRead);
        room = bytesRead < room.length ? room.subarray(bytesRead) : Buffer.allocUnsafe(PIECE);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readError(path, error);
  }
}

/**
 * The bytes of a named pipe. It is opened without waiting for its writer: an open that waits cannot
 * be cancelled, not even by the end of the process.
 */
async function* readPipe(path: string): AsyncGenerator<Buffer, void, undefined> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Buffer>;
}

/** What went wrong with a path, in words for people. */
export function readError(path: string, error: unknown): CorpusError {
  if (error instanceof CorpusError) return error;
  return new CorpusError(fileErrorCode(error), `${path}: ${systemReason(error, 'read')}`);
}
