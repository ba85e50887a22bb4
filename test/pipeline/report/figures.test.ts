import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCharts } from '../../../src/pipeline/report/figures/run-charts.js';
import { runFigures } from '../../../src/pipeline/report/figures/run-figures.js';
import {
  binOf,
  binStart,
  depthKeyOf,
  depthOrder,
  emptyBins,
  emptyScoreBins,
  quantileAt,
  type SizeClass,
  sizeClasses,
  SizeTally,
  TECHNIQUE_KEYS,
} from '../../../src/pipeline/record/figures.js';
import {
  type ChartFigure,
  type ChartLook,
  labelRoom,
  decidedBins,
  decidedTimes,
  withinFigure,
} from '../../../src/pipeline/report/figures/chart.js';
import { chartSvg, chartFile } from '../../../src/pipeline/report/html/chart-svg.js';
import { shareCharts } from '../../../src/pipeline/report/statistics/answer.js';
import { assertEach, assertGolden, eachOf } from '../../support/tests.js';

/** The charts of a run with these counts, by their ids. */
function chartsOf(
  counts: Partial<Parameters<typeof runCharts>[0]>,
): ReadonlyMap<string, ChartFigure> {
  const nothing = { byStatusAndTechnique: [], byDepth: [], byStars: [], byNeeds: [] };
  const unrated = { scoreBins: [], bounds: 0, sizes: [] };
  const untimed = { decided: decidedTimes([], 0), limitMs: null };
  const { verdicts, difficulty } = runCharts({ ...nothing, ...unrated, ...untimed, ...counts });
  return new Map([...verdicts, ...difficulty].map((figure) => [figure.id, figure]));
}

/** The chart of times by size. */
function timesOf(sizes: readonly SizeClass[]): ChartFigure {
  return chartsOf({ sizes }).get('sizes')!;
}

/** The charts of scores and shares by size and density. */
function mapsOf(sizes: readonly SizeClass[]): readonly ChartFigure[] {
  const about = /^(score-|unique-|line-|share-)/;
  return [...chartsOf({ sizes }).values()].filter(({ id }) => about.test(id));
}

/** The data of each series of a chart. */
function dataOf({ option }: ChartFigure): readonly (readonly unknown[])[] {
  const { series } = option({ axis: { axisLabel: {} } } as ChartLook);
  return (series as { readonly data: readonly unknown[] }[]).map(({ data }) => data);
}

const FACTS = {
  puzzles: 200,
  reused: 0,
  rejects: 1,
  byStatus: { unique: 150, multiple: 50 },
  byStatusAndTechnique: [['unique', [['line', 120]]]],
  perSecond: 400,
  wallMs: 500,
  solveMs: { total: 100, median: 0.5, p95: 1, p99: 2, max: 30, par2: 0.5 },
} as const;

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
  const none = { ...FACTS, puzzles: 0, byStatus: {}, byStatusAndTechnique: [], perSecond: null };
  const solveMs = { total: 0, median: null, p95: null, p99: null, max: null, par2: null };
  assert.equal(runFigures({ ...none, solveMs }).length, 6);
});

test('a size of which nothing was solved has no median, in the chart, the table and the words', () => {
  const tally = new SizeTally();
  const one = { status: 'unique', technique: 'line', depth: 0, depthMin: null, ms: 2 } as const;
  const about = { score: 1, isBound: false, stars: 1, needs: 'count', filled: 1 } as const;
  const add = (side: number, isReused: boolean): void =>
    tally.add({ ...one, ...about, width: side, height: side, isReused });
  add(5, true);
  add(10, false);
  const figure = timesOf(sizeClasses(tally.bySize()));
  const [, marks] = dataOf(figure) as [unknown, [column: number][]];
  assertEach(marks, ([column]) => column, [1]);
  assert.match(
    figure.description,
    /^5x5: 1 puzzle, none of them solved here; 10x10: 1 puzzle, median 2.00 to 2.51 ms$/,
  );
  assert.deepEqual(figure.table.rows[0].slice(-4), ['-', '-', '-', '-']);

  const all = new SizeTally();
  for (const side of [5, 10]) {
    all.add({ ...one, ...about, width: side, height: side, isReused: true });
  }
  assert.equal(chartsOf({ sizes: sizeClasses(all.bySize()) }).has('sizes'), false);
});

