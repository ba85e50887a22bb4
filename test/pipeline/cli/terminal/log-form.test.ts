import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime, timedLines } from '../../../../src/pipeline/cli/terminal/log-form.js';

test('a time is local, to the second, with its offset', (t) => {
  const now = new Date('2026-11-27T23:30:59.900Z');
  for (const [minutesBehind, text] of [
    [0, '2026-11-27T23:30:59+00:00'],
    [-60, '2026-11-28T00:30:59+01:00'],
    [210, '2026-11-27T20:00:59-03:30'],
    [-345, '2026-11-28T05:15:59+05:45'],
  ] as const) {
    const mocked = t.mock.method(Date.prototype, 'getTimezoneOffset', () => minutesBehind);
    assert.equal(localTime(now), text);
    mocked.mock.restore();
  }
});

test('each line of a text has the time', () => {
  assert.equal(timedLines('one\n  two', 'now'), 'now one\nnow   two');
});
