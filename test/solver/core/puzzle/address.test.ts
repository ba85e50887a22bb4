import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressToDraft, puzzleToAddress } from '../../../../src/solver/core/puzzle/address.js';
import { UNKNOWN, block, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';

const PLAIN: Puzzle = {
  width: 3,
  height: 2,
  colours: 1,
  palette: null,
  start: null,
  rows: [[1, 1], [3]],
  columns: [[2], [1], [2]],
};
const COLOURED: Puzzle = {
  width: 2,
  height: 1,
  colours: 2,
  palette: ['#ffffff', '#ff0000', '#0000ff'],
  rows: [[block(1, 1), block(1, 2)]],
  columns: [[block(1, 1)], [block(1, 2)]],
  start: Uint8Array.from([UNKNOWN, 2]),
};

test('a puzzle as an address comes back as it was, with colours and a start too', () => {
  assert.equal(puzzleToAddress(PLAIN), '3x2:1.1_3:2_1_2');
  for (const { colours, ...puzzle } of [PLAIN, COLOURED]) {
    const draft = addressToDraft(puzzleToAddress({ ...puzzle, colours }));
    assert.deepEqual(draft, { ...puzzle, goal: null });
  }
});

test('text of another form is no address', () => {
  for (const text of ['', 'x', '3x2', '3x2:1', '3x2:1:1:1', '123456x1:1:1']) {
    assert.equal(addressToDraft(text), null, text);
  }
});

test('a start of another size, or of other characters, makes no draft', () => {
  for (const start of ['1', 'x1_x', 'xx-']) {
    assert.equal(addressToDraft(`2x1:1:1_!${start}`), null, start);
  }
});

test('a block that is no number is left to whoever validates the draft', () => {
  assert.deepEqual(addressToDraft('1x1:a:1_')?.rows, [[NaN]]);
  assert.deepEqual(addressToDraft('1x1::1')?.rows, [[]]);
});
