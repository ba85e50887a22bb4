import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { Decoder, toUtf8 } from '../../src/corpus/decode.js';

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
  test(`${name} is decoded the same wherever its pieces are cut`, async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (value, size) => {
        const pieces = piecesOf(encode(value), size);
        const decoder = new Decoder();
        assert.equal(pieces.map((piece) => decoder.write(piece)).join('') + decoder.end(), value);
        const utf8: Buffer[] = [];
        const source = Readable.from(pieces) as AsyncIterable<Buffer>;
        for await (const piece of toUtf8(source)) utf8.push(piece);
        assert.equal(Buffer.concat(utf8).toString(), value);
      }),
    );
  });
}

test('bytes that are no UTF-8 become U+FFFD and cost nothing else', () => {
  const decoder = new Decoder();
  const pieces = [Buffer.from('abcd\xe2', 'latin1'), Buffer.from('efg')];
  assert.equal(
    pieces.map((piece) => decoder.write(piece)).join('') + decoder.end(),
    'abcd\ufffdefg',
  );
});
