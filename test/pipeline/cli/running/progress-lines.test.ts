import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { liveLines, plainLine } from '../../../../src/pipeline/cli/running/progress-lines.js';
import { RUN_PROGRESS as PROGRESS } from './run-progress.js';

test('the live lines show what is done, the rate, the time left and the counts', () => {
  assert.deepEqual(liveLines(PROGRESS, 80, false), [
    '####........   33 %  45,210 of about 133,000 done  12,346/s  2m 10s left',
    'unique 40,100  multiple 5,000  contradiction 3  timeout 107  rejects 2',
  ]);
});

test('once everything is read, the number of puzzles is exact; those that ran out of time are done, too', () => {
  const few = { ...PROGRESS, done: 7, total: 60, isEstimate: false };
  assert.match(liveLines(few, 80, false)[0], / {2}7 of 60 done {2}/);
});

test('what was taken over from other runs is told', () => {
  const [line] = liveLines({ ...PROGRESS, reused: 45_000 }, 140, false);
  assert.match(line, /45,000 taken over/);
  assert.match(plainLine({ ...PROGRESS, reused: 45_000 }), /, 45,000 taken over; /);
});

test('the bar is longer where there is room; on 60 columns the counts and the rate stay', () => {
  assert.match(liveLines(PROGRESS, 100, false)[0], /^#{8}\.{16} {3}33 %/);
  assert.equal(
    liveLines(PROGRESS, 60, false)[0],
    '####........   33 %  45,210 of about 133,000 done  12,346/s',
  );
});

test('without a known size there is no bar and no share', () => {
  const [first] = liveLines({ ...PROGRESS, total: null, timeLeft: null }, 80, false);
  assert.equal(first, '45,210 done  12,346/s');
});

test('on a narrow terminal whole pieces are left out, and nothing runs over the edge', () => {
  for (let columns = 0; columns < 100; columns++) {
    for (const line of liveLines(PROGRESS, columns, false)) {
      assert.ok(line.length <= Math.max(0, columns - 1), `${columns}: ${line}`);
    }
  }
});

test('colours change nothing but the colours', () => {
  const painted = liveLines(PROGRESS, 80, true).map(stripVTControlCharacters);
  assert.equal(painted[1], liveLines(PROGRESS, 80, false)[1]);
});

test('a log gets everything on one line', () => {
  assert.equal(
    plainLine({ ...PROGRESS, skipped: 7 }),
    '45,210 of about 133,000 done (33 %), 12,346/s, 2m 10s left, 7 of them before; ' +
      'unique 40,100, multiple 5,000, contradiction 3, timeout 107, rejects 2',
  );
});

test('the round of a run has a line of its own, and a part of the line of a log', () => {
  const round = { round: 2, of: 3, open: 12, puzzles: 60, decided: 4, mostMs: 90_000 };
  const text = 'round 2 of 3: 12 of 60 open, 4 decided in this round, 1m 30s more at most';
  assert.equal(liveLines({ ...PROGRESS, round }, 100, false).at(-1), text);
  assert.ok(plainLine({ ...PROGRESS, round }).endsWith(`; ${text}`));
});
