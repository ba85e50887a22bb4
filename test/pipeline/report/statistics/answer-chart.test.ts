import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFile } from '../../../../src/pipeline/report/html/chart-svg.js';
import type { Answer } from '../../../../src/pipeline/report/statistics/answer.js';
import { answerChart } from '../../../../src/pipeline/report/statistics/answer-chart.js';
import {
  grouped,
  type Key,
  type KnownBins,
} from '../../../../src/pipeline/report/statistics/groups.js';
import {
  quantileOf,
  shareOf,
  type Figure,
} from '../../../../src/pipeline/report/statistics/intervals.js';
import {
  QuestionError,
  readGroupings,
  readMeasures,
} from '../../../../src/pipeline/report/statistics/question.js';
import { assertGolden } from '../../../support/golden.js';

const TENTHS: KnownBins = { by: 'width', width: 0.1 };
const VALUES: KnownBins = { by: 'value' };

/** An answer with these rows: the keys of the groups, then a figure for the one measure. */
function answerTo(
  by: string,
  of: string,
  bins: readonly KnownBins[],
  rows: readonly (readonly [readonly Key[], Figure])[],
): Answer {
  const question = { by: by === '' ? [] : readGroupings(by), of: readMeasures(of) };
  const groups = question.by.map((grouping, i) => grouped(grouping, bins[i]));
  const answered = rows.map(([keys, figure]) => ({
    groups: keys.map((key, i) => groups[i].groupOf(key)),
    puzzles: figure.n,
    figures: [figure],
  }));
  const puzzles = answered.reduce((sum, row) => sum + row.puzzles, 0);
  const total = { groups: [], puzzles, figures: [null] };
  return { question, rows: answered, total, isBeside: false };
}

/** Shares that rise with density; the last two rest on few puzzles. */
const RISING = [3, 8, 30, 71, 94, 9, 4].map((count, i): [Key, Figure] => [
  i + 2,
  shareOf(count, i < 5 ? 100 : i + 4),
]);

const times = (least: number): Figure =>
  quantileOf(
    Float64Array.from({ length: 30 }, (_, i) => least * (1 + i / 10)),
    0.5,
  );

const CHARTS: Readonly<Record<string, Answer>> = {
  curve: answerTo(
    'density:0.1',
    'unique',
    [TENTHS],
    RISING.map(([key, figure]) => [[key], figure]),
  ),
  curves: answerTo(
    'density:0.1,size',
    'line',
    [TENTHS, VALUES],
    ['5x5', '15x15'].flatMap((size, i) =>
      RISING.slice(i).map(([key, figure]) => [[key, size], figure] as const),
    ),
  ),
  map: answerTo(
    'density:0.1,side',
    'unique',
    [TENTHS, VALUES],
    [5, 10, 15].flatMap((side, i) =>
      RISING.slice(i).map(([key, figure]) => [[key, side], figure] as const),
    ),
  ),
  'map-with-gaps': answerTo(
    'density:0.1,side',
    'unique',
    [TENTHS, VALUES],
    [2, 3, 6].map((key) => [[key, 5], shareOf(key, 30)] as const),
  ),
  bars: answerTo(
    'size',
    'score',
    [VALUES],
    [
      [['5x5'], times(3)],
      [['10x10'], times(5)],
    ],
  ),
  'bars-by-two': answerTo(
    'size,status',
    'solve_ms',
    [VALUES, VALUES],
    [
      [['5x5', 'unique'], times(0.002)],
      [['5x5', 'multiple'], times(0.003)],
      [['10x10', 'unique'], times(0.02)],
      [['10x10', 'multiple'], shareOf(1, 5)],
    ],
  ),
};

for (const [name, answer] of Object.entries(CHARTS)) {
  test(`an answer is drawn as it was before: ${name}`, () => {
    assertGolden(`charts/${name}.svg`, chartFile(answerChart(answer)));
  });
}

test('a chart says in words what it shows, and has a table', () => {
  const { title, note, description, table } = answerChart(CHARTS.curve);
  assert.equal(title, 'Unique by share of filled cells');
  assert.equal(note, '519 puzzles; 95 % intervals. Grey: fewer than 20 puzzles.');
  assert.match(description, /^0\.2 to 0\.3: 3\.0 %, 0\.3 to 0\.4: 8\.0 %/);
  assert.deepEqual(table.rows[0], ['0.2 to 0.3', '3.0 % (1.0 to 8.5 %)']);
});

test('each point of a chart says its interval and how many puzzles it rests on', () => {
  const { tip } = answerChart(CHARTS.curves);
  assert.equal(tip(1, 0), '0.2 to 0.3, 5x5: 3.0 % (1.0 to 8.5 %), n = 100');
  assert.equal(tip(0, 0), null);
});

test('what has no chart is refused with what has', () => {
  const figure = shareOf(1, 2);
  for (const [by, bins, keys, words] of [
    ['', [], [], /by one fact or two/],
    ['size,stars,needs', [VALUES, VALUES, VALUES], ['5x5', 1, 'line'], /by one fact or two/],
  ] as const) {
    const answer = answerTo(by, 'unique', bins, [[keys, figure]]);
    assert.throws(
      () => answerChart(answer),
      (error: unknown) => error instanceof QuestionError && words.test(error.message),
    );
  }
  const many = Array.from({ length: 7 }, (_, i) => [[3, `${i}x5`], figure] as const);
  assert.throws(
    () => answerChart(answerTo('density:0.1,size', 'unique', [TENTHS, VALUES], many)),
    /7 kinds of size have no colours of their own: choose at most 6/,
  );
});
