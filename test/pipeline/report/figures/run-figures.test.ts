import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFigures } from '../../../../src/pipeline/report/figures/run-figures.js';

const FACTS = {
  puzzles: 200,
  reused: 0,
  rejects: 1,
  unique: 150,
  line: 120,
  open: 0,
  perSecond: 400,
  wallMs: 500,
  solveMs: { median: 0.5, p99: 2, max: 30 },
};

test('the figures of a run say what they count, and of how many', () => {
  const said = runFigures(FACTS).map(({ term, value, note }) => `${term}: ${value} (${note})`);
  assert.deepEqual(said, [
    'Puzzles: 200 (1 reject)',
    'One solution: 75.0 % (150)',
    'By lines alone: 60.0 % (120 need no guess)',
    'Left open: 0 (all have a verdict)',
    'Median time: 500 µs (99 % within 2.00 ms, longest 30.0 ms)',
    'Rate: 400/s (500 ms in all)',
  ]);
});

test('what was taken over is counted, and times are said to be of the rest', () => {
  const said = runFigures({ ...FACTS, reused: 150 }).map(({ term, note }) => `${term}: ${note}`);
  assert.equal(said[0], 'Puzzles: 150 taken over, 50 solved, 1 reject');
  assert.match(said[4], /^Median time of those solved: /);
});

test('of a run that took over everything nothing is said that solving takes', () => {
  const said = runFigures({ ...FACTS, reused: 200 }).map(({ term, note }) => `${term}: ${note}`);
  assert.equal(said[0], 'Puzzles: all taken over, 1 reject');
  assert.deepEqual(said.slice(4), ['Time in all: nothing was solved']);
});

test('a run without puzzles has figures as well', () => {
  const none = { ...FACTS, puzzles: 0, unique: 0, line: 0, perSecond: null };
  const solveMs = { median: null, p99: null, max: null };
  assert.equal(runFigures({ ...none, solveMs }).length, 6);
});
