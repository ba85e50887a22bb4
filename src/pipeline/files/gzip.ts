import { Transform, type Writable } from 'node:stream';
import { createGzip, gzipSync, type ZlibOptions } from 'node:zlib';

/**
 * The byte of a gzip member's head that names the operating system, and its value for Unix: zlib
 * writes its own, so that the same content would have other bytes on Windows.
 */
const SYSTEM_OFFSET = 9;
const UNIX = 3;

/** Bytes as one gzip member, the same on every system. */
export function gzipped(bytes: Uint8Array, options: ZlibOptions = {}): Buffer {
  const packed = gzipSync(bytes, options);
  packed[SYSTEM_OFFSET] = UNIX;
  return packed;
}

/** What is written to the stream that this returns goes to `stream`, as one such member. */
export function gzipInto(stream: Writable): Writable {
  const gzip = createGzip();
  gzip.pipe(namingUnix()).pipe(stream);
  return gzip;
}

function namingUnix(): Transform {
  let passed = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      if (passed <= SYSTEM_OFFSET && passed + piece.length > SYSTEM_OFFSET) {
        piece[SYSTEM_OFFSET - passed] = UNIX;
      }
      passed += piece.length;
      done(null, piece);
    },
  });
}
