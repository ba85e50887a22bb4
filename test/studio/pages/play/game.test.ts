import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import {
  breakingCells,
  cellsAfter,
  cellsBetween,
  movesToText,
  newGame,
  textToMoves,
  undone,
  withCells,
  withCrosses,
} from '../../../../src/studio/pages/play/game.js';

const PUZZLE: Puzzle = {
  width: 5,
  height: 2,
  rows: [[2], [1]],
  colours: 1,
  palette: null,
  start: null,
  columns: [[1], [1], [1], [1], [1]],
};

test('a cell that is filled in a finished line breaks it, until it is taken back or the line is made anew', () => {
  let game = withCells(
    newGame(PUZZLE, null),
    PUZZLE,
    new Map([
      [0, 1],
      [1, 1],
    ]),
    false,
  );
  assert.deepEqual(breakingCells(PUZZLE, game), []);
  game = withCells(game, PUZZLE, new Map([[3, 1]]), false);
  assert.deepEqual(breakingCells(PUZZLE, game), [3]);
  assert.deepEqual(breakingCells(PUZZLE, undone(game)), []);
  // The line is finished elsewhere: what was there before does not count.
  const moved = withCells(game, PUZZLE, new Map([[0, UNKNOWN]]), false);
  assert.deepEqual(breakingCells(PUZZLE, moved), []);
  const crossed = withCells(game, PUZZLE, new Map([[4, 0]]), false);
  assert.deepEqual(breakingCells(PUZZLE, crossed), [3]);
});

test('the rest of a finished line is crossed out in the same move', () => {
  const two = new Map([
    [1, 1],
    [2, 1],
  ]);
  const game = withCrosses(withCells(newGame(PUZZLE, null), PUZZLE, two, false), PUZZLE);
  const [_, x] = [UNKNOWN, 0];
  assert.deepEqual([...game.cells], [x, 1, 1, x, x, _, x, x, _, _]);
  assert.equal(game.past.length, 1);
  assert.ok(undone(game).cells.every((cell) => cell === UNKNOWN));
  assert.equal(withCrosses(game, PUZZLE), game, 'there is nothing left to cross out');
});

test('the moves of a game are kept as a word, and tell how the cells came about', () => {
  let game = newGame(PUZZLE, null);
  for (const [cell, value] of [
    [0, 1],
    [6, 0],
    [0, UNKNOWN],
  ]) {
    game = withCells(game, PUZZLE, new Map([[cell, value]]), false);
  }
  const text = movesToText(game.past);
  assert.deepEqual(textToMoves(text, PUZZLE, game.cells), game.past);
  assert.deepEqual(textToMoves('', PUZZLE, game.cells), []);
  for (const wrong of ['0.1', 'x', '99.1', '0.1;;', text + ';3.1']) {
    assert.deepEqual(textToMoves(wrong, PUZZLE, game.cells), [], wrong);
  }
  assert.ok(cellsAfter(game, 0).every((cell) => cell === UNKNOWN));
  assert.deepEqual([...cellsAfter(game, 2).slice(0, 7)], [1, ...Array<number>(5).fill(UNKNOWN), 0]);
  assert.deepEqual(cellsAfter(game, 3), game.cells);
});

test('a drag holds the cells from its first to where it is, along its line', () => {
  assert.deepEqual(cellsBetween(6, 9, 'row', 5), [6, 7, 8, 9]);
  assert.deepEqual(cellsBetween(8, 1, 'row', 5), [8, 7, 6]);
  assert.deepEqual(cellsBetween(12, 3, 'column', 5), [12, 7, 2]);
  assert.deepEqual(cellsBetween(12, 12, 'column', 5), [12]);
});
