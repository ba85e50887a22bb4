import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankingOf, rankingText } from '../../../src/studio/ranking/ranking.js';
import { NO_DIFFICULTY } from '../../../src/solver/core/result/difficulty.js';
import type { RatedResult } from '../../../src/pipeline/store/queries/stored-results.js';

function result(puzzleId: number, difficulty: number | null): RatedResult {
  return {
    ...NO_DIFFICULTY,
    puzzleId,
    difficulty,
    name: `p${puzzleId}`,
    title: null,
    path: 'a.csv',
    ordinal: 0,
    width: 5,
    height: 5,
    status: difficulty === null ? 'multiple' : 'unique',
    ...(difficulty === null ? {} : { stars: 1, needs: 'overlap', difficultyBound: false }),
  };
}

test('scores that differ by less than a half share a rank, counted from its easiest', () => {
  const scores = [7.9, 7, 7.4, 7.5, null, 9];
  const ranking = rankingOf(scores.map((score, i) => result(i, score)));
  assert.deepEqual(
    ranking.map(({ difficulty, rank }) => [difficulty, rank]),
    [
      [7, 1],
      [7.4, 1],
      [7.5, 3],
      [7.9, 3],
      [9, 5],
      [null, null],
    ],
  );
});

test('stars come before scores, and lower bounds share the last rank', () => {
  const rows = [
    { ...result(0, 3), stars: 5, difficultyBound: true },
    { ...result(1, 9), stars: 5, difficultyBound: true },
    { ...result(2, 8), stars: 5 },
    { ...result(3, 12), stars: 3 },
    { ...result(4, 12.1), stars: 4 },
  ];
  const ranking = rankingOf(rows);
  assert.deepEqual(
    ranking.map(({ name, rank }) => [name, rank]),
    [
      ['p3', 1],
      ['p4', 2],
      ['p2', 3],
      ['p0', 4],
      ['p1', 4],
    ],
  );
  assert.match(rankingText(ranking, 80), /lower bounds, which share the last rank/);
});

test('puzzles of one rank are called about equal, if there are any', () => {
  const text = (scores: number[]): string =>
    rankingText(rankingOf(scores.map((score, i) => result(i, score))), 80);
  assert.match(text([7, 7.4]), /about equal/);
  assert.doesNotMatch(text([7, 8]), /about equal/);
});

test('an empty ranking is a heading without rows', () => {
  assert.equal(rankingText(rankingOf([]), 80).split('\n').length, 2);
});
