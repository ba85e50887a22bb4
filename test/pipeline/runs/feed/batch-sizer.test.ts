import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchSizer, PaceSizer } from '../../../../src/pipeline/runs/feed/batch-sizer.js';

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

/** A sizer after many batches of the size asked for; `msOf` says what the next puzzle takes. */
function pacedBy(msOf: () => number): PaceSizer {
  const sizer = new PaceSizer();
  for (let i = 0; i < 400; i++) {
    const { puzzles } = sizer.size;
    let ms = 0;
    for (let k = 0; k < puzzles; k++) ms += msOf();
    sizer.note(puzzles, ms);
  }
  return sizer;
}

test('batches for many threads take some tens of milliseconds, however long a puzzle takes', () => {
  for (const ms of [0.02, 0.1, 1, 7, 29]) {
    const taken = pacedBy(() => ms).size.puzzles * ms;
    assert.ok(taken > 30 && taken <= 60, `${taken} ms for batches of puzzles of ${ms} ms`);
  }
});

test('puzzles that take longer than a batch should travel alone', () => {
  assert.equal(pacedBy(() => 500).size.puzzles, 1);
});

test('one hard puzzle among many does not make batches small', () => {
  let puzzles = 0;
  const sizer = pacedBy(() => (++puzzles % 100 === 0 ? 20 : 0.5));
  const before = sizer.size.puzzles;
  sizer.note(before, 300);
  assert.ok(before >= 50 && sizer.size.puzzles >= 0.8 * before, `${before}`);
});

test('batches for many threads have a greatest size, however quick the puzzles are', () => {
  assert.equal(pacedBy(() => 0).size.puzzles, 4096);
});

test('a batch is at most twice as large as the largest that has come back', () => {
  const sizer = new PaceSizer();
  sizer.note(3, 0.01);
  assert.equal(sizer.size.puzzles, 32);
  sizer.note(32, 0.1);
  assert.equal(sizer.size.puzzles, 64);
});
