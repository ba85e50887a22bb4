import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountedWork } from '../../../src/pipeline/record/counted-work.js';

test('counted work has a rate at once, and a time left after two seconds if its total is known', () => {
  let ms = 0;
  const work = new CountedWork(() => ms);
  const at = (time: number, done: number, total: number | null) => {
    ms = time;
    work.note(done, total);
    return work.progress();
  };
  const early = at(1000, 100, 1000);
  assert.deepEqual(early, {
    done: 100,
    total: 1000,
    isEstimate: false,
    perSecond: 100,
    timeLeft: null,
  });
  assert.equal(at(2000, 200, null).timeLeft, null);
  const { timeLeft } = at(4000, 400, 1000);
  assert.deepEqual([timeLeft?.fromMs, timeLeft?.toMs].map(Math.round as never), [6000, 6000]);
  assert.deepEqual(at(10_000, 1000, 1000).timeLeft, null);
});

test('a total that was too low is what is done, and an estimate is called one', () => {
  const work = new CountedWork(() => 0);
  work.note(12, 10, true);
  const { done, total, isEstimate } = work.progress();
  assert.deepEqual([done, total, isEstimate], [12, 12, true]);
});
