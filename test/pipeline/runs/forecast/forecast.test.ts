import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  forecast,
  type Forecast,
  type ForecastTask,
} from '../../../../src/pipeline/runs/forecast/forecast.js';
import type { SeenKind } from '../../../../src/pipeline/runs/forecast/solve-sample.js';
import { GROWS } from '../../../../src/pipeline/record/rounds.js';

/** Nine of ten puzzles take a tenth of a second, and each tenth 8 s. */
const HARD: SeenKind = {
  kind: 1,
  puzzles: 1000,
  areOwn: true,
  msPerStep: 0.01,
  seen: Array.from({ length: 1000 }, (_, i) => ({ ms: i % 10 === 0 ? 8000 : 100, isOver: true })),
};

const LIMITS = { timeoutMs: 10_000, maxSteps: Infinity };

function foreseen(changes: Partial<ForecastTask> = {}): Forecast {
  return forecast({
    kinds: [HARD],
    threads: 2,
    cores: 4,
    limits: LIMITS,
    rounds: {},
    firstRound: 1,
    takenMs: 0,
    budgetMs: null,
    readMs: 0,
    mainMs: 0,
    endMs: 0,
    ...changes,
  });
}

function isNear(found: number, wanted: number, share = 0.08): void {
  assert.ok(Math.abs(found - wanted) <= share * wanted, `${found} is not ${wanted}`);
}

test('the time is that of all puzzles, on all threads that the machine can run', () => {
  isNear(foreseen().ms.middle, 445_000);
  isNear(foreseen({ threads: 4 }).ms.middle, 223_000);
  isNear(foreseen({ threads: 16 }).ms.middle, 223_000);
  assert.ok(foreseen().open.middle < 1);
  const { ms } = foreseen();
  assert.ok(ms.from < ms.middle && ms.middle < ms.to);
});

test('what a limit ends stays open, and takes the limit', () => {
  const { ms, open, rounds } = foreseen({ limits: { ...LIMITS, timeoutMs: 1000 } });
  isNear(open.middle, 100);
  isNear(ms.middle, 95_000);
  assert.equal(rounds.length, 1);
});

test('rounds try again what is open, and begin anew with it', () => {
  const { ms, open, rounds } = foreseen({ rounds: { timeoutMs: [1000, 10_000] } });
  assert.deepEqual(
    rounds.map(({ round, limitMs }) => [round, limitMs]),
    [
      [1, 1000],
      [2, 10_000],
    ],
  );
  isNear(rounds[0].decided, 900);
  isNear(rounds[1].given, 100);
  isNear(ms.middle, 95_000 + 400_000);
  assert.ok(open.middle < 1);
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
  const { ms, ends, untried, open } = foreseen({ budgetMs: 220_000 });
  assert.equal(ends, 'interrupted');
  isNear(ms.middle, 220_000, 0.01);
  isNear(untried, 500, 0.1);
  isNear(open.middle, untried, 0.1);
});

test('in a later round it is complete, with what it decided until then', () => {
  const budgetMs = 95_000 + 200_000;
  const { ends, untried, open } = foreseen({
    budgetMs,
    rounds: { timeoutMs: [1000, 10_000] },
  });
  assert.equal(ends, 'time-up');
  assert.equal(untried, 0);
  isNear(open.middle, 50, 0.1);
});

test('a limit of steps lasts as long as steps do', () => {
  const { open } = foreseen({ limits: { ...LIMITS, maxSteps: 100_000 } });
  isNear(open.middle, 100);
});

test('a round goes on with puzzles that took its last limit before', () => {
  const kind = { ...HARD, puzzles: 100, areOwn: false };
  const { rounds } = foreseen({
    kinds: [kind],
    firstRound: 2,
    takenMs: 1000,
    rounds: { timeoutMs: [1000, 10_000] },
  });
  assert.equal(rounds[0].round, 2);
  isNear(rounds[0].given, 100);
});

test('reading can be what takes longest', () => {
  assert.ok(foreseen({ readMs: 1e6 }).ms.middle >= 1e6);
});
