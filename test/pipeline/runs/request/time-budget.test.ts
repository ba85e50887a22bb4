import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StopRequest } from '../../../../src/pipeline/runs/request/stop-request.js';
import { isTimeUp, watchTime } from '../../../../src/pipeline/runs/request/time-budget.js';

test('a stop is asked for after the time that a run may take', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const stop = new StopRequest();
  watchTime({ stopAfterMs: 5000 }, stop);
  t.mock.timers.tick(4999);
  assert.equal(stop.reason, null);
  t.mock.timers.tick(1);
  assert.equal(stop.reason, 'stop-after');
});

test('a stop is asked for once the clock shows the time, also if that is farther away than a timer can wait', (t) => {
  const days = 40 * 24 * 3_600_000;
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const stop = new StopRequest();
  watchTime({ stopAfterMs: null, until: 1_000_000 + days }, stop);
  t.mock.timers.tick(60_000);
  assert.equal(stop.reason, null);
  // A machine that slept: the clock is ahead of the timers.
  t.mock.timers.setTime(1_000_000 + days);
  t.mock.timers.tick(10_000);
  assert.equal(stop.reason, 'until');
});

test('the watch ends with the run', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const stop = new StopRequest();
  watchTime({ stopAfterMs: 10, until: 10 }, stop)();
  t.mock.timers.tick(20_000);
  assert.equal(stop.reason, null);
});

test('only --stop-after and --until mean that the time is up', () => {
  assert.deepEqual(['stop-after', 'until', 'signal', null].map(isTimeUp), [
    true,
    true,
    false,
    false,
  ]);
});
