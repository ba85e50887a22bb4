import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFile } from '../../../../src/pipeline/report/html/chart-svg.js';
import { correlationChart } from '../../../../src/pipeline/report/statistics/correlation-chart.js';
import { readNumbers } from '../../../../src/pipeline/report/statistics/question.js';
import { assertGolden } from '../../../support/golden.js';

const FACTS = readNumbers('score,density,sweeps');
const [SCORE, DENSITY, SWEEPS] = FACTS;

const CORRELATIONS = [
  {
    facts: [SCORE, DENSITY],
    figure: { value: -0.82, low: -0.9, high: -0.7, n: 400 },
    n: 400,
    why: null,
  },
  {
    facts: [SCORE, SWEEPS],
    figure: { value: 0.55, low: -0.1, high: 0.9, n: 12 },
    n: 12,
    why: null,
  },
  { facts: [DENSITY, SWEEPS], figure: null, n: 3, why: 'only 3 puzzles have both' },
] as const;

test('correlations are drawn as before: blue or red by their sign, grey over few puzzles, nothing where there is none', () => {
  assertGolden('charts/correlations.svg', chartFile(correlationChart(FACTS, CORRELATIONS)));
});

test('each field says its interval, and over how many puzzles it is', () => {
  const { tip, note } = correlationChart(FACTS, CORRELATIONS);
  assert.equal(tip(0, 0), 'score, share of filled cells: -0.82 (-0.90 to -0.70), n = 400');
  assert.match(note, /over 12 to 400 puzzles\. Grey: fewer than 20/);
});
