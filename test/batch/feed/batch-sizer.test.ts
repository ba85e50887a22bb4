import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchSizer } from '../../../src/batch/feed/batch-sizer.js';

/** The size after batches of the size asked for, in which each puzzle took this long. */
function settled(msPerPuzzle: number): number {
  const sizer = new BatchSizer();
  for (let i = 0; i < 40; i++) sizer.note(sizer.size.puzzles, sizer.size.puzzles * msPerPuzzle);
  return sizer.size.puzzles;
}

test('batches grow until they take some tens of milliseconds', () => {
  const puzzles = settled(0.05);
  assert.ok(puzzles * 0.05 >= 20 && puzzles * 0.05 <= 60, String(puzzles));
});

test('hard puzzles end up travelling alone', () => {
  assert.equal(settled(500), 1);
});

test('batches have a greatest size, however quick the puzzles are', () => {
  assert.equal(settled(0), 4096);
});

test('small batches from before a change do not change the size', () => {
  const sizer = new BatchSizer();
  for (let i = 0; i < 5; i++) sizer.note(sizer.size.puzzles, 1);
  const { puzzles } = sizer.size;
  for (let i = 0; i < 20; i++) sizer.note(puzzles / 8, 1);
  assert.equal(sizer.size.puzzles, puzzles);
});
