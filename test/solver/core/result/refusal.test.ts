import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { openOutcome, type Outcome } from '../../../../src/solver/core/result/outcome.js';
import { refuse } from '../../../../src/solver/core/result/refusal.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';

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
