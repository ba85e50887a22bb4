import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunMeter } from '../../../src/batch/contract/run-meter.js';
import { STATUSES } from '../../../src/result/outcome.js';

/** 1,000 large puzzles of 100 bytes, then 19,000 small ones of 10. */
const FILES = [
  { bytes: 100_000, density: 0.01 },
  { bytes: 190_000, density: 0.1 },
];

/** A meter with a clock that stands still until it is set. */
function metered(files: typeof FILES | null, total: number | null = null) {
  const clock = { ms: 0 };
  const meter = new RunMeter({ files, total }, () => clock.ms);
  let bytesRead = 0;
  /** Reads and solves entries of a file by the time `ms`, and looks at the progress as a run does. */
  const solve = (file: number, entries: number, bytes: number, ms: number): typeof meter => {
    clock.ms = ms;
    bytesRead += bytes;
    meter.noteRead({ file, entries, skipped: 0, rejects: 0, bytesRead });
    meter.noteResults(Array.from({ length: entries }, () => STATUSES[0]));
    return meter;
  };
  return { meter, solve };
}

test('what is left is estimated from the sizes of all files, not from the first alone', () => {
  const { solve } = metered(FILES);
  assert.equal(solve(0, 100, 10_000, 1000).progress().left, 19_900);
  assert.equal(solve(0, 900, 90_000, 2000).progress().left, 19_000);
  assert.equal(solve(1, 1000, 10_000, 3000).progress().left, 18_000);
});

test('nothing is said of the time left until the rate is steady, which is then that of all bytes', () => {
  const { solve } = metered(FILES);
  const said: (number | null)[] = [];
  // A slow start, then 10,000 bytes a second.
  for (let second = 1; second <= 9; second++) {
    const bytes = second <= 2 ? 1000 : 10_000;
    said.push(solve(0, bytes / 100, bytes, second * 1100).progress().leftMs);
  }
  assert.deepEqual(said.slice(0, 4), [null, null, null, null]);
  const { solve: steadily } = metered(FILES);
  let last: number | null = null;
  for (let second = 1; second <= 6; second++) {
    last = steadily(0, 110, 11_000, second * 1100).progress().leftMs;
  }
  assert.equal(Math.round(last!), Math.round((290_000 - 66_000) / 10));
});

test('nothing is said of the time left as long as nothing is solved', () => {
  const { meter, solve } = metered(FILES);
  solve(0, 0, 50_000, 100);
  meter.noteRead({ file: 0, entries: 500, skipped: 0, rejects: 0, bytesRead: 50_000 });
  for (let second = 1; second <= 9; second++) {
    assert.equal(solve(0, 0, 0, second * 1100).progress().leftMs, null);
  }
});

test('nothing is said of the time left from the first pages of one file among many', () => {
  const { solve } = metered([FILES[0], { bytes: 100_000_000, density: 0.1 }]);
  for (let second = 1; second <= 9; second++) {
    assert.equal(solve(0, 100, 10_000, second * 1100).progress().leftMs, null);
  }
  const { solve: alone } = metered([{ bytes: 100_000_000, density: 0.01 }]);
  let last: number | null = null;
  for (let second = 1; second <= 9; second++) {
    last = alone(0, 100, 10_000, second * 1100).progress().leftMs;
  }
  assert.ok(last !== null);
});
