import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  packBatch,
  pickFromBatch,
  viewBatch,
  withoutLabels,
} from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack, packedLength, unpack } from '../../../../src/solver/core/puzzle/packed.js';
import { labelledBatch } from '../../../support/batch-entries.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import { holds } from '../../../support/property.js';

test('a puzzle comes out of its packed words as it went in, except for its palette', () => {
  holds(100, [drawnPuzzles(9, 5)], ({ puzzle }) => {
    const words = pack(puzzle);
    assert.equal(words.length, packedLength(puzzle));
    assert.deepEqual(unpack(words, 0), { ...puzzle, palette: null });
  });
});

test('a batch returns its puzzles in order, and those that are picked', () => {
  holds(100, [fc.array(drawnPuzzles(5), { maxLength: 6 })], (drawn) => {
    const batch = packBatch(drawn.map(({ puzzle }) => pack(puzzle)));
    const { words, offsets } = viewBatch(batch);
    const puzzles = offsets.map((offset) => unpack(words, offset));
    const plain = drawn.map(({ puzzle }) => ({ ...puzzle, palette: null }));
    assert.deepEqual(puzzles, plain);
    const odd = puzzles.map((_, i) => i).filter((i) => i % 2 === 1);
    const picked = viewBatch(pickFromBatch(batch, odd));
    const found = picked.offsets.map((offset) => unpack(picked.words, offset));
    const expected = odd.map((i) => puzzles[i]);
    assert.deepEqual(found, expected);
  });
});

test('a batch without its labels has the same puzzles, and nothing else', () => {
  holds(100, [fc.array(drawnPuzzles(5), { maxLength: 6 })], (drawn) => {
    const label = { name: 'n', title: 'of some length', palette: null, goal: null };
    const puzzles = drawn.map(({ puzzle }) => pack(puzzle));
    const labelled = labelledBatch(puzzles.map((words, ordinal) => [words, { ...label, ordinal }]));
    assert.deepEqual(withoutLabels(labelled), packBatch(puzzles));
  });
});

test('a batch of another version, or cut off, is refused', () => {
  const [version] = new Int32Array(packBatch([]));
  assert.throws(() => viewBatch(Int32Array.of(7, 0).buffer), /version 7, expected/);
  assert.throws(() => viewBatch(Int32Array.of(version, 1, 9, 1).buffer), /cut off in puzzle 0/);
});
