import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ShapeSet } from '../../../src/lab/gathering/shape-set.js';

/** 16 hexadecimal digits; few different ones, so that some come twice and many share a place. */
const shape = fc
  .tuple(fc.nat(7), fc.oneof(fc.nat(3), fc.nat(0xffffffff)))
  .map(([high, low]) => high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0'));

test('a shape is new once', () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 300 }), (shapes) => {
      const set = new ShapeSet();
      // The first half of 0 stands for an empty place: it is taken for 1.
      const seen = new Set<string>();
      for (const one of shapes) {
        const known = one.startsWith('00000000') ? `00000001${one.slice(8)}` : one;
        assert.equal(set.add(one), !seen.has(known), one);
        seen.add(known);
      }
    }),
  );
});

test('it keeps what it has however large it grows', () => {
  const set = new ShapeSet();
  const shapes = Array.from({ length: 20_000 }, (_, i) =>
    ((BigInt(i + 1) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0'),
  );
  assert.ok(shapes.every((one) => set.add(one)));
  assert.ok(!shapes.some((one) => set.add(one)));
});
