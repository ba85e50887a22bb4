import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Decoder, DamagedError, gunzip } from '../../../src/pipeline/corpus/bytes.js';
import { gzipSync } from 'node:zlib';
import { depth } from '../../support/tests.js';
import { holds } from '../../support/property.js';

const text = fc
  .array(fc.constantFrom('a', 'plain text ', '\u00e4', '\u20ac', '\u{1f600}', '\n', '"'), {
    maxLength: 40,
  })
  .map((parts) => `id,${parts.join('')}`);

const ENCODINGS: Readonly<Record<string, (value: string) => Buffer>> = {
  'UTF-8': (value) => Buffer.from(value),
  'UTF-8 with a mark': (value) => Buffer.from(`\ufeff${value}`),
  'UTF-16 low': (value) => Buffer.from(`\ufeff${value}`, 'utf16le'),
  'UTF-16 high': (value) => Buffer.from(`\ufeff${value}`, 'utf16le').swap16(),
  'UTF-16 without a mark': (value) => Buffer.from(value, 'utf16le'),
};

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

for (const [name, encode] of Object.entries(ENCODINGS)) {
  test(`${name} is decoded the same wherever its pieces are cut`, () => {
    holds(100, [text, fc.integer({ min: 1, max: 9 })], (value, size) => {
      const pieces = piecesOf(encode(value), size);
      const decoder = new Decoder();
      assert.equal(pieces.map((piece) => decoder.write(piece)).join('') + decoder.end(), value);
    });
  });
}

test('bytes that are not UTF-8 become U+FFFD and do not affect the rest', () => {
  const decoder = new Decoder();
  const pieces = [Buffer.from('abcd\xe2', 'latin1'), Buffer.from('efg')];
  const expected = 'abcd\ufffdefg';
  assert.equal(pieces.map((piece) => decoder.write(piece)).join('') + decoder.end(), expected);
});

for (const [declared, bytes, expected] of [
  ['ISO-8859-1', 'K\xe4fer', 'K\u00e4fer'],
  ['windows-1252', '\x80 \xe4', '\u20ac \u00e4'],
  ['Shift_JIS', '\x83e\x83X\x83g', '\u30c6\u30b9\u30c8'],
  ['us-ascii', 'plain', 'plain'],
  ['UTF-8', '\xc3\xa4', '\u00e4'],
  // Whoever saved it as UTF-8 forgot the declaration: as UTF-16 even that would be none.
  ['UTF-16', '\xc3\xa4', '\u00e4'],
] as const) {
  test(`XML that says it is ${declared} is decoded as that, wherever its pieces are cut`, () => {
    const start = `<?xml version='1.0' encoding='${declared}' ?>\n<title>`;
    const file = Buffer.from(start + bytes, 'latin1');
    for (const size of [1, 2, 3, 7, 50, 1000]) {
      const decoder = new Decoder();
      const text = piecesOf(file, size).map((piece) => decoder.write(piece));
      assert.equal(text.join('') + decoder.end(), start + expected);
    }
  });
}

test('a byte order mark counts for more than what the XML declares', () => {
  const xml = '\ufeff<?xml version="1.0" encoding="ISO-8859-1"?>\u00e4';
  for (const bytes of [Buffer.from(xml), Buffer.from(xml, 'utf16le')]) {
    const decoder = new Decoder();
    assert.equal(decoder.write(bytes) + decoder.end(), xml.slice(1));
  }
});

test('a declaration that never ends, and a file that ends within it, are plain text', () => {
  for (const text of ['<?xml', '<?xml encoding="latin1', `<?xml ${'x'.repeat(5000)}`, '<?', '<']) {
    for (const size of [1, 100]) {
      const decoder = new Decoder();
      const pieces = piecesOf(Buffer.from(text), size).map((piece) => decoder.write(piece));
      assert.equal(pieces.join('') + decoder.end(), text);
    }
  }
});

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
    { numRuns: depth(50, 200) },
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
    { numRuns: depth(20, 3000), examples: [[{ at: packed.length - 5, bit: 0 }]] },
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
