import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../../src/solver/model/settings.js';
import { Modes } from '../../../src/solver/search/modes.js';

/** The conflicts after which a search first looks for a solution; up to `most`. */
function firstAttempt(
  modes: Modes,
  rankAfter: (conflicts: number) => number,
  most: number,
): number {
  let conflicts = 0;
  while (conflicts < most && !modes.change(conflicts, rankAfter(conflicts))) conflicts++;
  return conflicts;
}

test('the first turn for a proof goes on while what it learns is of low rank', () => {
  const { firstProving, provingRank } = SETTINGS;
  const modes = new Modes();
  modes.start(0);
  assert.equal(
    firstAttempt(modes, () => provingRank + 1, 10_000),
    firstProving,
  );
  assert.ok(modes.finding);
  modes.start(0);
  assert.equal(
    firstAttempt(modes, () => provingRank, 10_000),
    10_000,
  );
  modes.start(0);
  const risesAt = 3 * firstProving + 1;
  const rising = (conflicts: number): number => provingRank + (conflicts < risesAt ? 0 : 1);
  assert.equal(firstAttempt(modes, rising, 10_000), 4 * firstProving);
});

test('a symmetric puzzle whose first clauses are of low rank gets a long turn for a proof', () => {
  const modes = new Modes();
  modes.start(0, true);
  const rising = (conflicts: number): number =>
    SETTINGS.provingRankSymmetric + (conflicts <= SETTINGS.firstProving ? 0 : 1);
  const expected = SETTINGS.firstProving + SETTINGS.provingSymmetric;
  assert.equal(firstAttempt(modes, rising, 10_000), expected);
});
