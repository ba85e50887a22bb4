import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsJson, stepsText } from '../../../../src/pipeline/cli/showing/steps-text.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';

const PUZZLE: Puzzle = {
  width: 3,
  height: 3,
  rows: [[1], [3], [1]],
  columns: [[1], [3], [1]],
  colours: 1,
  palette: null,
  start: null,
};

test('steps are numbered, one line each if there is room', () => {
  const lines = stepsText(PUZZLE, Infinity).trimEnd().split('\n');
  assert.match(lines[0], /^1 {2}row 2: the block of 3 can only be at cells 1 to 3 \[counting\]$/);
  assert.equal(lines.length, stepsJson(PUZZLE).trimEnd().split('\n').length);
});

test('on a terminal steps are broken between words, and indented past the numbers', () => {
  const lines = stepsText(PUZZLE, 30).trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    '1  row 2: the block of 3 can',
    '   only be at cells 1 to 3',
    lines[2],
  ]);
  assert.ok(lines.every((line) => line.length <= 30));
  assert.equal(
    lines.join(' ').replaceAll(/\s+/g, ' '),
    stepsText(PUZZLE, Infinity).trimEnd().replaceAll(/\s+/g, ' '),
  );
});
