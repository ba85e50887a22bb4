import { createGunzip } from 'node:zlib';
import { DamagedError, messageOf } from './corpus-error.js';

/** Text compresses five- to twentyfold; what grows more than this is made to do harm. */
const MAX_GROWTH = 250;
/** Below this many bytes growth is not looked at: a short file of equal rows is no harm. */
const FREE_BYTES = 64 * 1024 * 1024;

/**
 * Compressed bytes that are unpacked in one go, at most. Where they are damaged nothing of them
 * comes out, so they are few; a quarter of them would take twice the time.
 */
const MAX_STEP = 2048;
/** Of short files the steps are shorter, in relation to what is before them. */
const MIN_STEP = 16;
const STEP_SHARE = 1 / 32;
const LINE_FEED = 10;

/** Whether a file's first bytes say that it is compressed with gzip. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * The bytes that gzip `pieces` hold, decompressed piece by piece. Before the error comes what is
 * sound, but for what one step at the damage makes; of a file that is cut off, all of it.
 * @throws DamagedError where they are damaged or cut off, or grow beyond all measure.
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
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length;) {
        const length = Math.max(MIN_STEP, Math.min(MAX_STEP, Math.floor(read * STEP_SHARE)));
        const compressed = piece.subarray(at, at + length);
        at += compressed.length;
        read += compressed.length;
        yield* step(compressed);
      }
    }
    yield* step(null);
  } finally {
    steps.close();
  }
}

/** What one step made, and the error that ended it, or null. */
interface Unpacked {
  readonly unpacked: readonly Buffer[];
  readonly failure: Error | null;
}

/**
 * Node's gunzip, one step at a time: as a piped stream it would drop, on an error, what it had
 * unpacked and nobody had taken yet.
 */
class GunzipSteps {
  private readonly gunzip = createGunzip({ chunkSize: 64 * 1024 });
  private unpacked: Buffer[] = [];
  private failure: Error | null = null;
  private wake: () => void = () => undefined;

  constructor() {
    this.gunzip.on('data', (piece: Buffer) => this.unpacked.push(piece));
    this.gunzip.on('end', () => this.wake());
    this.gunzip.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
  }

  /** Unpacks some bytes more; null ends them. */
  async unpack(compressed: Buffer | null): Promise<Unpacked> {
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
