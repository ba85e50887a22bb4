import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedPuzzle } from '../../../../src/solver/formats/contract/format.js';
import { gridsOfSize } from '../../../../src/solver/craft/generate/every-grid.js';
import { drawnPuzzles, Random } from '../../../../src/solver/craft/generate/random-puzzles.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';

test('the numbers of a seed are the same everywhere and always', () => {
  const random = new Random(1);
  const first = Array.from({ length: 4 }, () => random.next());
  assert.deepEqual(first, [2442144158, 3238099751, 3819917871, 2104621829]);
});

test('seeds that differ only beyond 32 bits make different numbers', () => {
  assert.notEqual(new Random(7).next(), new Random(7 + 2 ** 32).next());
});

test('a random puzzle is solved by its goal, and about the share asked for is filled', () => {
  const puzzles = drawnPuzzles({
    sizes: [
      { width: 30, height: 20 },
      { width: 5, height: 7 },
    ],
    density: { from: 0.3, to: 0.3 },
    seed: 3,
  });
  let filled = 0;
  let cells = 0;
  for (let i = 0; i < 100; i++) {
    const { puzzle, goal, name } = next(puzzles);
    assert.equal(checkSolution(puzzle, goal!), null);
    assert.equal(name, i % 2 === 0 ? `30x20-s3-${i}` : `5x7-s3-${i}`);
    filled += goal!.reduce((sum, cell) => sum + cell, 0);
    cells += goal!.length;
  }
  assert.ok(Math.abs(filled / cells - 0.3) < 0.02, `${filled / cells}`);
});

test('every grid comes once, in order, with its clues', () => {
  const seen = new Set<string>();
  let number = 0;
  for (const { puzzle, goal, name } of gridsOfSize({ width: 3, height: 4 }, { withGoal: true })) {
    assert.equal(name, `3x4-${number}`);
    assert.equal(goal!.join(''), number.toString(2).padStart(12, '0'));
    assert.equal(checkSolution(puzzle, goal!), null);
    seen.add(goal!.join(''));
    number++;
  }
  assert.equal(seen.size, 4096);
});

/** The next of puzzles without end. */
function next(puzzles: Iterator<NamedPuzzle>): NamedPuzzle {
  return (puzzles.next() as IteratorYieldResult<NamedPuzzle>).value;
}
