import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf } from '../../../src/pipeline/report/statistics/intervals.js';
import { isShareKnown, puzzlesFor, puzzlesNeeded } from '../../../src/lab/study/known-shares.js';

test('as many puzzles as a share takes are enough, and some fewer are not', () => {
  for (const error of [0.1, 0.01, 0.001]) {
    for (const share of [0, 0.001, 0.1, 0.5, 0.8, 1]) {
      const n = puzzlesFor(share, error);
      const known = (puzzles: number): boolean =>
        isShareKnown(shareOf(share * puzzles, puzzles), error + 1e-12);
      assert.ok(known(n), `${share} to ${error}: ${n}`);
      assert.ok(!known(Math.floor(n * 0.98)), `${share} to ${error}: fewer than ${n}`);
    }
  }
  // The textbook's (1.96 / 0.01)^2 / 4, less z^2.
  assert.equal(puzzlesFor(0.5, 0.01), 9600);
});

test('the first puzzles are as many as it takes if all of them are alike, then up to four times as many', () => {
  assert.equal(puzzlesNeeded(0, [0, 0], 0.01), puzzlesFor(0, 0.01));
  assert.equal(puzzlesNeeded(200, [0, 200], 0.01), 200);
  assert.equal(puzzlesNeeded(200, [0, 100], 0.01), 800);
  assert.equal(puzzlesNeeded(5000, [0, 2500], 0.01), puzzlesFor(0.5, 0.01));
});

test('what is nearly known takes a twentieth more, so that it comes to an end', () => {
  const n = puzzlesFor(0.5, 0.01) - 1;
  assert.equal(puzzlesNeeded(n, [Math.round(n / 2)], 0.01), Math.ceil(n * 1.05));
});
