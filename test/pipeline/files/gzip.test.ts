import assert from 'node:assert/strict';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import zlib, { gunzipSync } from 'node:zlib';
import { gzipInto, gzipped } from '../../../src/pipeline/files/gzip.js';

const TEXT = Buffer.from('nonogram '.repeat(100));
const UNIX = 3;

/** Until the test ends, zlib names Windows in what it packs, and gives it a byte at a time. */
function packAsWindows(t: TestContext): void {
  const { gzipSync } = zlib;
  const onWindows = (bytes: Uint8Array): Buffer => {
    const packed = gzipSync(bytes);
    packed[9] = 10;
    return packed;
  };
  t.mock.method(zlib, 'gzipSync', onWindows);
  t.mock.method(zlib, 'createGzip', () => {
    const pieces: Buffer[] = [];
    return new Transform({
      transform(piece: Buffer, _, done) {
        pieces.push(piece);
        done();
      },
      flush(done) {
        for (const byte of onWindows(Buffer.concat(pieces))) this.push(Buffer.of(byte));
        done();
      },
    });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test('gzipped bytes are those of Unix on every system', (t) => {
  const here = gzipped(TEXT);
  packAsWindows(t);
  assert.deepEqual(gzipped(TEXT), here);
  assert.equal(here[9], UNIX);
  assert.deepEqual(gunzipSync(here), TEXT);
});

test('a gzipped stream has the bytes of Unix on every system, in pieces of any size', async (t) => {
  packAsWindows(t);
  const out = new PassThrough();
  const all = buffer(out);
  const gzip = gzipInto(out);
  gzip.end(TEXT);
  await once(out, 'end');
  const packed = await all;
  assert.equal(packed[9], UNIX);
  assert.deepEqual(gunzipSync(packed), TEXT);
});
