import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, type Cells, UNKNOWN } from '../../../src/solver/core/puzzle/types.js';
import type { PlayedGame } from '../../../src/solver/craft/replay/played-game.js';
import { hintText } from '../../../src/studio/pages/advice-words.js';
import {
  gameAfter,
  gameOf,
  cellsBetween,
  clockText,
  continued,
  cursorText,
  type Game,
  type MistakeMode,
  mistakesOf,
  mistakesText,
  newLog,
  solvedGame,
  solvedText,
  startCells,
  withAsked,
  withCells,
  withCrosses,
  withMove,
  factsByStars,
  ownBests,
  readSettings,
  unrated,
} from '../../../src/studio/pages/play/game.js';
import { assertEach } from '../../support/tests.js';
import { puzzleOfClues } from '../../support/random-puzzle.js';

const undone = (game: Game): Game => gameAfter(game, game.made - 1);

const PUZZLE = puzzleOfClues([[2], [1]], [[1], [1], [1], [1], [1]]);

test('a cell that is filled in a finished line breaks it, until it is taken back or the line is made anew', () => {
  let game = withCells(
    gameOf(startCells(PUZZLE)),
    PUZZLE,
    new Map([
      [0, 1],
      [1, 1],
    ]),
    false,
  );
  assert.deepEqual(mistakesOf(PUZZLE, game, 'line', null).cells, []);
  game = withCells(game, PUZZLE, new Map([[3, 1]]), false);
  assert.deepEqual(mistakesOf(PUZZLE, game, 'line', null).cells, [3]);
  assert.deepEqual(mistakesOf(PUZZLE, undone(game), 'line', null).cells, []);
  // The line is finished elsewhere: what was there before does not count.
  const moved = withCells(game, PUZZLE, new Map([[0, UNKNOWN]]), false);
  assert.deepEqual(mistakesOf(PUZZLE, moved, 'line', null).cells, []);
  const crossed = withCells(game, PUZZLE, new Map([[4, 0]]), false);
  assert.deepEqual(mistakesOf(PUZZLE, crossed, 'line', null).cells, [3]);
});

test('the rest of a finished line is crossed out in the same move', () => {
  const two = new Map([
    [1, 1],
    [2, 1],
  ]);
  const game = withCrosses(withCells(gameOf(startCells(PUZZLE)), PUZZLE, two, false), PUZZLE);
  const [_, x] = [UNKNOWN, 0];
  assert.deepEqual([...game.cells], [x, 1, 1, x, x, _, x, x, _, _]);
  assert.equal(game.moves.length, 1);
  assert.ok(undone(game).cells.every((cell) => cell === UNKNOWN));
  assert.equal(withCrosses(game, PUZZLE), game, 'there is nothing left to cross out');
});

test('a game that was kept has its moves to undo, and tells how the cells came about', () => {
  let game = gameOf(startCells(PUZZLE));
  let log = newLog(PUZZLE, '', new Date(0));
  for (const [cell, value] of [
    [0, 1],
    [6, 0],
    [0, UNKNOWN],
  ]) {
    game = withCells(game, PUZZLE, new Map([[cell, value]]), false);
    log = withMove(log, game, 1);
  }
  const kept = log.played.moves.map((move) => move.cells);
  assert.deepEqual(gameOf(startCells(PUZZLE), kept), game);
  assert.ok(gameAfter(game, 0).cells.every((cell) => cell === UNKNOWN));
  const shown = [...gameAfter(game, 2).cells.slice(0, 7)];
  assert.deepEqual(shown, [1, ...Array<number>(5).fill(UNKNOWN), 0]);
  assert.deepEqual(gameAfter(game, 3).cells, game.cells);
});

test('a drag holds the cells from its first to where it is, along its line', () => {
  assert.deepEqual(cellsBetween(6, 9, 'row', 5), [6, 7, 8, 9]);
  assert.deepEqual(cellsBetween(8, 1, 'row', 5), [8, 7, 6]);
  assert.deepEqual(cellsBetween(12, 3, 'column', 5), [12, 7, 2]);
  assert.deepEqual(cellsBetween(12, 12, 'column', 5), [12]);
});

const PLUS = puzzleOfClues([[1], [3], [1]], [[1], [3], [1]]);
const SOLUTION = Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0);

function found(changes: readonly (readonly [number, number])[], mode: MistakeMode) {
  const cells: Cells = new Uint8Array(9).fill(UNKNOWN);
  for (const [cell, value] of changes) cells[cell] = value;
  const mistakes = mistakesOf(PLUS, gameOf(cells), mode, SOLUTION);
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
  const expected = 'Row 1, row 2, row 3 and 3 more cannot be completed any more.';
  assert.equal(found(all, 'line').text, expected);
});

const PLAY_WORDS_PUZZLE = puzzleOfClues([[1, 1], []], [[1], [], [1]]);

test('the end says how long it took, and with how many hints', () => {
  assert.equal(clockText(187), '3:07');
  assert.equal(clockText(3765), '1:02:45');
  assert.equal(solvedText(9, 0, ''), 'Solved in 0:09, without a hint: every clue is kept.');
  assert.match(solvedText(60, 1, ''), /with 1 hint:/);
  assert.match(solvedText(60, 2, ''), /with 2 hints:/);
});

