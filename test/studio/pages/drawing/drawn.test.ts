import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyDrawing,
  inverted,
  mirrored,
  recolouredDrawing,
  shifted,
  trimmed,
  withColour,
  withoutColour,
} from '../../../../src/studio/pages/drawing/drawn.js';
import {
  changed,
  newHistory,
  redoneHistory,
  undoneHistory,
} from '../../../../src/studio/pages/drawing/history.js';
import { drawingOf, rowsOf } from './drawings.js';

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
