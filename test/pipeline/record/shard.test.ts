import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInShard, readShard, shardText } from '../../../src/pipeline/record/shard.js';

test('every entry is in exactly one part, and the parts differ by one entry at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 500 }),
      (of, entries) => {
        const counts = Array.from({ length: of }, (_, i) => {
          const shard = { part: i + 1, of };
          return Array.from({ length: entries }, (__, at) => isInShard(at, shard)).filter(Boolean)
            .length;
        });
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          entries,
        );
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1);
      },
    ),
  );
});

test('a part is read as it is written, and what is not a part is refused', () => {
  assert.deepEqual(readShard('2/8'), { part: 2, of: 8 });
  assert.equal(shardText({ part: 2, of: 8 }), '2/8');
  for (const wrong of [
    '0/8',
    '9/8',
    '2',
    '2/',
    '/8',
    '-1/8',
    '1/0',
    '2/8x',
    '1.5/8',
    '1/1000000',
  ]) {
    assert.equal(readShard(wrong), null, wrong);
  }
});
