import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changed,
  cropped,
  type Drawn,
  drawnWith,
  emptyDrawing,
  inverted,
  mirrored,
  newHistory,
  painted,
  recolouredDrawing,
  redoneHistory,
  resized,
  shifted,
  trimmed,
  undoneHistory,
  withColour,
  withoutColour,
  flooded,
  moved,
  movedRegion,
  pasted,
  withLocks,
  withShape,
} from '../../../src/studio/pages/drawing/drawn.js';
import { shelfFrom, shelved, without } from '../../../src/studio/pages/browser.js';

test('a drawing is moved round its edges, and moved back it is the same', () => {
  const drawn = drawingOf('1..', '.1.', '...', '..1');
  assert.deepEqual(rowsOf(shifted(drawn, 1, 0)), ['.1.', '..1', '...', '1..']);
  assert.deepEqual(rowsOf(shifted(drawn, 0, -1)), ['.1.', '...', '..1', '1..']);
  assert.deepEqual(shifted(shifted(drawn, -7, 5), 7, -5), drawn);
});

test('a drawing is mirrored and inverted, and twice is the same', () => {
  const drawn = drawingOf('1..', '.2.');
  assert.deepEqual(rowsOf(mirrored(drawn, 'beside')), ['..1', '.2.']);
  assert.deepEqual(rowsOf(mirrored(drawn, 'below')), ['.2.', '1..']);
  assert.deepEqual(rowsOf(inverted(drawn, 2)), ['.22', '2.2']);
  for (const mirror of ['beside', 'below'] as const) {
    assert.deepEqual(mirrored(mirrored(drawn, mirror), mirror), drawn);
  }
  const black = drawingOf('1..', '.1.');
  assert.deepEqual(inverted(inverted(black, 1), 1), black);
});

test('a drawing is trimmed to what is drawn; a blank one stays as it is', () => {
  const drawn = drawingOf('....', '..1.', '.1..', '....');
  assert.deepEqual(rowsOf(trimmed(drawn)), ['.1', '1.']);
  const blank = emptyDrawing(4, 3);
  assert.equal(trimmed(blank), blank);
  assert.deepEqual(trimmed(trimmed(drawn)), trimmed(drawn));
});

test('colours are added and changed, black on white becoming a palette', () => {
  const two = withColour(drawingOf('1.'), '#d7263d');
  assert.deepEqual([two.colours, two.palette], [2, ['#ffffff', '#000000', '#d7263d']]);
  const other = recolouredDrawing(two, 1, '#0000ff');
  assert.deepEqual(other.palette, ['#ffffff', '#0000ff', '#d7263d']);
  let many = two;
  for (let i = 0; i < 40; i++) many = withColour(many, '#00ff00');
  assert.equal(many.colours, 31);
});

test('a colour is removed with its cells, and the last but one leaves black and white', () => {
  const three = { ...drawingOf('123'), colours: 3, palette: ['#fff', '#a00', '#0a0', '#00a'] };
  const two = withoutColour(three, 2);
  assert.deepEqual([rowsOf(two), two.colours], [['1.2'], 2]);
  assert.deepEqual(two.palette, ['#fff', '#a00', '#00a']);
  const one = withoutColour(two, 1);
  assert.deepEqual([rowsOf(one), one.palette], [['..1'], ['#fff', '#00a']]);
  assert.equal(withoutColour(one, 1), one);
});

test('changes are taken back and made again; those of a stroke are one', () => {
  let history = newHistory('blank');
  history = changed(history, 'a');
  history = changed(history, 'stroke', false);
  history = changed(history, 'stroke and more', true);
  assert.equal(undoneHistory(history).present, 'a');
  assert.equal(undoneHistory(undoneHistory(undoneHistory(history))).present, 'blank');
  assert.deepEqual(redoneHistory(undoneHistory(history)), history);
  assert.equal(redoneHistory(history), history);
  assert.deepEqual(changed(undoneHistory(history), 'b').future, null);
  let long = newHistory(0);
  for (let i = 1; i <= 1000; i++) long = changed(long, i);
  for (let i = 1; i <= 1000; i++) long = undoneHistory(long);
  assert.equal(long.present, 0, 'there is no end to undo');
});

const region = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  width,
  height,
});

test('lines and outlines of rectangles are drawn between two cells, whichever comes first', () => {
  const blank = drawingOf('....', '....', '....');
  assert.deepEqual(rowsOf(withShape(blank, 'line', [0, 10], 1)), ['1...', '.1..', '..1.']);
  const found = withShape(blank, 'line', [10, 0], 1).cells;
  assert.deepEqual(found, withShape(blank, 'line', [0, 10], 1).cells);
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
  const found = mirrored(withLocks(drawn, [1], false), 'beside').locked;
  assert.deepEqual(found, Uint8Array.of(0, 1, 0, 0));
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
  const part = cropped(drawn, region(0, 0, 2, 2));
  assert.deepEqual(rowsOf(pasted(drawn, part, 3, 1)), ['12..', '34.1', '...3']);
  assert.deepEqual(movedRegion(region(3, 1, 2, 2), [0, 0], drawn), region(3, 1, 1, 2));
  assert.deepEqual(rowsOf(moved(drawn, region(0, 0, 2, 2), 1, 1)), ['....', '.12.', '.34.']);
  assert.deepEqual(movedRegion(region(0, 0, 2, 2), [-1, 0], drawn), region(0, 0, 1, 2));
  assert.equal(movedRegion(region(0, 0, 2, 2), [0, -2], drawn), null);
  // A palette that has lost colours since has none of them again.
  assert.deepEqual(rowsOf(pasted({ ...drawn, colours: 2 }, part, 2, 0)), ['1212', '3422', '....']);
});

/** A drawing, its colours as digits and `.` for blank cells. */
export function drawingOf(...rows: string[]): Drawn {
  const cells = Uint8Array.from(rows.join(''), (cell) => (cell === '.' ? 0 : Number(cell)));
  return { ...emptyDrawing(rows[0].length, rows.length), cells };
}

export function rowsOf({ width, height, cells }: Drawn): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(cells.subarray(y * width, y * width + width), (cell) => cell || '.').join(''),
  );
}

const kept = (id: string, hash = `#p=${id}`) => ({ id, hash, at: 1 });

test('a drawing that changes takes its own place, and the newest is first', () => {
  const two = shelved(shelved([], kept('a')), kept('b'));
  const again = shelved(two, kept('a', '#p=other'));
  assert.deepEqual(again, [kept('a', '#p=other'), kept('b')]);
  assert.deepEqual(without(again, 'a'), [kept('b')]);
});

test('the oldest drawings beyond the most that are kept are dropped', () => {
  let shelf: ReturnType<typeof shelved> = [];
  for (let i = 0; i <= 200; i++) shelf = shelved(shelf, kept(String(i)));
  assert.equal(shelf.length, 200);
  assert.deepEqual([shelf[0].id, shelf.at(-1)!.id], [String(200), '1']);
});

test('a shelf is read back, without what is damaged of it', () => {
  const shelf = [kept('a'), kept('b')];
  assert.deepEqual(shelfFrom(JSON.stringify(shelf)), shelf);
  assert.deepEqual(shelfFrom(JSON.stringify([null, { id: 'a' }, kept('b'), 7])), [kept('b')]);
  for (const text of [null, '', '{', '{}', 'null']) assert.deepEqual(shelfFrom(text), []);
});
