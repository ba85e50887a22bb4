import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  forecast,
  type Forecast,
  type ForecastTask,
} from '../../../../src/pipeline/runs/forecast/forecast.js';
import type { TimedPuzzle } from '../../../../src/pipeline/runs/forecast/like-puzzles.js';
import { GROWS } from '../../../../src/pipeline/record/options.js';

/** A puzzle that took so long, and was solved then. */
function timed(ms: number, changes: Partial<TimedPuzzle> = {}): TimedPuzzle {
  return { ms, isOver: true, steps: 100 * ms, weight: 1, isOwn: true, ...changes };
}

/** Nine of ten puzzles take a tenth of a second, and each tenth 8 s: all of them were tried. */
const HARD = Array.from({ length: 1000 }, (_, i) => timed(i % 10 === 0 ? 8000 : 100));

const LIMITS = { timeoutMs: 10_000, maxSteps: Infinity };

function foreseen(changes: Partial<ForecastTask> = {}): Forecast {
  const task = { threads: 2, cores: 4, limits: LIMITS, rounds: {}, firstRound: 1 };
  const times = { budgetMs: null, readMs: 0, mainMs: 0 };
  return forecast({ like: HARD, puzzles: 1000, ...task, ...times, ...changes });
}

function isWithin({ ms }: Forecast, wanted: number): void {
  assert.ok(ms.to !== null && ms.from < wanted && wanted < ms.to, JSON.stringify([ms, wanted]));
  assert.ok(ms.to < 1.6 * ms.from, JSON.stringify(ms));
}

/** How many puzzles each round tries. */
const tried = ({ rounds }: Forecast): number[][] =>
  rounds.map(({ puzzles: { from, to } }) => [from, to]);

test('the time is that of all puzzles, on all threads that the machine can run', () => {
  isWithin(foreseen(), 445_000);
  isWithin(foreseen({ threads: 4 }), 223_000);
  isWithin(foreseen({ threads: 16 }), 223_000);
  assert.deepEqual(foreseen().open, { from: 0, to: 0 });
});

test('what a limit ends stays open, and takes the limit', () => {
  const found = foreseen({ limits: { ...LIMITS, timeoutMs: 1000 } });
  assert.deepEqual(found.open, { from: 100, to: 100 });
  isWithin(found, 95_000);
  assert.deepEqual(tried(found), [[1000, 1000]]);
});

test('rounds try again what is open, and begin anew with it', () => {
  const found = foreseen({ rounds: { timeoutMs: [1000, 10_000] } });
  const limits = found.rounds.map(({ round, limitMs }) => [round, limitMs]);
  assert.deepEqual(limits, [
    [1, 1000],
    [2, 10_000],
  ]);
  assert.deepEqual(tried(found), [
    [1000, 1000],
    [100, 100],
  ]);
  isWithin(found, 95_000 + 400_000);
  assert.equal(found.open.to, 0);
});

test('rounds that go on end once nothing is open', () => {
  const { rounds, ends } = foreseen({ rounds: { timeoutMs: [1000, GROWS] } });
  assert.deepEqual(
    rounds.map(({ limitMs }) => limitMs),
    [1000, 4000, 16_000],
  );
  assert.equal(ends, 'complete');
});

test('a run whose time is up in its first round is interrupted', () => {
  const { ms, ends, open } = foreseen({ budgetMs: 220_000 });
  assert.equal(ends, 'interrupted');
  assert.deepEqual(ms, { from: 220_000, to: 220_000 });
  assert.ok(
    open.from > 400 && open.from < 500 && open.to > 500 && open.to < 620,
    JSON.stringify(open),
  );
});

test('in a later round open puzzles fill the time, and the run is complete', () => {
  const budgetMs = 95_000 + 200_000;
  const { ends, open } = foreseen({ budgetMs, rounds: { timeoutMs: [1000, 10_000] } });
  assert.equal(ends, 'time-up');
  assert.ok(open.from < 50 && open.to > 50 && open.to < 70, JSON.stringify(open));
});

test('a limit of steps lasts as long as steps do', () => {
  const { open } = foreseen({ limits: { ...LIMITS, maxSteps: 100_000 } });
  assert.deepEqual(open, { from: 100, to: 100 });
});

test('a round that goes on tries what it was given', () => {
  const like = HARD.filter(({ ms }) => ms > 1000);
  const changes = { puzzles: 100, firstRound: 2, rounds: { timeoutMs: [1000, 10_000] } };
  const found = foreseen({ like, ...changes });
  assert.deepEqual([found.rounds[0].round, tried(found)], [2, [[100, 100]]]);
});

test('reading can be what takes longest', () => {
  assert.ok(foreseen({ readMs: 1e6 }).ms.to! >= 1e6);
});

test('some puzzles tell less about the others than all of them do', () => {
  const some = HARD.slice(0, 100).map((one) => ({ ...one, weight: 10 }));
  const { ms } = foreseen({ like: some });
  assert.ok(ms.from < 445_000 && 445_000 < ms.to!);
  assert.ok(ms.to! > 1.6 * ms.from);
});

test('what was given up may have been over at once, or may take any limit', () => {
  const like = [...HARD.slice(1, 100), timed(25, { isOver: false })];
  const found = foreseen({ like, puzzles: 100, rounds: { timeoutMs: [1000, GROWS] } });
  assert.equal(found.ends, 'endless');
  assert.equal(found.ms.to, null);
  assert.deepEqual(found.open.to, 1);
});
