import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Times, type TimeSeen } from '../../../../src/pipeline/runs/forecast/times.js';
import { Random } from '../../../../src/solver/craft/generate/random-puzzles.js';

const over = (ms: number): TimeSeen => ({ ms, isOver: true });
const givenUp = (ms: number): TimeSeen => ({ ms, isOver: false });

/** Times whose logarithms fall as those of hard puzzles do, seen up to a limit. */
function drawn(count: number, limit = Infinity, power = 0.8): TimeSeen[] {
  const random = new Random(7);
  return Array.from({ length: count }, () => {
    const ms = (1 - random.fraction()) ** (-1 / power);
    return ms > limit ? givenUp(limit) : over(ms);
  });
}

function isNear(found: number, wanted: number, share: number): void {
  assert.ok(Math.abs(found - wanted) <= share * wanted, `${found} is not ${wanted}`);
}

test('the mean of times that were all seen is theirs', () => {
  const seen = Array.from({ length: 1000 }, (_, i) => over(1 + i / 1000));
  isNear(new Times(seen).mean(10_000), 1.5, 0.02);
  isNear(new Times(seen).meanSquare(10_000), 7 / 3, 0.05);
});

test('a limit cuts times off', () => {
  const times = new Times(drawn(1000));
  assert.ok(times.mean(10) < times.mean(100));
  assert.ok(times.mean(10) <= 10);
  isNear(times.after(10), 10 ** -0.8, 0.15);
});

test('what was given up early counts as far as it was seen: shares and means are those of all', () => {
  const all = new Times(drawn(4000));
  // Most were tried for 4 ms, and a quarter of those that went on for 64.
  const short = drawn(4000, 4);
  const long = drawn(4000, 64);
  let open = 0;
  const seen = short.map((one, i) => (one.isOver || open++ % 4 > 0 ? one : long[i]));
  const times = new Times(seen);
  isNear(times.after(3), all.after(3), 0.05);
  isNear(times.after(30), all.after(30), 0.25);
  isNear(times.after(3000), 3000 ** -0.8, 0.5);
  isNear(times.mean(3000), all.mean(3000), 0.3);
});

test('puzzles that were tried before take longer than others', () => {
  const times = new Times(drawn(1000));
  assert.ok(times.mean(1000, 100) > 100 + times.mean(1000));
  assert.equal(times.mean(50, 100), 50);
});

test('easy puzzles stay easy: nothing is added that nobody saw', () => {
  const times = new Times(Array.from({ length: 500 }, (_, i) => over(0.05 + (i % 10) / 1000)));
  isNear(times.mean(10_000), 0.0545, 0.05);
  assert.ok(times.after(1000) < 1e-9);
});

test('one puzzle alone says little, and does not break anything', () => {
  const times = new Times([givenUp(25)]);
  const mean = times.mean(10_000);
  assert.ok(mean > 25 && mean < 10_000);
  assert.ok(times.after(10_000) > 0 && times.after(10_000) < 1);
});

test('draws go around the middle', () => {
  const times = new Times(drawn(300));
  const random = new Random(1);
  const means = Array.from({ length: 50 }, () =>
    times.resampled(() => random.fraction()).mean(1000),
  );
  const below = means.filter((mean) => mean < times.mean(1000)).length;
  assert.ok(below > 5 && below < 45, `${below} of 50 are below`);
});
