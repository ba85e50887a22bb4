import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  progressJson,
  readProgress,
  stillProgress,
} from '../../../src/pipeline/record/progress.js';
import { readRound, roundText } from '../../../src/pipeline/record/round-progress.js';

const ROUND = { round: 2, of: 3, open: 1204, puzzles: 3310, decided: 96, mostMs: 4_800_000 };

test('a round says which it is, what is open, what it decided and how long it can take', () => {
  assert.equal(
    roundText(ROUND),
    'round 2 of 3: 1,204 of 3,310 open, 96 decided in this round, 1h 20m more at most',
  );
});

test('what nobody knows of a round is left out', () => {
  assert.equal(
    roundText({ ...ROUND, of: null, open: null, mostMs: null }),
    'round 2: 96 decided in this round',
  );
});

test('a round that was noted with the progress of a run is read again, without what others wrote', () => {
  const progress = { done: 1, total: 2, isEstimate: false, perSecond: 1, timeLeft: null };
  assert.deepEqual(readProgress(progressJson({ ...progress, round: ROUND }))?.round, ROUND);
  assert.equal(readProgress(progressJson(progress))?.round, undefined);
  assert.equal(stillProgress({ ...progress, round: ROUND }).round?.mostMs, null);
  for (const other of [null, 7, {}, { ...ROUND, open: -1 }, { ...ROUND, round: '2' }]) {
    assert.equal(readRound(other), null);
  }
});
