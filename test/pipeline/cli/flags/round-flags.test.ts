import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readTime,
  runMemory,
  runSteps,
  runTimeout,
} from '../../../../src/pipeline/cli/flags/round-flags.js';

test('one limit is the same in every round, a list has one for each, and two dots let it grow', () => {
  assert.equal(runTimeout.read('10s'), 10_000);
  assert.deepEqual(runTimeout.read('1s,30s,10m'), [1000, 30_000, 600_000]);
  assert.deepEqual(runTimeout.read('1s..'), [1000, 'x4']);
  assert.deepEqual(runTimeout.read('500ms, 2s..'), [500, 2000, 'x4']);
  assert.deepEqual(runSteps.read('1e5,1e7'), [100_000, 10_000_000]);
  assert.deepEqual(runMemory.read('64,256'), [64, 256]);
});

test('limits that do not grow, are missing or are none are refused with what is expected', () => {
  assert.throws(() => runTimeout.read('30s,1s'), /each round needs a larger limit.*"30s,1s"/);
  assert.throws(() => runTimeout.read('1s,1000ms'), /larger limit/);
  assert.throws(() => runTimeout.read('1s,'), /expected a duration.*got ""/);
  assert.throws(() => runTimeout.read('..'), /expected a duration.*got ""/);
  assert.throws(() => runTimeout.read('1s..4s'), /expected a duration/);
  assert.throws(() => runSteps.read('1.5e5'), /expected a whole number of 1 or more/);
  assert.throws(() => runSteps.read('1e99'), /expected a whole number/);
  assert.throws(() => runMemory.read('64,8'), /from 16 to/);
});

const EVENING = new Date(2026, 10, 25, 22, 30);

test('a time is the next one that a clock here shows', () => {
  assert.equal(readTime('07:00', EVENING), new Date(2026, 10, 26, 7).getTime());
  assert.equal(readTime('22:31', EVENING), new Date(2026, 10, 25, 22, 31).getTime());
  assert.equal(readTime('22:30', EVENING), new Date(2026, 10, 26, 22, 30).getTime());
  assert.equal(readTime('7:00:30', EVENING), new Date(2026, 10, 26, 7, 0, 30).getTime());
});

test('a date and a time are that moment, unless it is over', () => {
  const expected = new Date(2026, 11, 1, 6).getTime();
  assert.equal(readTime('2026-12-01 06:00', EVENING), expected);
  assert.equal(readTime('2026-12-01T06:00', EVENING), expected);
  assert.throws(() => readTime('2026-11-25 22:30', EVENING), /is over/);
});

test('what no clock shows is refused', () => {
  for (const word of ['7', '24:00', '07:60', '07:00:60', 'tomorrow', '2026-12-01']) {
    assert.throws(() => readTime(word, EVENING), /expected a time such as 07:00.*got/, word);
  }
  assert.throws(() => readTime('2026-02-30 07:00', EVENING), /there is no 2026-02-30 07:00/);
});