test('beside bars there is room for every label, whatever the font', () => {
  const widest = 9.5;
  const byStatusAndTechnique = (['contradiction', 'unique', 'multiple'] as const).map(
    (status) => [status, [['line', 1_234_567]]] as const,
  );
  const svg = chartSvg(chartsOf({ byStatusAndTechnique }).get('verdicts')!);
  const texts = [...svg.matchAll(/<text ([^>]*)>([^<]+)<\/text>/g)];
  assert.equal(texts.length, 6);
  for (const [, attributes, words] of texts) {
    const x = Number(/(?:translate\(| x=")([\d.]+)/.exec(attributes)?.[1]);
    const width = words.length * 13 * 0.61;
    if (attributes.includes('text-anchor="end"')) assert.ok(x - width >= 0, words);
    else assert.ok(x + width <= 540, words);
  }
  assert.ok(labelRoom(['contradiction']) < 13 * widest + 14);
});

test('results without a verdict are a class of their own among the guess depths', () => {
  const keys = [
    depthKeyOf('unique', 'search', null, 2),
    depthKeyOf('timeout', null, null, 2),
    depthKeyOf('unique', null, null, 1),
    depthKeyOf('multiple', 'search', null, null),
    depthKeyOf('crash', null, null, null),
    depthKeyOf('contradiction', 'probe', 1, 1),
    depthKeyOf('unique', 'search', 2, 2),
    depthKeyOf('unique', 'line', 0, 0),
  ];
  keys.sort(depthOrder);
  assert.deepEqual(keys, ['0', '1', '2', '2+', 'ambiguous', 'none', 'open', 'open']);
});

test('the parts of a bar say under the pointer what they are, and their share of all', () => {
  const charts = chartsOf({
    byStatusAndTechnique: [
      [
        'unique',
        [
          ['line', 6],
          ['search', 1],
        ],
      ],
      ['multiple', [['ambiguous', 3]]],
    ],
    byDepth: [
      ['0', 7],
      ['2+', 3],
    ],
  });
  const [line, probe, search] = ['line', 'probe', 'search'].map((key) =>
    (TECHNIQUE_KEYS as readonly string[]).indexOf(key),
  );
  const { tip } = charts.get('verdicts')!;
  assert.equal(tip(line, 0), 'unique, line: 6 (60.0 %)');
  assert.equal(charts.get('depths')!.tip(search, 1), 'not solved at depth 1: 3 (30.0 %)');
  assert.equal(tip(probe, 0), null);
  assert.equal(tip(TECHNIQUE_KEYS.length, 0), null);
});

test('columns are those that have puzzles, those between them, and two on either side', () => {
  const bins = emptyScoreBins();
  bins[1] = 3;
  bins[4] = 1;
  const figure = chartsOf({ scoreBins: Array.from(bins) }).get('scores')!;
  const { tip, table } = figure;
  const [columns] = dataOf(figure);
  assertEach(columns, (_, i) => tip(0, i), [
    '0 to 0.5: 0 (0 %)',
    '0.5 to 1: 3 (75.0 %)',
    '1 to 1.5: 0 (0 %)',
    '1.5 to 2: 0 (0 %)',
    '2 to 2.5: 1 (25.0 %)',
    '2.5 to 3: 0 (0 %)',
    '3 to 3.5: 0 (0 %)',
  ]);
  assert.equal(chartsOf({ scoreBins: Array.from(emptyScoreBins()) }).has('scores'), false);
  assert.deepEqual(table.rows, [
    ['0.5 to 1', '3', '75.0 %'],
    ['2 to 2.5', '1', '25.0 %'],
  ]);
});

test('a column says under the pointer what it counts, and its share', () => {
  const { tip } = timesOf(classesOf({ ms: 1.5 }, { ms: 1.5 }));
  assert.match(tip(0, 2)!, /^1\.26 ms to 1\.58 ms: 2 \(100 %\)$/);
});

type Puzzle = Parameters<SizeTally['add']>[0];

/** How a puzzle is unless a test says otherwise. */
const LINE = { ms: 1, score: 7, status: 'unique', technique: 'line' } as const;

function classesOf(...puzzles: readonly Partial<Puzzle>[]) {
  const tally = new SizeTally();
  for (const puzzle of puzzles) {
    tally.add({ width: 10, height: 10, filled: 50, ...LINE, ...puzzle });
  }
  return sizeClasses(tally.bySize());
}

const AMBIGUOUS = { status: 'multiple', technique: 'search', score: null } as const;

test('puzzles of one size have a chart of scores over the density in place of one by size', () => {
  const charts = mapsOf(classesOf({ filled: 30 }, { filled: 50 }, AMBIGUOUS));
  assert.deepEqual(eachOf(charts, 'id'), ['score-densities']);
});

test('a single puzzle has no chart against size or density', () => {
  assert.deepEqual(mapsOf(classesOf({})), []);
});

test('the table of sizes has what was found of each', () => {
  const open = { status: 'timeout', technique: null, score: null, width: 8 } as const;
  const { head, rows } = timesOf(classesOf({}, AMBIGUOUS, open, { width: 8 })).table;
  assert.deepEqual(head.slice(0, 7), [
    ...['size', 'puzzles', 'unique', 'by lines', 'open'],
    ...['median score', 'median time'],
  ]);
  assertEach(rows, (row) => row.slice(0, 6), [
    ['8x10', '2', '50.0 %', '50.0 %', '1', '7.0 to 7.5'],
    ['10x10', '2', '50.0 %', '50.0 %', '0', '7.0 to 7.5'],
  ]);
});

test('what a table has of a size never contradicts the exact figure of the same puzzles', () => {
  for (const scores of [[19.95], [19.95, 20.4], [3, 8.2, 8.2, 31.7], [0, 0.1, 12]]) {
    const puzzles = scores.map((score) => ({ score, ms: 10 ** (score / 20) }));
    const [row] = timesOf(classesOf(...puzzles)).table.rows;
    const holds = (range: string, values: readonly number[], q: number): void => {
      const exact = quantileAt(values.length, q, (rank) => values[rank])!;
      const [from, to] = range.split(' to ').map(Number.parseFloat);
      assert.ok(from - 0.05 <= exact && exact <= to + 0.05, `${exact} is in ${range}`);
    };
    holds(row[5], scores, 0.5);
    const times = puzzles.map(({ ms }) => ms);
    row.slice(6).forEach((range, i) => holds(range, times, [0.5, 0.05, 0.95, 1][i]));
  }
});

test('a range of times says its unit once, and one that may be more has no end', () => {
  const of = (ms: number, isBound: boolean): readonly string[] =>
    timesOf(classesOf({ ms, isBound }, { ms, isBound })).table.rows[0].slice(5, 7);
  assert.deepEqual(of(1, false), ['7.0 to 7.5', '1.00 to 1.26 ms']);
  assert.deepEqual(of(0.9, true), ['7.0+', '794 µs to 1.00 ms']);
  assert.deepEqual(of(70_000, true), ['7.0+', '1m 3s to 1m 19s']);
});

test('many sizes are grouped by the longer side, none is lost', () => {
  const puzzles = Array.from({ length: 70 }, (_, i) => ({ width: i + 1, height: 3, filled: 1 }));
  const classes = classesOf(...puzzles);
  assertEach(classes, ({ name, puzzles: count }) => `${name}: ${count}`, [
    '1–5: 5',
    '6–10: 5',
    '11–15: 5',
    '16–20: 5',
    '21–25: 5',
    '26–30: 5',
    '31–40: 10',
    '41–60: 20',
    '61–100: 10',
  ]);
  assert.match(timesOf(classes).note, /^By the longer side in cells\./);
});

const TIMES = [0.02, 0.5, 0.5, 3.25, 900];

function binned(times: readonly number[]): Uint32Array {
  const bins = emptyBins();
  for (const ms of times) bins[binOf(ms)]++;
  return bins;
}

test('the share decided within a time is the same from times and from bins, as far as bins tell', () => {
  const [exact, rough] = [decidedTimes(TIMES, 8), decidedBins(binned(TIMES), 8)];
  assert.equal(rough.end, exact.end);
  // At these shares the time is that of a puzzle; between them it is between two.
  for (const share of [1 / 7, 2 / 7, 3 / 7, 4 / 7, 0.625]) {
    assert.equal(rough.timeAt(share), binStart(binOf(exact.timeAt(share)!) + 1), `${share}`);
  }
  assert.equal(rough.timeAt(0), binStart(binOf(0.02)));
  assert.equal(exact.timeAt(0.7), null);
  assert.equal(rough.timeAt(0.7), null);
});

test('the chart of what is solved within a time says the percentiles that the figures say', () => {
  for (const times of [TIMES, TIMES.slice(0, 4), [3.25]]) {
    const { timeAt } = decidedTimes(times, times.length);
    for (const share of [0, 0.5, 0.95, 0.99, 1]) {
      assert.equal(
        timeAt(share),
        quantileAt(times.length, share, (rank) => times[rank]),
      );
    }
  }
  // Of an even number the median is the mean of the middle two.
  assert.equal(decidedTimes([1, 2, 4, 900], 4).timeAt(0.5), 3);
});

test('one curve says how many never got a verdict; two have their names', () => {
  const [decided, none] = [decidedTimes(TIMES, 8), decidedTimes([], 8)];
  const one = withinFigure([{ name: 'this run', decided }], 1000);
  assert.match(one.note, /37\.5 % never got one: the curve ends at 62\.5 %\.$/);
  assert.match(one.description, /50\.0 % within 452 ms, all that have a verdict within 900 ms/);
  assert.match(one.tip(0, 0)!, /^0 % within 20\.0 µs$/);
  const two = withinFigure(
    [
      { name: 'before', decided, is: 'before' },
      { name: 'after', decided: none },
    ],
    null,
  );
  assert.deepEqual(two.table.head, ['share of the puzzles', 'before', 'after']);
  assert.deepEqual(two.table.rows[2], ['50 %', '452 ms', '-']);
  assert.match(two.tip(0, 0)!, /^before: 0 % within/);
  assert.equal(two.tip(1, 0), null);
  assert.deepEqual(two.legend![0], { colour: 'accent', dashes: 'dashed', words: 'before' });
});

/**
 * Squares of these sides; of 30 puzzles at each density the more are unique the denser and the
 * smaller they are.
 */
function classesOfSquares(...sides: readonly number[]): SizeClass[] {
  const tally = new SizeTally();
  for (const side of sides) {
    for (const density of [0.3, 0.5, 0.7]) {
      for (let i = 0; i < 30; i++) {
        const isUnique = i < 30 * Math.min(1, density + 1 / side);
        tally.add({
          width: side,
          height: side,
          ms: 1,
          filled: Math.ceil(density * side * side),
          score: isUnique ? 6 : null,
          status: isUnique ? 'unique' : 'multiple',
          technique: i % 2 === 0 ? 'line' : 'search',
        });
      }
    }
  }
  return sizeClasses(tally.bySize());
}

test('a few sizes have curves of both shares, with bands, and both axes named', () => {
  const [unique, line] = shareCharts(classesOfSquares(5, 20));
  assert.deepEqual([unique.id, line.id], ['unique-map', 'line-map']);
  assertGolden('charts/share-curves.svg', chartFile(unique));
  assert.deepEqual(unique.table.rows[0], ['0.3 to 0.35', '5x5', '50.0 % (33.2 to 66.8 %)']);
});

test('one size has such a curve by itself, and nothing if all its puzzles have one density', () => {
  const [unique] = shareCharts(classesOfSquares(5));
  assert.match(unique.note, /^Puzzles of 5x5 by the share of filled cells\. /);
  assert.equal(unique.tip(1, 0), '0.3 to 0.35: 50.0 % (33.2 to 66.8 %), n = 30');
  assert.deepEqual(shareCharts(classesOf({}, AMBIGUOUS)), []);
});

test('more sizes than there are colours have maps of both shares, those of few puzzles in grey', () => {
  const MANY = [4, 5, 6, 7, 8, 9].map((width) => ({ width, height: 5, filled: 10 }));
  const classes = classesOf({}, { technique: 'probe' as const }, AMBIGUOUS, ...MANY);
  const [unique, line] = shareCharts(classes);
  assertEach([unique, line], ({ tip }) => tip(0, 6), [
    '0.5 to 0.55, 10x10: 66.7 % (20.8 to 93.9 %), n = 3',
    '0.5 to 0.55, 10x10: 33.3 % (6.1 to 79.2 %), n = 3',
  ]);
  assertGolden('charts/share-map.svg', chartFile(unique));
});
