import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lotOf, SpreadSample } from '../../../../src/pipeline/runs/forecast/spread-sample.js';

function sampleOf(count: number, most: number): number[] {
  const sample = new SpreadSample(most);
  for (let i = 0; i < count; i++) sample.offer(lotOf(0, i), () => Int32Array.of(i));
  assert.equal(sample.size, count);
  return sample.take().map(([i]) => i);
}

test('a sample is spread over all puzzles, and the same every time', () => {
  const drawn = sampleOf(20_000, 500);
  assert.equal(new Set(drawn).size, 500);
  const tenths = new Array<number>(10).fill(0);
  for (const i of drawn) tenths[Math.floor(i / 2000)]++;
  assert.ok(Math.min(...tenths) > 25 && Math.max(...tenths) < 80, tenths.join(' '));
  assert.deepEqual(sampleOf(20_000, 500), drawn);
});

test('few puzzles are all drawn', () => {
  assert.deepEqual(
    sampleOf(7, 500).sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.deepEqual(sampleOf(0, 500), []);
});
