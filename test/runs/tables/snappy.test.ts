import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { compressSnappy } from '../../../src/runs/tables/snappy.js';

function uncompressed(packed: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  snappyUncompress(packed, output);
  return output;
}

function assertComesBack(bytes: Uint8Array): void {
  assert.deepEqual(uncompressed(compressSnappy(bytes), bytes.length), bytes);
}

test('whatever is compressed comes back, of few or many different bytes', () => {
  const bytes = fc
    .tuple(fc.integer({ min: 1, max: 255 }), fc.uint8Array({ maxLength: 400, size: 'max' }))
    .map(([most, drawn]) => drawn.map((byte) => byte % most));
  fc.assert(fc.property(bytes, assertComesBack));
});

test('repetitions of any length and distance come back, also beyond what a copy can reach', () => {
  const lengths = [1, 3, 4, 11, 12, 60, 61, 63, 64, 65, 67, 68, 69, 127, 128, 129, 132, 133, 300];
  for (const length of lengths) {
    for (const back of [1, 3, 4, 2047, 2048, 65_535, 65_536, 70_000]) {
      const bytes = new Uint8Array(back + length + 40).map(
        (_, i) => Math.imul(i, 0x9e3779b1) >>> 24,
      );
      for (let i = back; i < back + length; i++) bytes[i] = bytes[i - back];
      assertComesBack(bytes);
    }
  }
});

test('literals of any length come back', () => {
  for (const length of [0, 1, 14, 15, 16, 60, 61, 256, 257, 65_536, 65_537, 2 ** 24 + 1]) {
    let state = 1;
    assertComesBack(
      new Uint8Array(length).map(() => (state = Math.imul(state, 48_271) + 11) >>> 24),
    );
  }
});

test('pictures take less than half of their bytes', () => {
  const rows = Array.from({ length: 2000 }, (_, i) =>
    (Math.imul(i + 1, 0x9e3779b1) >>> 17).toString(2).padStart(15, '0'),
  );
  const bytes = Buffer.from(rows.join('/').replaceAll('0', '.').replaceAll('1', '#'));
  assert.ok(compressSnappy(bytes).length < bytes.length / 2);
});
