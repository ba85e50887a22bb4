import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayedGame } from '../../../../src/solver/craft/replay/played-game.js';
import {
  factsByStars,
  ownBests,
  unrated,
} from '../../../../src/studio/pages/played/played-facts.js';

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
