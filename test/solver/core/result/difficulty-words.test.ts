import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  difficultyText,
  guessingText,
  scoreText,
  starsText,
} from '../../../../src/solver/core/result/difficulty-words.js';
import {
  NO_DIFFICULTY,
  type DifficultyColumns,
} from '../../../../src/solver/core/result/difficulty.js';

const RATED: DifficultyColumns = { ...NO_DIFFICULTY, difficulty: 7.26, stars: 2, needs: 'bounds' };

test('a score has one decimal, a plus if it is a lower bound, and a dash if there is none', () => {
  assert.equal(scoreText(RATED), '7.3');
  assert.equal(scoreText({ difficulty: 7, difficultyBound: true }), '7.0+');
  assert.equal(scoreText(NO_DIFFICULTY), '-');
});

test('stars are five, and a number that only a damaged database has is damaged', () => {
  assert.deepEqual([null, 1, 5].map(starsText), ['', '★☆☆☆☆', '★★★★★']);
  for (const wrong of [0, 6, 2.5]) assert.equal(starsText(wrong), 'damaged');
});

test('how much guessing a puzzle takes follows from the technique that it needs', () => {
  assert.equal(guessingText('nested'), 'several assumptions at once');
  assert.equal(guessingText('assumption'), 'one assumption at a time');
  assert.equal(guessingText('line'), 'no guessing');
});

test('a difficulty in words names the technique unless guessing says it', () => {
  const text = 'difficulty 7.3, ★★☆☆☆, no guessing, needs block bounds';
  assert.equal(difficultyText(RATED), text);
  for (const needs of ['assumption', 'nested'] as const) {
    assert.doesNotMatch(difficultyText({ ...RATED, needs })!, /needs/);
  }
  assert.equal(difficultyText(NO_DIFFICULTY), null);
});
