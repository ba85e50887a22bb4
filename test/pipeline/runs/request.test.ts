import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import {
  asBegun,
  asking,
  differencesOfRuns,
  MATCHING_OPTIONS,
  readingOf,
  readingWords,
  matchingValues,
  newRequest,
  StopRequest,
  isTimeUp,
  watchTime,
} from '../../../src/pipeline/runs/request.js';
import { runFlags } from '../../../src/pipeline/cli/commands/run.js';
import { RunMeter } from '../../../src/pipeline/runs/run-meter.js';
import { solvedBatch, type SolvedBatch } from '../../../src/pipeline/runs/pool/pool.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { resultOf } from '../../support/store-samples.js';

const NOTHING = newRequest({ db: 'nonomill.sqlite', threads: 1 });

type MatchingValues = ReturnType<typeof matchingValues>;

/** Another value for each option than the one of a request that says nothing. */
const OTHERS: MatchingValues = {
  timeoutMs: 3000,
  maxSteps: 7,
  memoryMiB: 64,
  count: 'exact',
  guessDepth: 4,
  limit: 5,
  ignoreStart: true,
  columnsFirst: true,
  crossCheck: 0.5,
  noDifficulty: true,
  prove: true,
  proveTo: resolve('/proofs'),
  proofFormat: 'lrat',
  shard: '2/8',
};

for (const key of MATCHING_OPTIONS) {
  const other = { [key]: OTHERS[key] };

  test(`${key}: what is asked is stored, and asked again when the run goes on`, () => {
    const before = matchingValues(NOTHING);
    const asked = asking(NOTHING, other);
    assert.deepEqual(matchingValues(asked), { ...before, ...other });
    const stored = JSON.parse(JSON.stringify(matchingValues(asked))) as Record<string, unknown>;
    assert.deepEqual(matchingValues(asBegun(NOTHING, stored, [])), matchingValues(asked));
    assert.deepEqual(matchingValues(asBegun(NOTHING, stored, [key])), before);
  });

  test(`${key}: the flag that sets it is named if it differs`, () => {
    const [phrase, ...more] = differencesOfRuns(matchingValues(NOTHING), {
      ...matchingValues(NOTHING),
      ...other,
    });
    assert.ok(phrase.startsWith(`--${runFlags[key].name} was `), phrase);
    assert.deepEqual(more, []);
  });
}

test('files that are read otherwise are others: each option that decides it is stored with them', () => {
  const words = MATCHING_OPTIONS.map((key) =>
    readingWords(asking(NOTHING, { [key]: OTHERS[key] })),
  );
  const said = words.filter((one) => one !== '');
  assert.deepEqual(said, ['ignore-start', 'columns-first']);
  const both = asking(NOTHING, { ignoreStart: true, columnsFirst: true });
  assert.equal(readingWords(both), 'ignore-start columns-first');
  assert.equal(readingOf({ ...matchingValues(both) }), readingWords(both));
});

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

/** So many puzzles with one solution. */
function uniques(count: number): SolvedBatch {
  return solvedBatch(new Array<PuzzleResult>(count).fill(resultOf()), 0);
}

/** 1,000 large puzzles of 100 bytes, then 19,000 small ones of 10. */
const FILES = [
  { bytes: 100_000, entriesPerByte: 0.01 },
  { bytes: 190_000, entriesPerByte: 0.1 },
];

