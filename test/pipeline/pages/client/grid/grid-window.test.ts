import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { fitLayout } from '../../../../../src/pipeline/pages/client/grid/grid-layout.js';
import {
  gridWindow,
  isWhole,
  viewWith,
  zoomed,
} from '../../../../../src/pipeline/pages/client/grid/grid-window.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
} from '../../../../support/random-puzzle.js';

const PHONE = { width: 330, height: 560 };

function square(side: number): Puzzle {
  return puzzleOfPicture(randomPicture(randomNumbers(side), side * side, 0.5), side, side);
}

/** The cell, with parts of cells, under a point of a window. */
function cellUnder({ at, x, y }: ReturnType<typeof gridWindow>, point: { x: number; y: number }) {
  return [(point.x - at.left + x) / at.cell, (point.y - at.top + y) / at.cell];
}

test('a grid that fits is shown whole, as it is without a window', () => {
  const puzzle = square(15);
  const window = gridWindow(puzzle, PHONE, 'of the clues', null);
  assert.ok(isWhole(window));
  assert.deepEqual(window.at, fitLayout(puzzle, PHONE, 'of the clues'));
});

test('a grid of 50x50 fills a phone with a part of its cells, and has room for them beside its clues', () => {
  const window = gridWindow(square(50), PHONE, 'of the clues', null);
  assert.ok(!isWhole(window));
  assert.equal(window.width, PHONE.width);
  assert.ok(window.height <= PHONE.height);
  assert.ok(window.at.left <= 0.4 * PHONE.width + 1);
});

test('the point under the fingers stays where it is while cells are enlarged, up to their largest size', () => {
  const puzzle = square(50);
  const point = { x: 220, y: 300 };
  let window = gridWindow(puzzle, PHONE, 'of the clues', { cell: 12, x: 100, y: 100 });
  for (const factor of [1.3, 1.3, 0.8, 1.5]) {
    const before = cellUnder(window, point);
    const view = zoomed(window, puzzle, PHONE, 'of the clues', factor, point);
    window = gridWindow(puzzle, PHONE, 'of the clues', view);
    cellUnder(window, point).forEach((place, i) => assert.ok(Math.abs(place - before[i]) < 1e-9));
  }
  const largest = zoomed(window, puzzle, PHONE, 'of the clues', 100, point);
  assert.equal(largest.cell, 44);
});

test('a window never shows more than the grid', () => {
  const puzzle = square(50);
  for (const far of [-1e6, 1e6]) {
    const view = { cell: 20, x: far, y: far };
    const { at, x, y, width, height } = gridWindow(puzzle, PHONE, 'of the clues', view);
    assert.ok(x >= 0 && y >= 0 && x + width <= at.width && y + height <= at.height);
  }
});

test('the window follows the cursor of the keyboard, and no further than it must', () => {
  const puzzle = square(50);
  const window = gridWindow(puzzle, PHONE, 'of the clues', { cell: 20, x: 0, y: 0 });
  assert.equal(viewWith(window, puzzle, 0), null);
  const last = viewWith(window, puzzle, 2499)!;
  const moved = gridWindow(puzzle, PHONE, 'of the clues', last);
  assert.equal(viewWith(moved, puzzle, 2499), null);
  assert.ok(moved.x > 0 && moved.y > 0);
});
