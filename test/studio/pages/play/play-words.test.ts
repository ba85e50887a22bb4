import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN, block, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { clockText, cursorText, solvedText } from '../../../../src/studio/pages/play/play-words.js';
import { hintText } from '../../../../src/studio/pages/adviser/advice-words.js';
import { readSettings } from '../../../../src/studio/pages/play/settings.js';

const PUZZLE: Puzzle = {
  width: 3,
  height: 2,
  colours: 1,
  palette: null,
  start: null,
  rows: [[1, 1], []],
  columns: [[1], [], [1]],
};

test('the end says how long it took, and with how many hints', () => {
  assert.equal(clockText(187), '3:07');
  assert.equal(clockText(3765), '1:02:45');
  assert.equal(solvedText(9, 0, ''), 'Solved in 0:09, without a hint: every clue is kept.');
  assert.match(solvedText(60, 1, ''), /with 1 hint:/);
  assert.match(solvedText(60, 2, ''), /with 2 hints:/);
});

test('a cell is read out with the clues of its row and its column, and how these stand', () => {
  const cells = Uint8Array.of(1, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  assert.equal(
    cursorText(PUZZLE, cells, 0, new Set()),
    'row 1, cell 1: filled. Row clue 1 1; column clue 1, finished.',
  );
  assert.equal(
    cursorText(PUZZLE, cells, 4, new Set([3])),
    'row 2, cell 2: unknown. Row clue 0, finished; column clue 0, cannot be.',
  );
  assert.match(cursorText(PUZZLE, cells, 0, new Set([0])), /Row clue 1 1, cannot be;/);
});

test('the colours of blocks are read out as well', () => {
  const rows = [[block(2, 1), block(1, 2)], []];
  const colours = { colours: 2, palette: ['#ffffff', '#d02020', '#2040d0'] };
  const cells = new Uint8Array(6).fill(UNKNOWN);
  assert.match(
    cursorText({ ...PUZZLE, ...colours, rows }, cells, 0, new Set()),
    /Row clue 2 red, 1 blue;/,
  );
});

test('a hint of one cell speaks of one, and of several of several', () => {
  const cell = { row: 1, column: 1, value: 1 };
  const step = { kind: 'step', line: null, lines: [], needs: 'nested', why: 'so' } as const;
  const said = (cells: (typeof cell)[]): string => hintText({ ...step, cells }, 2, PUZZLE);
  assert.match(said([cell]), / One cell follows; it is marked\.$/);
  assert.match(said([cell, cell]), / 2 cells follow; they are marked\.$/);
});

test('settings that cannot be read are those of somebody who never chose', () => {
  const usual = { mistakes: 'line', crosses: false };
  for (const text of [null, '', 'null', '{', '[]', '{"mistakes":"x","crosses":1}']) {
    assert.deepEqual(readSettings(text), usual, String(text));
  }
  const kept = '{"mistakes":"never","crosses":true}';
  assert.deepEqual(readSettings(kept), { mistakes: 'never', crosses: true });
});