test('a cell is read out with the clues of its row and its column, and how these stand', () => {
  const cells = Uint8Array.of(1, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  const expected = 'row 1, cell 1: filled. Row clue 1 1; column clue 1, finished.';
  assert.equal(cursorText(PLAY_WORDS_PUZZLE, cells, 0, new Set()), expected);
  const wanted = 'row 2, cell 2: unknown. Row clue 0, finished; column clue 0, cannot be.';
  assert.equal(cursorText(PLAY_WORDS_PUZZLE, cells, 4, new Set([3])), wanted);
  assert.match(cursorText(PLAY_WORDS_PUZZLE, cells, 0, new Set([0])), /Row clue 1 1, cannot be;/);
});

test('the colours of blocks are read out as well', () => {
  const rows = [[block(2, 1), block(1, 2)], []];
  const colours = { colours: 2, palette: ['#ffffff', '#d02020', '#2040d0'] };
  const cells = new Uint8Array(6).fill(UNKNOWN);
  const shown = cursorText({ ...PLAY_WORDS_PUZZLE, ...colours, rows }, cells, 0, new Set());
  assert.match(shown, /Row clue 2 red, 1 blue;/);
});

test('a hint of one cell speaks of one, and of several of several', () => {
  const cell = { row: 1, column: 1, value: 1 };
  const step = { kind: 'step', line: null, lines: [], needs: 'nested', why: 'so' } as const;
  const said = (cells: (typeof cell)[]): string =>
    hintText({ ...step, cells }, 2, PLAY_WORDS_PUZZLE);
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

const GAME_LOG_PUZZLE = puzzleOfClues([[2]], [[1], [1], []]);
const BEGUN = newLog(GAME_LOG_PUZZLE, 'Two', new Date(Date.UTC(2026, 10, 25)));

function set(game: Game, ...cells: (readonly [number, number])[]): Game {
  return withCells(game, GAME_LOG_PUZZLE, new Map(cells), false);
}

test('a drag is one move however often it changes, and an undone move is a move', () => {
  const empty = gameOf(startCells(GAME_LOG_PUZZLE));
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
  assertEach(
    log.played.moves,
    ({ ms, cells }) => [ms, ...cells.map(({ cell, to }) => [cell, to])],
    [
      [1300, [0, 1], [1, 1]],
      [2000, [0, UNKNOWN], [1, UNKNOWN]],
      [2500, [2, 0]],
    ],
  );
});

test('a game that is gone on with adds to its moves, the first of them as one of its own', () => {
  const one = set(gameOf(startCells(GAME_LOG_PUZZLE)), [2, 1]);
  const log = withAsked(withMove(BEGUN, one, 1000), 'hints', 1500);
  const later = continued(log.played, GAME_LOG_PUZZLE);
  const { played } = withMove(later, set(one, [2, 0], [0, 1], [1, 1]), 9000);
  assertEach(played.moves, ({ ms, cells }) => [ms, cells.length], [
    [1000, 1],
    [9000, 3],
  ]);
  assert.deepEqual([played.hints, played.ms, played.start], [[1500], 9000, BEGUN.played.start]);
});

test('a solved game knows its mistakes: open cells are blank', () => {
  let game = set(gameOf(startCells(GAME_LOG_PUZZLE)), [2, 1]);
  let log = withMove(BEGUN, game, 1000);
  game = set(game, [2, UNKNOWN], [0, 1], [1, 1]);
  log = withMove(log, game, 2000);
  const { solved, mistakes, ms } = solvedGame(log);
  assert.deepEqual([solved, mistakes, ms], [true, 1, 2000]);
});

function game(name: string, ms: number, changes: Partial<PlayedGame> = {}): PlayedGame {
  return {
    fingerprint: name,
    puzzle: '1x1:1:1',
    title: '',
    start: '2026-11-25T20:15:00Z',
    ms,
    solved: true,
    mistakes: 0,
    hints: [],
    checks: [],
    moves: [],
    ...changes,
  };
}

const rating = (stars: number): Partial<PlayedGame> => ({ rating: { stars, score: 2 * stars } });

test('medians are those of solved games whose puzzles have stars', () => {
  const games = [
    game('a', 9000, rating(2)),
    game('b', 1000, rating(2)),
    game('c', 4000, rating(2)),
    game('d', 10, { ...rating(2), solved: false }),
    game('e', 7000, rating(5)),
    game('f', 7000, { rating: null }),
    game('g', 7000),
  ];
  assert.deepEqual(factsByStars(games), [
    { stars: 2, games: 3, medianMs: 4000, bestMs: 1000 },
    { stars: 5, games: 1, medianMs: 7000, bestMs: 7000 },
  ]);
});

test('a best needs two solved games of one puzzle', () => {
  const best = game('a', 1000);
  const bests = ownBests([game('a', 9000), best, game('b', 5), game('a', 3, { solved: false })]);
  assert.deepEqual([...bests], [['a', best]]);
});

test('puzzles whose rating is not known are worked out once each, if they were solved', () => {
  const open = [game('a', 1), game('a', 2)];
  const rest = [
    game('b', 1, { rating: null }),
    game('c', 1, rating(1)),
    game('d', 1, { solved: false }),
    game('e', 1, { puzzle: null }),
  ];
  assert.deepEqual(unrated([...open, ...rest]), [open]);
});
