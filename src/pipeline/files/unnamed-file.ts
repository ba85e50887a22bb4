import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a file of the temporary folder without a name, which is gone when it is closed, however the
 * process ends. @throws Error of the file system
 */
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

/** Bytes that are read at once. */
const PIECE = 1 << 18;
