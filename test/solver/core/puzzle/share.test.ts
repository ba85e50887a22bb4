import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { packBatch, viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { isInShare } from '../../../../src/solver/core/puzzle/share.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';

test('a share of all puzzles depends on the puzzle, not on its place in a batch', () => {
  const random = randomNumbers(13);
  const puzzles = Array.from({ length: 2000 }, () => pack(randomPuzzle(random, 6, 6, 0.5)));
  const alone = puzzles.map((words) => isInShare(words, 0, 0.1));
  const { words, offsets } = viewBatch(packBatch(puzzles));
  assert.deepEqual(
    offsets.map((offset) => isInShare(words, offset, 0.1)),
    alone,
  );
  const picked = alone.filter(Boolean).length;
  assert.ok(picked > 140 && picked < 260, `${picked} of 2000 picked for a share of 0.1`);
  assert.ok(puzzles.every((puzzle) => isInShare(puzzle, 0, 1)));
  assert.ok(!puzzles.some((puzzle) => isInShare(puzzle, 0, 0)));
});
