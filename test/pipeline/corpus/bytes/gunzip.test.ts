import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DamagedError } from '../../../../src/pipeline/corpus/bytes/corpus-error.js';
import { gunzip } from '../../../../src/pipeline/corpus/bytes/gunzip.js';
import { depth } from '../../../support/depth.js';

/** What comes out of `bytes` in pieces of `size`: the text, and where and why it ends early. */
async function unpacked(
  bytes: Buffer,
  size: number,
): Promise<{ text: string; line: number | null; why: string | null }> {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) {
      await Promise.resolve();
      yield bytes.subarray(at, at + size);
    }
  };
  let text = '';
  try {
    for await (const piece of gunzip(pieces())) text += piece.toString('latin1');
    return { text, line: null, why: null };
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    return { text, line: error.line, why: error.message };
  }
}

/** Some lines that do not compress too well. */
const SOUND = Array.from({ length: 400 }, (_, i) => `${(i * 7919) % 1000} ${i % 7}\n`).join('');

test('a damaged or cut file yields the same lines, and the same reason, in pieces of any size', async () => {
  const packed = gzipSync(SOUND);
  const damage = fc.record({
    at: fc.nat({ max: packed.length - 1 }),
    bit: fc.nat({ max: 7 }),
    isCut: fc.boolean(),
    size: fc.integer({ min: 1, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, bit, isCut, size }) => {
      const bytes = Buffer.from(isCut ? packed.subarray(0, at) : packed);
      if (!isCut) bytes[at] ^= 1 << bit;
      assert.deepEqual(await unpacked(bytes, size), await unpacked(bytes, bytes.length || 1));
    }),
    { numRuns: 200 },
  );
});

test('a sound file is unpacked whole, however it comes', async () => {
  for (const size of [1, 16, 1000, 1_000_000]) {
    assert.deepEqual(await unpacked(gzipSync(SOUND), size), { text: SOUND, line: null, why: null });
  }
});

test('with any bit flipped in a file of two members, the text is what it was or the damage is told', async () => {
  const packed = Buffer.concat([gzipSync(SOUND), gzipSync('and more\n')]);
  const flip = fc.record({ at: fc.nat({ max: packed.length - 1 }), bit: fc.nat({ max: 7 }) });
  await fc.assert(
    fc.asyncProperty(flip, async ({ at, bit }) => {
      const bytes = Buffer.from(packed);
      bytes[at] ^= 1 << bit;
      const { text, why } = await unpacked(bytes, 1000);
      if (why === null) assert.equal(text, `${SOUND}and more\n`);
    }),
    { numRuns: depth(150, 3000), examples: [[{ at: packed.length - 5, bit: 0 }]] },
  );
  const padded = Buffer.concat([packed, Buffer.alloc(512)]);
  assert.deepEqual(await unpacked(padded, 1000), {
    text: `${SOUND}and more\n`,
    line: null,
    why: null,
  });
  const followed = Buffer.concat([packed, Buffer.from('\0garbage')]);
  assert.notEqual((await unpacked(followed, 1000)).why, null);
});
