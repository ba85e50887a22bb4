import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pace } from '../../../src/pipeline/record/pace.js';
import type { TimeLeft } from '../../../src/pipeline/record/progress.js';

const LOOK_MS = 100;

const SEEDS = 20;

interface Look {
  readonly at: number;
  readonly left: TimeLeft | null;
  /** The time that it took from then on. */
  readonly truly: number;
}

/** Looks ten times a second at work whose pieces take these times, one after the other. */
function looks(pieces: readonly number[]): Look[] {
  const pace = new Pace();
  const all = pieces.reduce((sum, ms) => sum + ms, 0);
  const found: Look[] = [];
  let [done, ended] = [0, 0];
  for (let at = 0; at < all; at += LOOK_MS) {
    while (done < pieces.length && ended + pieces[done] <= at) ended += pieces[done++];
    pace.note(at, done);
    const left = pace.timeLeft(at, done, pieces.length - done);
    found.push({ at, left, truly: all - at });
  }
  return found;
}

/** The same numbers every time, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}

test('even work has one time left, which is right from the third second on', () => {
  for (const { at, left, truly } of looks(Array<number>(3000).fill(20))) {
    if (at < 2000) assert.equal(left, null);
    else {
      assert.ok(left !== null && left.toMs <= 1.05 * left.fromMs + 100, String(at));
      assert.ok(Math.abs(left.toMs - truly) <= 0.05 * truly + 100, `${at}: ${left.toMs}, ${truly}`);
    }
  }
});

test('uneven work has a range, nearly always, and most of them hold', () => {
  let held = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = numbers(seed);
    // One in fifty takes a thousand times as long, as a limit of ten seconds does.
    const pieces = Array.from({ length: 3000 }, () => (random() < 0.02 ? 5000 : 5 + 10 * random()));
    const late = looks(pieces).filter(({ at }) => at > 10_000);
    const there = late.filter(({ left }) => left !== null);
    assert.ok(there.length > 0.9 * late.length, `seed ${seed}: ${there.length} of ${late.length}`);
    const holds = shareOf(
      there,
      ({ left, truly }) => left!.fromMs <= truly + 1000 && truly <= left!.toMs + 5000,
    );
    held += holds / SEEDS;
    assert.ok(there.every(({ left }) => left!.toMs <= 9.1 * left!.fromMs));
  }
  assert.ok(held > 0.75, String(held));
});

test('work that becomes slower shows in the range, and the old pace is forgotten after minutes', () => {
  const pieces = [...Array<number>(6000).fill(10), ...Array<number>(3000).fill(200)];
  const found = looks(pieces);
  const soon = found.find(({ at }) => at >= 80_000)!.left!;
  assert.ok(soon.toMs > 1.5 * soon.fromMs);
  const later = found.find(({ at }) => at >= 300_000)!;
  assert.ok(Math.abs(later.left!.toMs - later.truly) < 0.05 * later.truly);
});

test('nothing is said before anything is done, nor once nothing was done for minutes', () => {
  const pace = new Pace();
  pace.note(0, 0);
  assert.equal(pace.timeLeft(60_000, 0, 100), null);
  pace.note(60_000, 1);
  assert.ok(pace.timeLeft(60_000, 1, 99) !== null);
  for (let at = 61_000; at < 600_000; at += 1000) pace.note(at, 1);
  assert.equal(pace.timeLeft(600_000, 1, 99), null);
});

test('doubt makes a range wider, and a stall does not make it endless', () => {
  const pace = new Pace();
  for (let at = 0; at <= 10_000; at += 500) pace.note(at, at);
  const [sure, unsure] = [0, 0.5].map((doubt) => pace.timeLeft(10_000, 10_000, 50_000, doubt)!);
  assert.deepEqual([sure.fromMs, sure.toMs].map(Math.round), [50_000, 50_000]);
  assert.deepEqual([unsure.fromMs, unsure.toMs].map(Math.round), [33_333, 75_000]);
  for (let at = 10_500; at <= 40_000; at += 500) pace.note(at, 10_000);
  const stalled = pace.timeLeft(40_000, 10_000, 50_000)!;
  assert.ok(stalled.toMs < 1_000_000, String(stalled.toMs));
});
