import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoTime } from '../../../../src/pipeline/store/rows/iso-time.js';

test('times are written as a Date writes them, in whatever order they come', () => {
  const nearby = fc.integer({ min: 0, max: 3000 }).map((ms) => 1_700_000_000_000 + ms / 7);
  const any = fc.integer({ min: 0, max: 8.64e15 });
  fc.assert(
    fc.property(fc.array(fc.oneof(nearby, any)), (times) => {
      for (const ms of times) assert.equal(isoTime(ms), new Date(Math.floor(ms)).toISOString());
    }),
  );
});
