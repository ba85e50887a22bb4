import { createGunzip } from 'node:zlib';
import { DamagedError, messageOf } from './corpus-error.js';
import { LINE_FEED } from '../../../solver/core/text/codes.js';

/** Text compresses five- to twentyfold; a file that grows more than this was made to do harm. */
const MAX_GROWTH = 250;

/** Growth below this many bytes is not checked: a short file of equal rows does no harm. */
const FREE_BYTES = 64 * 1024 * 1024;

/**
 * The most compressed bytes that are unpacked in one step. A damaged step yields nothing, so steps
 * are short; with a quarter of the size, unpacking would take twice the time.
 */
const MAX_STEP = 2048;

/** For short files the steps are shorter, in proportion to what came before. */
const MIN_STEP = 16;

const STEP_SHARE = 1 / 32;

/** Whether a file's first bytes say that it is compressed with gzip. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip `pieces` one by one. Before an error come all sound bytes, except those of the
 * step that meets the damage; of a file that is cut off, all bytes come.
 * @throws DamagedError if they are damaged or cut off, or grow too much.
 */
export async function* gunzip(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let read = 0;
  let made = 0;
  let line = 1;
  const steps = new GunzipSteps();
  const growth = (): string =>
    `grows more than ${MAX_GROWTH}-fold (${made} bytes out of ${read}); decompress it first if it is sound`;
  try {
    const step = async function* (compressed: Buffer | null): AsyncGenerator<Buffer> {
      const { unpacked, failure } = await steps.unpack(compressed);
      for (const piece of unpacked) {
        made += piece.length;
        if (made > FREE_BYTES && made > read * MAX_GROWTH) {
          throw new DamagedError(`the compressed file ${growth()}`, line);
        }
        yield piece;
        line += lineFeeds(piece);
      }
      if (failure === null) return;
      const why = `the compressed data is damaged or cut off: ${messageOf(failure)}`;
      throw new DamagedError(why, line);
    };
    const waiting = new ByteQueue();
    const take = (length: number): Buffer => {
      const compressed = waiting.bytes.subarray(0, length);
      waiting.drop(compressed.length);
      read += compressed.length;
      return compressed;
    };
    for await (const piece of pieces) {
      waiting.push(piece);
      // Where a step ends does not depend on the pieces, so that a damaged file always yields the
      // same.
      for (let next = stepLength(read); waiting.length >= next; next = stepLength(read)) {
        yield* step(take(next));
      }
    }
    if (waiting.length > 0) yield* step(take(waiting.length));
    yield* step(null);
  } finally {
    steps.close();
  }
}

/** How many bytes the step takes that begins after `read` bytes. */
function stepLength(read: number): number {
  return Math.max(MIN_STEP, Math.min(MAX_STEP, Math.floor(read * STEP_SHARE)));
}

/** The output of one step, and the error that ended it, or null. */
interface Unpacked {
  readonly unpacked: readonly Buffer[];
  readonly failure: Error | null;
}

/**
 * Node's gunzip, one step at a time: on an error, a piped stream would drop output that nobody had
 * taken yet.
 */
class GunzipSteps {
  private readonly gunzip = createGunzip({ chunkSize: 64 * 1024 });
  private unpacked: Buffer[] = [];
  private failure: Error | null = null;
  /** Zeros after the last member end the stream, which takes no more bytes then. */
  private isOver = false;
  private wake: () => void = () => undefined;

  constructor() {
    this.gunzip.on('data', (piece: Buffer) => this.unpacked.push(piece));
    this.gunzip.on('end', () => {
      this.isOver = true;
      this.wake();
    });
    this.gunzip.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
  }

  /** Unpacks some more bytes; null ends the input. After its end, nothing but zeros may come. */
  async unpack(compressed: Buffer | null): Promise<Unpacked> {
    if (this.isOver) {
      const isPadding = compressed?.every((byte) => byte === 0) ?? true;
      return {
        unpacked: [],
        failure: isPadding ? null : new Error('there is more data after its end'),
      };
    }
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (compressed === null) this.gunzip.end();
      else this.gunzip.write(compressed, () => resolve());
    });
    const { unpacked, failure } = this;
    this.unpacked = [];
    return { unpacked, failure };
  }

  close(): void {
    this.gunzip.destroy();
  }
}

function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) count++;
  return count;
}

/**
 * Bytes that are put in at the end and taken from the front, always in one piece. The contents are
 * copied each time that they double, not for each piece that comes.
 */
export class ByteQueue {
  private store: Buffer = Buffer.alloc(0);
  private from = 0;
  private to = 0;
  /** Whether `store` is the caller's own piece: nothing may be written after it. */
  private isPiece = true;

  /** The contents; a view, valid until more is put in. */
  get bytes(): Buffer {
    return this.store.subarray(this.from, this.to);
  }

  get length(): number {
    return this.to - this.from;
  }

  /** Puts `piece` in; it must not be changed any more. */
  push(piece: Buffer): void {
    const { length } = this;
    if (length === 0) {
      this.store = piece;
      this.isPiece = true;
      this.from = 0;
      this.to = piece.length;
      return;
    }
    if (this.isPiece || this.to + piece.length > this.store.length) {
      const grown = Buffer.allocUnsafe(length + Math.max(length, piece.length));
      this.bytes.copy(grown);
      this.store = grown;
      this.isPiece = false;
      this.from = 0;
      this.to = length;
    }
    piece.copy(this.store, this.to);
    this.to += piece.length;
  }

  /** Takes `count` bytes from the front. */
  drop(count: number): void {
    this.from += count;
  }
}
