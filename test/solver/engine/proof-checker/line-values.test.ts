import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineValues } from '../../../../src/solver/engine/proof-checker/line-values.js';
import { block } from '../../../../src/solver/core/puzzle/types.js';
import { placements } from '../../../support/naive/second-checker.js';
import { depth } from '../../../support/depth.js';

const lines = fc.integer({ min: 1, max: 9 }).chain((length) =>
  fc.record({
    clue: fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 }))
        .map(([size, colour]) => block(size, colour)),
      { maxLength: 4 },
    ),
    // Any set of values, with whole cells more often than not.
    masks: fc.array(fc.oneof(fc.constant(7), fc.integer({ min: 0, max: 7 })), {
      minLength: length,
      maxLength: length,
    }),
  }),
);

test('a line can have exactly the values of the placements that fit', () => {
  const lineValues = new LineValues();
  fc.assert(
    fc.property(lines, ({ clue, masks }) => {
      const expected = new Int32Array(masks.length);
      let count = 0;
      for (const placement of placements(clue, masks.length, 0)) {
        if (!placement.every((value, i) => (masks[i] & (1 << value)) !== 0)) continue;
        count++;
        placement.forEach((value, i) => (expected[i] |= 1 << value));
      }
      assert.equal(lineValues.fill(clue, Int32Array.from(masks)), count > 0);
      if (count > 0) assert.deepEqual(lineValues.values, expected);
    }),
    { numRuns: depth(600, 3000) },
  );
});

test('a line of 31 colours has its last colour, which needs the sign bit', () => {
  const lineValues = new LineValues();
  assert.ok(lineValues.fill([block(1, 31)], Int32Array.from([-1, 1])));
  assert.deepEqual(lineValues.values, Int32Array.from([1 << 31, 1]));
});
