import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clue } from '../../../../src/solver/core/puzzle/types.js';
import type { Needs } from '../../../../src/solver/core/result/difficulty.js';
import { readingLevel } from '../../../../src/solver/engine/solver/reading-level.js';

function level(clue: Clue, before: string, after: string): Needs | null {
  const cells = (text: string): number[] =>
    Array.from(text, (cell) => ({ '.': 1, '#': 2 })[cell] ?? 3);
  return readingLevel(clue, 1, cells(before), cells(after));
}

test('the level of a step is the weakest that finds all of it', () => {
  assert.equal(level([1, 2], '#??##', '#..##'), 'count');
  assert.equal(level([3], '????', '?##?'), 'overlap');
  assert.equal(level([2], '?#??', '?#?.'), 'bounds');
  assert.equal(level([1, 1], '??#??', '?.#.?'), 'runs');
  assert.equal(level([1, 2], '???#.??', '?.?#.??'), 'line');
});

test('a part of what a line tells may need less than the whole', () => {
  // The 3 covers cell 2 wherever it is; that it does not reach the end follows from the filled
  // cell.
  assert.equal(level([3], '?#???', '?##??'), 'overlap');
  assert.equal(level([3], '?#???', '?##?.'), 'bounds');
});

test('a step that finds nothing needs nothing', () => {
  assert.equal(level([3], '?##?', '?##?'), null);
});

test('in colours a step may take a value from a cell without settling it', () => {
  // A 2 of colour 1, then a 1 of colour 2: the first cell cannot have colour 2.
  const clue = [2, 1 + 0x10000];
  assert.equal(readingLevel(clue, 2, [7, 7, 7, 7], [3, 7, 7, 7]), 'overlap');
});
