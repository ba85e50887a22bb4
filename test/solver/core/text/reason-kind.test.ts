import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonKind } from '../../../../src/solver/core/text/reason-kind.js';

test('reasons of one kind differ in their numbers and in what they quote alone', () => {
  const kinds = [
    'row 1: the blocks 9 need 9 cells, and there are 2',
    'row 12: the blocks 9 4 11 need 26 cells, and there are 25',
    'row 3: the blocks 1, 2 need 4 cells, and there are 3',
  ].map(reasonKind);
  assert.deepEqual([...new Set(kinds)], ['row …: the blocks … need … cells, and there are …']);
  assert.equal(reasonKind('expected a number, got "a \\" b"'), 'expected a number, got "…"');
  assert.equal(reasonKind('the grid is 2x3'), reasonKind('the grid is 40x50'));
  assert.notEqual(reasonKind('row 1 is empty'), reasonKind('column 1 is empty'));
});
