import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decidedBins,
  decidedTimes,
  withinFigure,
} from '../../../../src/pipeline/report/figures/within.js';
import { binOf, binStart, emptyBins } from '../../../../src/solver/core/figures.js';

const TIMES = [0.02, 0.5, 0.5, 3.25, 900];

function binned(times: readonly number[]): Uint32Array {
  const bins = emptyBins();
  for (const ms of times) bins[binOf(ms)]++;
  return bins;
}

test('the share decided within a time is the same from times and from bins, as far as bins tell', () => {
  const [exact, rough] = [decidedTimes(TIMES, 8), decidedBins(binned(TIMES), 8)];
  assert.equal(rough.end, exact.end);
  for (const share of [0.1, 0.125, 0.3, 0.5, 0.625]) {
    assert.equal(rough.timeAt(share), binStart(binOf(exact.timeAt(share)!) + 1), `${share}`);
  }
  assert.equal(rough.timeAt(0), binStart(binOf(0.02)));
  assert.equal(exact.timeAt(0.7), null);
  assert.equal(rough.timeAt(0.7), null);
});

test('one curve says how many never got a verdict; two have their names', () => {
  const [decided, none] = [decidedTimes(TIMES, 8), decidedTimes([], 8)];
  const one = withinFigure([{ name: 'this run', decided }], 1000);
  assert.match(one.note, /37\.5 % never got one: the curve ends at 62\.5 %\.$/);
  assert.match(one.description, /50\.0 % within 3\.25 ms, all that have a verdict within 900 ms/);
  assert.match(one.tip(0, 0)!, /^0 % within 20\.0 µs$/);
  const two = withinFigure(
    [
      { name: 'before', decided, dashed: true },
      { name: 'after', decided: none },
    ],
    null,
  );
  assert.deepEqual(two.table.head, ['share of the puzzles', 'before', 'after']);
  assert.deepEqual(two.table.rows[2], ['50 %', '3.25 ms', '-']);
  assert.match(two.tip(0, 0)!, /^before: 0 % within/);
  assert.equal(two.tip(1, 0), null);
});
