import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { newGame } from '../../../../src/studio/pages/play/game.js';
import {
  mistakesOf,
  mistakesText,
  type MistakeMode,
} from '../../../../src/studio/pages/play/mistakes.js';

const PLUS: Puzzle = {
  width: 3,
  height: 3,
  colours: 1,
  palette: null,
  start: null,
  rows: [[1], [3], [1]],
  columns: [[1], [3], [1]],
};
const SOLUTION = Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0);

function found(changes: readonly (readonly [number, number])[], mode: MistakeMode) {
  const cells: Cells = new Uint8Array(9).fill(UNKNOWN);
  for (const [cell, value] of changes) cells[cell] = value;
  const mistakes = mistakesOf(PLUS, newGame(PLUS, cells), mode, SOLUTION);
  const { lines } = mistakes;
  return { lines: [...lines], cells: mistakes.cells, text: mistakesText(mistakes, PLUS) };
}

test('a line that cannot be completed any more is marked, unless mistakes are never shown', () => {
  const crossed = [[4, 0]] as const;
  assert.deepEqual(found(crossed, 'line'), {
    lines: [1, 4],
    cells: [],
    text: 'Row 2 and column 2 cannot be completed any more.',
  });
  assert.deepEqual(found(crossed, 'never'), { lines: [], cells: [], text: '' });
});

test('a wrong cell that breaks no line is marked only if mistakes are shown at once', () => {
  const corner = [[0, 1]] as const;
  assert.deepEqual(found(corner, 'line'), { lines: [], cells: [], text: '' });
  assert.deepEqual(found(corner, 'cell'), {
    lines: [],
    cells: [0],
    text: 'The marked cell (row 1, cell 1) is wrong.',
  });
  assert.deepEqual(found([[1, 1]], 'cell').cells, []);
});

test('many broken lines are named in part', () => {
  const all = Array.from({ length: 9 }, (_, i) => [i, 0] as const);
  assert.equal(
    found(all, 'line').text,
    'Row 1, row 2, row 3 and 3 more cannot be completed any more.',
  );
});
