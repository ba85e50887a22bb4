import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cropped,
  mirrored,
  painted,
  resized,
  drawnWith,
  type Drawn,
} from '../../../../src/studio/pages/drawing/drawn.js';
import {
  copied,
  flooded,
  moved,
  movedRegion,
  pasted,
  pastePlace,
  withLocks,
  withShape,
} from '../../../../src/studio/pages/drawing/tools.js';
import { drawingOf, rowsOf } from './drawings.js';

const region = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
});

test('lines and outlines of rectangles are drawn between two cells, whichever comes first', () => {
  const blank = drawingOf('....', '....', '....');
  assert.deepEqual(rowsOf(withShape(blank, 'line', [0, 10], 1)), ['1...', '.1..', '..1.']);
  assert.deepEqual(
    withShape(blank, 'line', [10, 0], 1).cells,
    withShape(blank, 'line', [0, 10], 1).cells,
  );
  assert.deepEqual(rowsOf(withShape(blank, 'rectangle', [11, 1], 1)), ['.111', '.1.1', '.111']);
  assert.deepEqual(rowsOf(withShape(blank, 'rectangle', [5, 5], 1)), ['....', '.1..', '....']);
});

test('an area is filled as far as its colour reaches over edges, not over corners', () => {
  const drawn = drawingOf('..1.', '.1..', '1...');
  assert.deepEqual(rowsOf(flooded(drawn, 0, 2)), ['221.', '21..', '1...']);
  assert.deepEqual(rowsOf(flooded(drawn, 11, 1)), ['..11', '.111', '1111']);
});

test('what is locked stays, whatever is drawn, and moves with the drawing', () => {
  const drawn = withLocks(drawingOf('1.', '..'), [0, 1], true);
  const filled = painted(drawn, [0, 1, 2, 3], 2);
  assert.deepEqual(rowsOf(filled), ['1.', '22']);
  assert.deepEqual(rowsOf(drawnWith(filled, (cells) => cells.fill(0))), ['1.', '..']);
  assert.deepEqual(
    mirrored(withLocks(drawn, [1], false), 'beside').locked,
    Uint8Array.of(0, 1, 0, 0),
  );
  assert.equal(withLocks(drawn, [0, 1], false).locked, null);
});

test('a drawing gets another size round the side or corner that stays', () => {
  const drawn = drawingOf('12', '34');
  const sized = (across: 0 | 0.5 | 1, down: 0 | 0.5 | 1): string[] =>
    rowsOf(resized(drawn, 4, 3, { across, down }));
  assert.deepEqual(sized(0, 0), ['12..', '34..', '....']);
  assert.deepEqual(sized(1, 1), ['....', '..12', '..34']);
  assert.deepEqual(sized(0.5, 0), ['.12.', '.34.', '....']);
  assert.deepEqual(rowsOf(resized(drawn, 1, 1, { across: 1, down: 0 })), ['2']);
  assert.deepEqual(rowsOf(cropped(drawn, region(1, 0, 1, 2))), ['2', '4']);
});

test('a region is copied, pasted as far as it fits, and moved', () => {
  const drawn: Drawn = { ...drawingOf('12..', '34..', '....'), colours: 4 };
  const part = copied(drawn, region(0, 0, 2, 2));
  assert.deepEqual(rowsOf(pasted(drawn, part, 3, 1)), ['12..', '34.1', '...3']);
  assert.deepEqual(pastePlace(part, 3, 1, drawn), region(3, 1, 1, 2));
  assert.deepEqual(rowsOf(moved(drawn, region(0, 0, 2, 2), 1, 1)), ['....', '.12.', '.34.']);
  assert.deepEqual(movedRegion(region(0, 0, 2, 2), [-1, 0], drawn), region(0, 0, 1, 2));
  assert.equal(movedRegion(region(0, 0, 2, 2), [0, -2], drawn), null);
  // A palette that has lost colours since has none of them again.
  assert.deepEqual(rowsOf(pasted({ ...drawn, colours: 2 }, part, 2, 0)), ['1212', '3422', '....']);
});
