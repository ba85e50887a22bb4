import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFix } from '../../../../src/solver/craft/fix/fix.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { openCrossChecker } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';

/** What the second engine finds of every picture that differs from this one in `count` cells. */
function* neighbours(
  cells: Cells,
  side: number,
  colours: number,
  count: 0 | 1,
): Generator<Puzzle, void, undefined> {
  if (count === 0) {
    yield puzzleOfPicture(cells, side, side, colours);
    return;
  }
  for (let cell = 0; cell < cells.length; cell++) {
    for (let value = 0; value <= colours; value++) {
      if (value !== cells[cell]) {
        yield puzzleOfPicture(cells.with(cell, value), side, side, colours);
      }
    }
  }
}

test('a second engine finds that fixes have one solution, and that no fewer changes would do', async () => {
  const crossChecker = await openCrossChecker();
  const random = randomNumbers(11);
  const sizes = new Map<number, number>();
  for (let i = 0; i < 40; i++) {
    const [side, colours] = i % 4 === 3 ? [7, 2] : [9, 1];
    const cells = randomPicture(random, side * side, colours === 1 ? 0.5 : 0.6, colours);
    const puzzle = puzzleOfPicture(cells, side, side, colours);
    const found = findFix({ puzzle, goal: cells }, { for: 'unique', by: 'pixels', maxChanges: 2 });
    const fewer = found.kind === 'fixed' ? found.changes.length - 1 : 2;
    if (found.kind === 'fixed') {
      assert.equal(crossChecker.judge(found.puzzle, Infinity), 'one');
      assert.ok(found.fewestProven);
    }
    sizes.set(fewer + 1, (sizes.get(fewer + 1) ?? 0) + 1);
    // Of two changes and more, one change is gone through; pairs of cells would be thousands.
    for (const count of [0, 1] as const) {
      if (count > fewer) break;
      for (const other of neighbours(cells, side, colours, count)) {
        assert.equal(crossChecker.judge(other, Infinity), 'several');
      }
    }
  }
  const hasEach = [0, 1, 2].every((size) => (sizes.get(size) ?? 0) > 0);
  assert.ok(hasEach, JSON.stringify([...sizes]));
});

test('a second engine finds that the cells given leave one solution, and that fewer would not do', async () => {
  const crossChecker = await openCrossChecker();
  const random = randomNumbers(12);
  for (let i = 0; i < 20; i++) {
    const cells = randomPicture(random, 81, 0.45);
    const puzzle = puzzleOfPicture(cells, 9, 9);
    const found = findFix({ puzzle, goal: cells }, { for: 'unique', by: 'givens', maxChanges: 81 });
    assert.ok(found.kind === 'fixed' && found.fewestProven);
    assert.equal(crossChecker.judge(found.puzzle, Infinity), 'one');
    for (const { row, column } of found.changes) {
      const start = found.puzzle.start!.with((row - 1) * 9 + column - 1, UNKNOWN);
      assert.equal(crossChecker.judge({ ...puzzle, start }, Infinity), 'several');
    }
    if (found.changes.length !== 2) continue;
    for (let cell = 0; cell < cells.length; cell++) {
      const start = new Uint8Array(cells.length).fill(UNKNOWN).with(cell, cells[cell]);
      assert.equal(crossChecker.judge({ ...puzzle, start }, Infinity), 'several');
    }
  }
});
