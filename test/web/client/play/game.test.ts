import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN, type Puzzle } from '../../../../src/puzzle/types.js';
import { breakingCells, newGame, undone, withCells } from '../../../../src/web/client/play/game.js';

const PUZZLE: Puzzle = {
  ...{ width: 5, height: 2, rows: [[2], [1]], colours: 1, palette: null, start: null },
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
