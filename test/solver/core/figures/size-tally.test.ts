import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SizeTally, sizeClasses } from '../../../../src/solver/core/figures/size-tally.js';

function classesOf(sides: readonly number[]): string[] {
  const tally = new SizeTally();
  for (const side of sides) {
    const size = { width: side, height: 2, ms: 1, filled: side, score: 2 };
    tally.add({ ...size, status: 'unique', technique: 'line' });
  }
  return sizeClasses(tally.bySize()).map(({ name, puzzles }) => `${name}: ${puzzles}`);
}

test('a few sizes are classes of their own', () => {
  assert.deepEqual(classesOf([5, 7, 7]), ['5x2: 1', '7x2: 2']);
});

test('many sizes are grouped by the longer side, and ranges without puzzles are left out', () => {
  const sides = [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 120];
  assert.deepEqual(classesOf(sides), ['1–5: 4', '6–10: 4', '16–20: 2', '101+: 1']);
});
