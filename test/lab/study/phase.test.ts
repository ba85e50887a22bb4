import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFile } from '../../../src/pipeline/report/html/chart-svg.js';
import type { Answer } from '../../../src/pipeline/report/statistics/answer.js';
import { grouped } from '../../../src/pipeline/report/statistics/groups.js';
import { Moments, shareOf } from '../../../src/pipeline/report/statistics/intervals.js';
import { PHASE_QUESTION, knownPoints, mostOpen, phaseChart } from '../../../src/lab/study/phase.js';
import { assertGolden } from '../../support/golden.js';

const [SIZE, DENSITY] = PHASE_QUESTION.by.map((by) => grouped(by, { by: 'value' }));

/** More are unique the smaller and the fuller they are; of the last there are none. */
const ANSWER: Answer = {
  question: PHASE_QUESTION,
  rows: ['5x5', '10x10', '15x15'].flatMap((size, i) =>
    [0.2, 0.5, 0.75].map((density, j) => {
      const n = 100 * (i + 1);
      const unique = Math.max(0, n - 50 * i * (3 - j));
      const depths = Moments.of(Array.from({ length: unique }, (_, at) => at % (4 - j)));
      return {
        groups: [SIZE.groupOf(size), DENSITY.groupOf(density)],
        puzzles: n,
        figures: [
          { value: n, low: null, high: null, n },
          shareOf(Math.floor(unique * 0.9), n),
          shareOf(unique, n),
          shareOf(i, n),
          unique === 0 ? null : depths.figure(),
        ],
      };
    }),
  ),
  total: { groups: [], puzzles: 1800, figures: [] },
  isBeside: false,
};

test('a phase diagram has a map of the lines, of uniqueness and of the guess depth, one above the other', () => {
  assertGolden('charts/phase.svg', chartFile(phaseChart(ANSWER)));
});

test('points are known whose two shares are, whatever comes of what is open', () => {
  assert.equal(knownPoints(ANSWER, 0.2), 9);
  assert.equal(knownPoints(ANSWER, 0.06), 6);
  assert.equal(knownPoints(ANSWER, 0.005), 0);
  assert.equal(mostOpen(ANSWER), 2 / 300);
  const half = shareOf(50, 100);
  const row = { ...ANSWER.rows[0], puzzles: 100 };
  const known = (open: number): number =>
    knownPoints(
      { ...ANSWER, rows: [{ ...row, figures: [half, half, half, shareOf(open, 100), null] }] },
      0.1,
    );
  assert.deepEqual([known(0), known(10)], [1, 0]);
});
