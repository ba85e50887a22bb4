import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import {
  cellsAfterMoves,
  countMistakes,
  gameLine,
  readGameLine,
  type PlayedGame,
} from '../../../../src/solver/craft/replay/played-game.js';

const GAME: PlayedGame = {
  fingerprint: '0123456789abcdef0123456789abcdef',
  puzzle: '2x1:1:1_',
  title: 'A "title"\n with \u202e marks',
  start: '2026-11-25T20:15:00.000Z',
  ms: 4100,
  solved: true,
  mistakes: 1,
  hints: [900, 900],
  checks: [3000],
  moves: [
    { ms: 1200, cells: [{ cell: 1, to: 1 }] },
    {
      ms: 4100,
      cells: [
        { cell: 1, to: UNKNOWN },
        { cell: 0, to: 1 },
      ],
    },
  ],
};

test('a game is one line of JSON, and read back as it was, with its rating or without', () => {
  const rated = { ...GAME, rating: { stars: 2, score: 8.25 } };
  for (const game of [GAME, { ...GAME, rating: null }, rated]) {
    const line = gameLine(game);
    assert.doesNotMatch(line, /\n/);
    assert.deepEqual(readGameLine(line).game, game);
  }
  assert.match(gameLine(GAME), /"moves":\[\[1200,\[1,1\]\],\[4100,\[1,null\],\[0,1\]\]\]/);
});

test('a log needs no more than what was played, when, how long and whether to the end', () => {
  const { fingerprint, start, ms, solved } = GAME;
  const { game } = readGameLine(JSON.stringify({ fingerprint, start, ms, solved, note: 'mine' }));
  assert.deepEqual(game, {
    fingerprint,
    start,
    ms,
    solved,
    puzzle: null,
    title: '',
    mistakes: null,
    hints: [],
    checks: [],
    moves: [],
  });
});

test('a line that holds no game is refused with what was expected', () => {
  const line = (changes: object): string =>
    JSON.stringify({ ...(JSON.parse(gameLine(GAME)) as object), ...changes });
  for (const [text, reason] of [
    ['{"fingerprint":', /not JSON/],
    ['[]', /must be an object/],
    ['null', /must be an object/],
    [line({ fingerprint: 'ABC' }), /"fingerprint" must be the 32 hexadecimal digits/],
    [line({ fingerprint: undefined }), /"fingerprint" is missing/],
    [line({ start: 'yesterday' }), /"start" must be a time/],
    [line({ start: '2026-13-45T99:00Z' }), /"start" must be a time/],
    [line({ ms: -1 }), /"ms" must be the milliseconds/],
    [line({ ms: null }), /"ms" must be the milliseconds/],
    ['{"ms":1e999}', /"fingerprint" is missing/],
    [line({ ms: 0 }).replace('"ms":0', '"ms":1e999'), /"ms" must be/],
    [line({ solved: 'yes' }), /"solved" must be true or false/],
    [line({ hints: [3, 1] }), /"hints" must be a list of milliseconds, in their order/],
    [
      line({
        moves: [
          [5, [1, 1]],
          [4, [1, 1]],
        ],
      }),
      /"moves" must be/,
    ],
    [line({ moves: [[5, [1, 255]]] }), /"moves" must be/],
    [line({ moves: [[5, [-1, 1]]] }), /"moves" must be/],
    [line({ mistakes: 1.5 }), /"mistakes" must be a count/],
    [line({ stars: 6 }), /"stars" must be a number from 1 to 5/],
  ] as const) {
    assert.match(readGameLine(text).reason ?? 'read', reason, text);
  }
});

test('mistakes are moves that set a cell wrongly, and clearing a cell is none', () => {
  const cells = cellsAfterMoves(new Uint8Array([UNKNOWN, UNKNOWN]), GAME.moves);
  assert.deepEqual([...cells], [1, UNKNOWN]);
  assert.equal(countMistakes(GAME.moves, new Uint8Array([1, 0])), 1);
  assert.equal(countMistakes(GAME.moves, new Uint8Array([0, 1])), 1);
});
