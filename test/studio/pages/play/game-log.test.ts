import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { newGame, undone, withCells, type Game } from '../../../../src/studio/pages/play/game.js';
import {
  continued,
  newLog,
  solvedGame,
  withAsked,
  withMove,
} from '../../../../src/studio/pages/play/game-log.js';

const PUZZLE: Puzzle = {
  width: 3,
  height: 1,
  rows: [[2]],
  colours: 1,
  palette: null,
  start: null,
  columns: [[1], [1], []],
};
const BEGUN = newLog(PUZZLE, 'Two', new Date(Date.UTC(2026, 10, 25)));

function set(game: Game, ...cells: (readonly [number, number])[]): Game {
  return withCells(game, PUZZLE, new Map(cells), false);
}

test('a drag is one move however often it changes, and an undone move is a move', () => {
  const empty = newGame(PUZZLE, null);
  let log = withMove(BEGUN, empty, 5);
  assert.equal(log, BEGUN, 'nothing was done yet');
  log = withMove(log, set(empty, [0, 1]), 1000);
  log = withMove(log, set(empty, [0, 1], [1, 1], [2, 1]), 1200);
  const dragged = set(empty, [0, 1], [1, 1]);
  log = withMove(log, dragged, 1300);
  assert.deepEqual(log.played.moves, [
    {
      ms: 1300,
      cells: [
        { cell: 0, to: 1 },
        { cell: 1, to: 1 },
      ],
    },
  ]);
  log = withMove(log, undone(dragged), 2000);
  log = withMove(log, set(undone(dragged), [2, 0]), 2500);
  assert.deepEqual(
    log.played.moves.map(({ ms, cells }) => [ms, ...cells.map(({ cell, to }) => [cell, to])]),
    [
      [1300, [0, 1], [1, 1]],
      [2000, [0, UNKNOWN], [1, UNKNOWN]],
      [2500, [2, 0]],
    ],
  );
});

test('a game that is gone on with adds to its moves, the first of them as one of its own', () => {
  const one = set(newGame(PUZZLE, null), [2, 1]);
  const log = withAsked(withMove(BEGUN, one, 1000), 'hints', 1500);
  const later = continued(log.played, PUZZLE);
  const { played } = withMove(later, set(one, [2, 0], [0, 1], [1, 1]), 9000);
  assert.deepEqual(
    played.moves.map(({ ms, cells }) => [ms, cells.length]),
    [
      [1000, 1],
      [9000, 3],
    ],
  );
  assert.deepEqual([played.hints, played.ms, played.start], [[1500], 9000, BEGUN.played.start]);
});

test('a solved game knows its mistakes: open cells are blank', () => {
  let game = set(newGame(PUZZLE, null), [2, 1]);
  let log = withMove(BEGUN, game, 1000);
  game = set(game, [2, UNKNOWN], [0, 1], [1, 1]);
  log = withMove(log, game, 2000);
  const { solved, mistakes, ms } = solvedGame(log);
  assert.deepEqual([solved, mistakes, ms], [true, 1, 2000]);
});
