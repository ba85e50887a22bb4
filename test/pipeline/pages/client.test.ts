import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownAt, type Page } from '../../../src/pipeline/pages/client/window.js';
import fc from 'fast-check';
import {
  addressToPicture,
  pictureToAddress,
} from '../../../src/pipeline/pages/client/puzzle-text.js';
import { withChanged } from '../../../src/pipeline/pages/client/pages/selection.js';
import {
  emptyDrawing,
  puzzleOfDrawing,
  type Drawn,
} from '../../../src/studio/pages/drawing/drawn.js';
import {
  fitLayout,
  gridWindow,
  isWhole,
  viewWith,
  zoomed,
} from '../../../src/pipeline/pages/client/paint.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../support/random-puzzle.js';
import { holds } from '../../support/property.js';

const PAGES: readonly Page[] = ['/', '/runs/:run', '/runs/:run/puzzles/:puzzle'].map((at) => ({
  at,
  page: () => null,
}));
const query = new URLSearchParams('sort=size');

const askedAt = (path: string): unknown => shownAt(PAGES, path, query)?.props;

test('an address shows the page whose words it has, which gets its numbers and its query', () => {
  assert.deepEqual(askedAt('/'), { run: '', puzzle: '', query });
  assert.deepEqual(askedAt('/runs/12'), { run: '12', puzzle: '', query });
  assert.deepEqual(askedAt('/runs/12/puzzles/7'), { run: '12', puzzle: '7', query });
});

test('an address with other words, more of them, or none where a number belongs shows nothing', () => {
  for (const path of [
    '',
    '/runs',
    '/runs/',
    '/runs/x',
    '/runs/1/',
    '/runs/1/puzzles',
    '//runs/1',
  ]) {
    assert.equal(askedAt(path), undefined, path);
  }
});

test('a picture in an address is read back, in black and white and in colours', () => {
  holds(
    100,
    [
      fc.integer({ min: 1, max: 31 }).chain((colours) =>
        fc.record({
          colours: fc.constant(colours),
          cells: fc.uint8Array({ minLength: 1, maxLength: 200, max: colours }),
        }),
      ),
    ],
    ({ colours, cells }) => {
      const text = pictureToAddress(cells, colours);
      assert.match(text, /^[\w-]+$/);
      assert.deepEqual(addressToPicture(text, cells.length, colours), cells);
    },
  );
});

test('what is not such a picture is refused', () => {
  assert.equal(addressToPicture('AA', 5, 1), null);
  assert.equal(addressToPicture('A', 7, 1), null);
  assert.equal(addressToPicture('!', 4, 1), null);
  assert.equal(addressToPicture('AD', 2, 2), null);
});

test('puzzles are selected and taken out, in the order in which they were selected', () => {
  const some = withChanged(new Set([5, 3]), [9, 3, 1], true);
  assert.deepEqual([...some], [5, 3, 9, 1]);
  assert.deepEqual([...withChanged(some, [3, 7], false)], [5, 9, 1]);
});

const ROOMS = [
  { width: 330, height: 540 },
  { width: 800, height: 650 },
];

test('by the margins of the size, the cells stay where they are whatever is drawn', () => {
  for (const room of ROOMS) {
    for (const side of [1, 2, 5, 10, 15, 30, 60]) {
      const blank = emptyDrawing(side, side);
      const dots: Drawn = {
        ...blank,
        cells: blank.cells.map((_, i) => ((i % side) + Math.floor(i / side) + 1) % 2),
      };
      const full: Drawn = { ...blank, cells: blank.cells.map(() => 1) };
      const before = fitLayout(puzzleOfDrawing(blank), room, 'of the size');
      for (const drawn of [dots, full]) {
        assert.deepEqual(fitLayout(puzzleOfDrawing(drawn), room, 'of the size'), before);
      }
    }
  }
});

test('up to 10x10 the margins of the size have room for every clue', () => {
  for (let side = 1; side <= 10; side++) {
    const blank = emptyDrawing(side, side);
    const dots: Drawn = {
      ...blank,
      cells: blank.cells.map((_, i) => ((i % side) + Math.floor(i / side) + 1) % 2),
    };
    const [ofSize, ofClues] = (['of the size', 'of the clues'] as const).map((margins) =>
      fitLayout(puzzleOfDrawing(dots), ROOMS[1], margins),
    );
    assert.ok(ofSize.left >= ofClues.left && ofSize.top >= ofClues.top, `${side}x${side}`);
  }
});

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
  assert.equal(zoomed(window, puzzle, PHONE, 'of the clues', 100, point).cell, 44);
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
