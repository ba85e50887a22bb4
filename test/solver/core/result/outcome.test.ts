import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import {
  type DifficultyColumns,
  NO_DIFFICULTY,
} from '../../../../src/solver/core/result/difficulty.js';
import {
  difficultyText,
  guessingText,
  scoreText,
} from '../../../../src/solver/core/result/difficulty-words.js';
import { starsText } from '../../../../src/solver/core/text/numbers.js';
import { openOutcome, type Outcome, refuse } from '../../../../src/solver/core/result/outcome.js';
import {
  depthKeyOf,
  depthMeaning,
  depthOrder,
  techniqueKeyOf,
  techniqueOfDepth,
} from '../../../../src/pipeline/record/figures.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';

test('the technique counts for puzzles with one solution alone', () => {
  assert.equal(techniqueKeyOf('unique', 'probe'), 'probe');
  assert.equal(techniqueKeyOf('unique', null), 'unproven');
  assert.equal(techniqueKeyOf('multiple', 'search'), 'ambiguous');
  assert.equal(techniqueKeyOf('contradiction', 'line'), 'contradiction');
  assert.equal(techniqueKeyOf('timeout', null), 'unproven');
});

test('a guess depth is known, at least so much, or says why it is neither', () => {
  assert.equal(depthKeyOf('unique', 'search', 2, 2), '2');
  assert.equal(depthKeyOf('unique', 'search', null, 2), '2+');
  assert.equal(depthKeyOf('unique', null, null, 1), 'none');
  assert.equal(depthKeyOf('unique', 'search', null, null), 'none');
  assert.equal(depthKeyOf('multiple', 'search', null, null), 'ambiguous');
  assert.equal(depthKeyOf('steps', null, 0, 0), 'open');
});

test('each key of a depth has its words and the colour of a technique', () => {
  const all = ['0', '1', '2', '3+', 'ambiguous', 'none', 'open'];
  assert.deepEqual(all.map(depthMeaning), [
    ...['lines alone', 'one assumption', '2 nested', 'not solved at depth 2'],
    ...['several solutions', 'not classified', 'no verdict'],
  ]);
  assert.deepEqual(all.map(techniqueOfDepth), [
    ...['line', 'probe', 'search', 'search', 'ambiguous', 'unproven', 'unproven'],
  ]);
});

test('depths come in ascending order, those that are at least so deep after them, then the others', () => {
  const order = ['0', '1', '2', '2+', '3', 'ambiguous', 'none', 'open'];
  assert.deepEqual(order.toReversed().sort(depthOrder), order);
});

const ONE = Uint8Array.of(1, 0, 0, 1);
const OTHER = Uint8Array.of(0, 1, 1, 0);
const WORDS = pack(puzzleOfPicture(ONE, 2, 2));

function verdictOn(changes: Partial<Outcome>): string | null {
  return refuse(WORDS, 0, { ...openOutcome('timeout', null), ...changes });
}

test('solutions that fit the clues, and verdicts that show them, are not refused', () => {
  assert.equal(verdictOn({}), null);
  assert.equal(verdictOn({ solution: ONE }), null);
  assert.equal(verdictOn({ status: 'unique', solution: ONE }), null);
  assert.equal(verdictOn({ status: 'multiple', solution: ONE, secondSolution: OTHER }), null);
  assert.equal(verdictOn({ status: 'contradiction' }), null);
});

test('a solution that breaks a clue is refused, and so is a second one', () => {
  const wrong = Uint8Array.of(1, 1, 0, 0);
  assert.match(verdictOn({ solution: wrong })!, /refused the solution: row 1 breaks its clue/);
  const both = { solution: ONE, secondSolution: wrong };
  assert.match(verdictOn(both)!, /refused the second solution: row 1 breaks its clue/);
});

test('a second solution has to differ from a first one that is shown', () => {
  const reason = /refused the second solution: it does not differ from the first/;
  assert.match(verdictOn({ solution: ONE, secondSolution: ONE.slice() })!, reason);
  assert.match(verdictOn({ secondSolution: OTHER })!, reason);
});

test('a verdict that does not show its solutions is refused', () => {
  assert.match(verdictOn({ status: 'unique' })!, /refused the verdict: unique, but no solution/);
  const one = { status: 'multiple', solution: ONE } as const;
  assert.match(verdictOn(one)!, /refused the verdict: multiple, but no two solutions/);
});

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