/** A meter with a clock that stands still until it is set. */
function metered(files: typeof FILES | null, total: number | null = null) {
  const clock = { ms: 0 };
  const meter = new RunMeter({ files, total }, () => clock.ms);
  let bytesRead = 0;
  /**
   * Reads and solves entries of a file by the time `ms`, and looks at the progress as a run does.
   */
  const solve = (file: number, entries: number, bytes: number, ms: number): typeof meter => {
    bytesRead += bytes;
    meter.noteRead({ file, entries, skipped: 0, rejects: 0, bytesRead });
    clock.ms = ms;
    meter.noteResults(uniques(entries));
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

test('the time left is that of all bytes: one time at a steady rate, a range after a slow start', () => {
  const { solve: steadily } = metered(FILES);
  for (let second = 1; second <= 6; second++) steadily(0, 110, 11_000, second * 1100);
  const { timeLeft } = steadily(0, 110, 11_000, 7700).progress();
  const wanted = (290_000 - 77_000) / 10;
  assert.ok(timeLeft!.fromMs > 0.85 * wanted && timeLeft!.toMs < 1.15 * wanted);
  const { solve } = metered(FILES);
  const said: (readonly [number, number] | null)[] = [];
  for (let second = 1; second <= 9; second++) {
    const bytes = second <= 4 ? 1000 : 10_000;
    const left = solve(0, bytes / 100, bytes, second * 1100).progress().timeLeft;
    said.push(left && [left.fromMs, left.toMs]);
  }
  assert.equal(said[0], null);
  const [from, to] = said.at(-1)!;
  assert.ok(to > 1.5 * from, `${from} to ${to}`);
  const truly = ((290_000 - 54_000) / 10_000) * 1100;
  assert.ok(from < truly && truly < to);
});

test('nothing is said of the time left as long as nothing is solved', () => {
  const { meter, solve } = metered(FILES);
  solve(0, 0, 50_000, 100);
  meter.noteRead({ file: 0, entries: 500, skipped: 0, rejects: 0, bytesRead: 50_000 });
  for (let second = 1; second <= 9; second++) {
    assert.equal(solve(0, 0, 0, second * 1100).progress().timeLeft, null);
  }
});

test('the first pages of one file among many tell the time left with doubt', () => {
  const range = (files: typeof FILES): number => {
    const { solve } = metered(files);
    for (let second = 1; second < 9; second++) solve(0, 100, 10_000, second * 1100).progress();
    const { fromMs, toMs } = solve(0, 100, 10_000, 9900).progress().timeLeft!;
    return toMs / fromMs;
  };
  const alone = range([{ bytes: 100_000_000, entriesPerByte: 0.01 }]);
  const among = range([FILES[0], { bytes: 100_000_000, entriesPerByte: 0.1 }]);
  assert.ok(among > 2 * alone, `${alone}, ${among}`);
});

/**
 * A run of 1,000 puzzles, 400 of which were done before; then it takes 100 ms for each of the
 * others.
 */
function resumed(atMs: number) {
  const clock = { ms: 0 };
  const files = [{ bytes: 100_000, entriesPerByte: 0.01 }];
  const meter = new RunMeter({ files, total: null }, () => clock.ms);
  meter.noteRead({ file: 0, entries: 400, skipped: 400, rejects: 0, bytesRead: 40_000 });
  for (let ms = 1000; ms <= atMs; ms += 1000) {
    const bytesRead = 40_000 + ms;
    meter.noteRead({ file: 0, entries: 10, skipped: 0, rejects: 0, bytesRead });
    clock.ms = ms;
    meter.noteResults(uniques(10));
    meter.progress();
  }
  return meter.progress();
}

test('after a run is resumed, what was done before is part of the count and of the total, not of the pace', () => {
  const { done, total, timeLeft, left, solved, skipped } = resumed(10_000);
  assert.deepEqual([done, total, left], [500, 1000, 500]);
  assert.deepEqual([solved, skipped], [100, 400]);
  for (const ms of [timeLeft!.fromMs, timeLeft!.toMs]) {
    assert.ok(ms > 0.8 * 50_000 && ms < 1.2 * 50_000, String(ms));
  }
  assert.ok(resumed(4000).timeLeft !== null);
});

test('a retry counts what it tries again, and has a time left though its puzzles take long', () => {
  const clock = { ms: 0 };
  const meter = new RunMeter({ files: null, total: 60 }, () => clock.ms);
  const read = { file: 0, entries: 1, skipped: 0, rejects: 0, bytesRead: 0 };
  meter.noteRead(read);
  // Now and then one takes the whole limit of ten seconds.
  for (const ms of [300, 10_300, 10_400, 10_500, 20_500, 21_000]) {
    clock.ms = ms;
    meter.noteRead(read);
    meter.noteResults(uniques(1));
    if (ms > 2000) assert.ok(meter.progress().timeLeft !== null, String(ms));
  }
  const { done, total, isEstimate, timeLeft } = meter.progress();
  assert.deepEqual([done, total, isEstimate], [6, 60, false]);
  assert.ok(timeLeft!.fromMs < 189_000 && timeLeft!.toMs > 189_000);
});

test('standard input has no total and no time left, until it is read', () => {
  const { meter, solve } = metered(null);
  solve(0, 100, 10_000, 1000);
  const { done, total, timeLeft } = solve(0, 100, 10_000, 5000).progress();
  assert.deepEqual([done, total, timeLeft], [200, null, null]);
  meter.noteReadToEnd();
  assert.equal(meter.progress().total, 200);
});

test('a reject is done as soon as it is read', () => {
  const { meter } = metered(null);
  meter.noteRead({ file: 0, entries: 10, skipped: 0, rejects: 3, bytesRead: 1000 });
  meter.noteResults(uniques(1));
  meter.noteReadToEnd();
  const { done, total, left } = meter.progress();
  assert.deepEqual([done, total, left], [4, 10, 6]);
});
