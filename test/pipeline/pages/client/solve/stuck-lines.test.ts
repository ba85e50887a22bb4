import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stuckLines } from '../../../../../src/pipeline/pages/client/solve/stuck-lines.js';
import type { Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../../../../support/untimed.js';

function puzzleOf(rows: number[][], columns: number[][]): Puzzle {
  const [height, width] = [rows.length, columns.length];
  return { width, height, rows, columns, colours: 1, palette: null, start: null };
}

test('the lines with cells that no line settles are stuck', () => {
  // The block of two covers the middle cell of the third row, and so of the second column.
  const corner = puzzleOf([[1], [1], [2]], [[1], [1], [2]]);
  assert.deepEqual(stuckLines(corner, UNTIMED), [0, 2, 3, 5]);
  const apart = puzzleOf([[1], [1], []], [[1], [1], []]);
  assert.deepEqual(stuckLines(apart, UNTIMED), [0, 1, 3, 4]);
  const square = puzzleOf([[1, 1], [1, 1], [3]], [[1, 1], [1, 1], [3]]);
  assert.deepEqual(stuckLines(square, UNTIMED), []);
});

test('of a puzzle without a solution, and with too little time, none is named', () => {
  assert.deepEqual(stuckLines(puzzleOf([[2], [2]], [[2], []]), UNTIMED), []);
  const swap = puzzleOf([[1], [1]], [[1], [1]]);
  assert.deepEqual(stuckLines(swap, { ...UNTIMED, maxSteps: 1 }), []);
});
