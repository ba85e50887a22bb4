import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyDrawing,
  puzzleOfDrawing,
  type Drawn,
} from '../../../../../src/studio/pages/drawing/drawn.js';
import { fitLayout } from '../../../../../src/pipeline/pages/client/grid/grid-layout.js';

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
