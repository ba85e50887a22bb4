import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  doneText,
  paceTexts,
  percentText,
  progressJson,
  readProgress,
  shareDone,
  stillProgress,
  timeLeftText,
  type Progress,
} from '../../../src/pipeline/record/progress.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const PROGRESS: Progress = {
  done: 66_731,
  total: 151_234,
  isEstimate: true,
  perSecond: 1234,
  timeLeft: { fromMs: 2.2 * MINUTE, toMs: 4.4 * MINUTE },
};

test('count, total and percent are of one kind, the percent is that of the total as it is shown', () => {
  assert.equal(doneText(PROGRESS), '66,731 of about 151,000 done');
  assert.equal(percentText(PROGRESS), '44 %');
  assert.equal(shareDone(PROGRESS), 66_731 / 151_000);
  const exact = { ...PROGRESS, isEstimate: false };
  assert.equal(doneText(exact), '66,731 of 151,234 done');
  assert.equal(shareDone(exact), 66_731 / 151_234);
});

test('an estimate that was too low is never all, nor less than what is done', () => {
  const over = { ...PROGRESS, done: 1004, total: 1004 };
  assert.equal(doneText(over), '1,004 of about 1,004 done');
  assert.equal(percentText(over), '99 %');
  assert.equal(percentText({ ...over, isEstimate: false }), '100 %');
});

test('without a total there is a count alone, and of nothing no share', () => {
  assert.equal(doneText({ ...PROGRESS, total: null }), '66,731 done');
  assert.equal(percentText({ ...PROGRESS, total: null }), null);
  assert.equal(shareDone({ ...PROGRESS, done: 0, total: 0, isEstimate: false }), null);
});

test('the rate and the time left follow, as far as they are known', () => {
  assert.deepEqual(paceTexts(PROGRESS), ['1,234/s', '2 to 5 min left']);
  assert.deepEqual(paceTexts({ ...PROGRESS, perSecond: 0, timeLeft: null }), []);
});

test('a time left that is well known is one time, any other a range in round numbers', () => {
  const texts: readonly (readonly [from: number, to: number, text: string])[] = [
    [0, 0, '1 s left'],
    [200, 900, '1 s left'],
    [45 * SECOND, 45 * SECOND, '45 s left'],
    [2 * MINUTE, 2.3 * MINUTE, '2m 9s left'],
    [8 * HOUR, 9 * HOUR, '8h 29m left'],
    [1400, 3200, '1 to 4 s left'],
    [31 * SECOND, 64 * SECOND, '30 to 65 s left'],
    [50 * SECOND, 2.5 * MINUTE, '50 s to 3 min left'],
    [12.3 * MINUTE, 17.1 * MINUTE, '12 to 18 min left'],
    [50 * MINUTE, 1.6 * HOUR, '50 min to 2 h left'],
    [1.1 * HOUR, 1.9 * HOUR, '65 min to 2 h left'],
    [30 * HOUR, 80 * HOUR, '30 h to 4 days left'],
  ];
  for (const [fromMs, toMs, text] of texts) assert.equal(timeLeftText({ fromMs, toMs }), text);
});

test('what was written as JSON is read back, and nothing else', () => {
  const more = { ...PROGRESS, rejects: 7 };
  assert.deepEqual(readProgress(progressJson(more)), PROGRESS);
  const still = stillProgress({ ...PROGRESS, total: null });
  assert.deepEqual(still, { ...PROGRESS, total: null, perSecond: 0, timeLeft: null });
  assert.deepEqual(readProgress(progressJson(still)), still);
  for (const text of [null, '', '{', '[]', '7', '{"done":-1}', '{"done":"1","total":2}']) {
    assert.equal(readProgress(text), null);
  }
  const odd = { ...PROGRESS, timeLeft: { fromMs: 1, toMs: 'soon' } };
  assert.equal(readProgress(JSON.stringify(odd))!.timeLeft, null);
});
