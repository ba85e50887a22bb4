import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CorpusError, DamagedError } from './corpus-error.js';

/** Text compresses five- to twentyfold; what grows more than this is made to do harm. */
const MAX_GROWTH = 250;
/** Below this many bytes growth is not looked at: a short file of equal rows is no harm. */
const FREE_BYTES = 64 * 1024 * 1024;

/** Whether a file's first bytes say that it is compressed with gzip. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * The bytes that gzip `pieces` hold, decompressed piece by piece.
 * @throws CorpusError where they are damaged or cut off, or grow beyond all measure.
 */
export async function* gunzip(
  pieces: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  let read = 0;
  let made = 0;
  let failure: unknown = null;
  const source = Readable.from(
    (async function* counted() {
      for await (const piece of pieces) {
        read += piece.length;
        yield piece;
      }
    })(),
  );
  const unzip = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => {
    failure = error;
    unzip.destroy(error);
  });
  source.pipe(unzip);
  try {
    for await (const piece of unzip as AsyncIterable<Buffer>) {
      made += piece.length;
      if (made > FREE_BYTES && made > read * MAX_GROWTH) {
        throw new DamagedError(
          `${path}: the compressed file grows more than ${MAX_GROWTH}-fold (${made} bytes out of ${read}); decompress it first if it is sound`,
        );
      }
      yield piece;
    }
  } catch (error) {
    if (failure !== null) throw failure as Error;
    if (error instanceof CorpusError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new DamagedError(`${path}: the compressed data is damaged or cut off: ${why}`);
  } finally {
    source.destroy();
    unzip.destroy();
  }
}
