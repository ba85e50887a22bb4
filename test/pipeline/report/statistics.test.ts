import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Key,
  type KnownBins,
  edgesOfCounts,
  fittingWidth,
  grouped,
  QuestionError,
  USUAL_MEASURES,
  measureName,
  readGroupings,
  readMeasures,
  readNumbers,
  wordsOfGroups,
} from '../../../src/pipeline/report/statistics/question.js';
import {
  measureLabel,
  type Answer,
  correlationChart,
  answerChart,
} from '../../../src/pipeline/report/statistics/answer.js';
import {
  binomialQuantile,
  student975,
  type Figure,
  Moments,
  correlationOf,
  differenceOf,
  geometric,
  pairedShares,
  quantileOf,
  ranksOf,
  shareOf,
  playedTimes,
} from '../../../src/pipeline/report/statistics/intervals.js';
import { chartFile } from '../../../src/pipeline/report/html/chart-svg.js';
import { assertEach, assertGolden, eachOf } from '../../support/tests.js';

const says = (words: RegExp) => (error: unknown) =>
  error instanceof QuestionError && words.test(error.message);

test('a grouping names its fact, by the name that people use as well, and its bins', () => {
  const bins = (text: string): unknown[] => {
    const [{ fact, bins: found }] = readGroupings(text);
    return [fact.name, found];
  };
  assert.deepEqual(bins('size'), ['size', { by: 'value' }]);
  assert.deepEqual(bins('stars'), ['stars', { by: 'value' }]);
  assert.deepEqual(bins('density'), ['density', { by: 'fit' }]);
  assert.deepEqual(bins('density:0.05'), ['density', { by: 'width', width: 0.05 }]);
  assert.deepEqual(bins('score:5/8/11'), ['difficulty', { by: 'edges', edges: [5, 8, 11] }]);
  assert.deepEqual(bins('depth:2'), ['guess_depth', { by: 'width', width: 2 }]);
  assert.deepEqual(bins('solve_ms:q10'), ['solve_ms', { by: 'counts', bins: 10 }]);
});

test('measures are shares of properties, and medians of numbers unless something else is said', () => {
  const found = readMeasures('unique,line:share,score,solve_ms:p99.5,tries:mean').map(measureName);
  assert.deepEqual(found, ['unique', 'line', 'difficulty:median', 'solve_ms:p99.5', 'tries:mean']);
  assert.deepEqual(readMeasures(USUAL_MEASURES).map(measureLabel), [
    'puzzles',
    'unique',
    'by lines',
    'median score',
    'median time',
    '95 % of time',
  ]);
});

test('what cannot be asked is refused with what can, and the nearest word', () => {
  for (const [text, words] of [
    ['densty', /"densty" is not known; did you mean density\?/],
    ['xyzzy', /"xyzzy" is not known; expected one of size, width/],
    ['size,,stars', /expected words between commas, got "size,,stars"/],
    ['size,stars,size', /size was asked for twice/],
    ['score,difficulty', /difficulty was asked for twice/],
    ['size,stars,needs,status', /at most 3 facts, got 4/],
    ['size:5', /size is a word, and has no bins/],
    ['score:8/5', /expected bins such as score:0\.5 .* got "8\/5"/],
    ['score:0', /got "0"/],
    ['score:-1', /got "-1"/],
    ['score:q1', /2 to 100 of equal counts/],
    ['score:', /got ""/],
    ['score:NaN', /got "NaN"/],
  ] as const) {
    assert.throws(() => readGroupings(text), says(words), text);
  }
  for (const [text, words] of [
    ['uniqe', /did you mean unique\?/],
    ['needs', /needs is a word: put it in --by/],
    ['unique:median', /expected unique or unique:share/],
    ['score:medain', /did you mean median\?/],
    ['score:p0', /got "p0"/],
    ['score:p100', /got "p100"/],
    ['score,score', /difficulty:median was asked for twice/],
  ] as const) {
    assert.throws(() => readMeasures(text), says(words), text);
  }
});

test('a bin says from where to where it goes; what is not known has a group of its own', () => {
  const [density] = readGroupings('density:0.05');
  const byWidth = grouped(density, { by: 'width', width: 0.05 });
  assert.deepEqual(byWidth.groupOf(3), { label: '0.15 to 0.2', order: 3, from: 0.15, to: 0.2 });
  assert.equal(byWidth.groupOf(null).label, 'none');
  const byEdges = grouped(density, { by: 'edges', edges: [0.2, 0.4] });
  assertEach([0, 1, 2], (key) => byEdges.groupOf(key).label, [
    'below 0.2',
    '0.2 to 0.4',
    '0.4 and more',
  ]);
});

test('a width that fits makes six to fourteen bins of 1, 2 or 5 times a power of ten', () => {
  for (const [least, most, width] of [
    [0, 1, 0.1],
    [0.2, 0.8, 0.05],
    [3, 12, 1],
    [0, 4500, 500],
    [7, 7, 1],
  ] as const) {
    assert.equal(fittingWidth(least, most), width, `${least} to ${most}`);
  }
});

test('bins of equal counts have equally many values, except where values are equal', () => {
  assert.deepEqual(edgesOfCounts(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), 4), [3, 5, 7]);
  assert.deepEqual(edgesOfCounts(Float64Array.of(0, 0, 0, 0, 0, 5, 6, 9), 4), [6]);
  assert.deepEqual(edgesOfCounts(Float64Array.of(1, 1, 1), 3), []);
});

// All expected values are those of SciPy 1.10.

/** 60 numbers without any order, and 60 that follow them a little. */
const X = Float64Array.from({ length: 60 }, (_, i) => ((i * 7919) % 1009) / 10);
const Y = X.map((x, i) => Math.floor(((i * 104729) % 97) / 7) + x / 9);

function near(value: number | null, expected: number): void {
  assert.ok(
    value !== null && Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${value} instead of ${expected}`,
  );
}

test('binomial quantiles are those of SciPy, for few tries and for ten million', () => {
  for (const [p, n, share, expected] of [
    [0.025, 10, 0.5, 2],
    [0.975, 10, 0.5, 8],
    [0.025, 37, 0.95, 32],
    [0.975, 37, 0.95, 37],
    [0.025, 5, 0.5, 0],
    [0.025, 6, 0.5, 1],
    [0.975, 12_345, 0.99, 12_243],
    [0.025, 1_000_000, 0.5, 499_020],
    [0.975, 1_000_000, 0.95, 950_427],
    [0.975, 10_000_000, 0.95, 9_501_350],
  ] as const) {
    assert.equal(binomialQuantile(p, n, share), expected, `${p} of ${n}`);
  }
});

test("the 97.5 % points of Student's distribution are those of SciPy, on both sides of 1000 degrees", () => {
  for (const [freedom, expected] of [
    [1, 12.706204736432095],
    [2, 4.302652729911275],
    [5, 2.5705818366147395],
    [30, 2.0422724563012373],
    [200, 1.9718962236316089],
    [999, 1.9623414611334487],
    [1001, 1.9623367052808787],
    [5000, 1.9604385517065075],
    [1_000_000, 1.9599663568141066],
  ] as const) {
    near(student975(freedom), expected);
  }
});

test('a share has the interval of Wilson, at both ends as well', () => {
  for (const [k, n, low, high] of [
    [0, 10, 0, 0.2775327998628892],
    [7, 12, 0.31951131254954973, 0.8067396863412435],
    [12, 12, 0.7575059933447592, 1],
    [721, 1000, 0.6923963660323501, 0.7479122067170344],
  ] as const) {
    const share = shareOf(k, n);
    near(share.value, k / n);
    near(share.low, low);
    near(share.high, high);
    assert.equal(share.n, n);
  }
});

test('the difference of two shares lies within its interval, which is that of 10 of Newcombe', () => {
  // The example (a) of R. G. Newcombe's paper: 56 of 70 and 48 of 80.
  const { value, low, high } = differenceOf(shareOf(56, 70), shareOf(48, 80));
  near(value, 0.2);
  assert.equal(low!.toFixed(4), '0.0524');
  assert.equal(high!.toFixed(4), '0.3339');
});

test('the difference of shares of the same things is closer where they go together', () => {
  // An example of R. G. Newcombe's paper, and one where the sides go together, by its formulas.
  const apart = pairedShares({ both: 36, first: 12, second: 2, none: 0 });
  near(apart.value, 0.2);
  assert.equal(apart.low!.toFixed(4), '0.0569');
  assert.equal(apart.high!.toFixed(4), '0.3404');
  const close = pairedShares({ both: 40, first: 8, second: 2, none: 50 });
  near(close.low, -0.0035205679987217464);
  near(close.high, 0.12218275127469708);
  const alike = pairedShares({ both: 40, first: 0, second: 0, none: 40 });
  assert.ok(alike.high! < differenceOf(shareOf(40, 80), shareOf(40, 80)).high!);
});

test('what has no interval makes a difference without one', () => {
  const difference = differenceOf(quantileOf([3], 0.5), quantileOf([1], 0.5));
  assert.deepEqual(difference, { value: 2, low: null, high: null, n: 1 });
});

test('a quantile lies between values as in numpy, and its bounds are values by their rank', () => {
  const ascending = X.toSorted();
  near(quantileOf(ascending, 0.5).value, 50.05);
  near(quantileOf(ascending, 0.95).value, 94.825);
  near(quantileOf(ascending, 0.1).value, 9.06);
  // 22 and 38 are the 2.5 % and 97.5 % points of 60 throws of a coin.
  const { low, high, n } = quantileOf(ascending, 0.5);
  assert.deepEqual([low, high, n], [ascending[21], ascending[38], 60]);
});

test('a quantile of few values has no bound where no value can be one', () => {
  assert.deepEqual(quantileOf([3], 0.5), { value: 3, low: null, high: null, n: 1 });
  assert.deepEqual(quantileOf([1, 2, 3, 4, 5, 6], 0.5), { value: 3.5, low: 1, high: 6, n: 6 });
  const { low, high } = quantileOf(X.toSorted(), 0.99);
  assert.ok(low !== null);
  assert.equal(high, null);
});

test('a mean has the interval of Student', () => {
  const { value, low, high } = momentsOf(X);
  near(value, 49.78666666666667);
  near(low, 42.12000477801445);
  near(high, 57.45332855531889);
  assert.deepEqual(momentsOf([4]), { value: 4, low: null, high: null, n: 1 });
});

test('a mean of logarithms comes back as a geometric mean', () => {
  const { value, n } = geometric(momentsOf([1, 10, 100].map(Math.log)));
  near(value, 10);
  assert.equal(n, 3);
});

test('equal values share the mean of their ranks', () => {
  assert.deepEqual([...ranksOf(Float64Array.of(5, 1, 5, 9, 5))], [3, 1, 3, 5, 3]);
});

test("Spearman's correlation is that of SciPy, with and without equal values", () => {
  near(spearman(X, Y)!.value, 0.6691303139761047);
  const tied = X.map((x) => Math.floor(x / 20));
  near(spearman(tied, Y)!.value, 0.6510782782749801);
  const { low, high } = spearman(X, Y)!;
  assert.ok(low! < 0.67 && high! > 0.66 && low! > 0.4 && high! < 0.85);
});

test('there is no correlation of one pair, or of values that do not vary', () => {
  assert.equal(spearman(Float64Array.of(1), Float64Array.of(2)), null);
  assert.equal(spearman(Float64Array.of(1, 2, 3), Float64Array.of(4, 4, 4)), null);
  const same = spearman(Float64Array.of(1, 2, 3, 4), Float64Array.of(2, 4, 6, 8));
  assert.deepEqual(same, { value: 1, low: 1, high: 1, n: 4 });
});

function spearman(x: Float64Array, y: Float64Array): Figure | null {
  return correlationOf(ranksOf(x), ranksOf(y));
}

function momentsOf(values: Iterable<number>): Figure {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments.figure();
}

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
  const many = Array.from({ length: 7 }, (_, i) => [['unique', `${i}x5`], figure] as const);
  assert.throws(
    () => answerChart(answerTo('status,size', 'unique', [VALUES, VALUES], many)),
    /7 kinds of size have no colours of their own: choose at most 6/,
  );
});

/** Games of four people, of whom each is slower than the one before. */
const GAMES: Parameters<typeof playedTimes>[0] = [9, 5, 2, 1].flatMap((count, person) =>
  Array.from({ length: count }, (_, i) => {
    const k = person * 7 + i * 5;
    const score = 5 + ((k * 37) % 53) / 10;
    const seconds = (30 + 10 * person) * 2 ** ((score - 5) * 0.7) * (1 + ((k * 29) % 17) / 10);
    return {
      person: `p${person}`,
      score,
      stars: score < 8 ? 1 : 2,
      ms: Math.round(1000 * seconds),
    };
  }),
);

function nearPublished(found: number | null | undefined, expected: number): void {
  assert.ok(Math.abs(found! - expected) < 1e-9 * Math.abs(expected), `${found}, not ${expected}`);
}

test('the growth of time is that of least squares with a constant for each person, as in numpy', () => {
  const { within, people, told } = playedTimes(GAMES);
  nearPublished(within.factor?.value, 1.5690081003989245);
  nearPublished(within.factor?.low, 1.3910012553033222);
  nearPublished(within.factor?.high, 1.7697945344992685);
  assert.deepEqual([within.factor?.n, told], [16, { people: 3, games: 16 }]);
  nearPublished(people[0].factor?.value, 1.5580428138018474);
  nearPublished(people[0].factor?.low, 1.3477252086680378);
  nearPublished(people[1].factor?.high, 2.394805995079655);
});

test("Spearman's correlation within persons is a partial one; of one person it is their own", () => {
  const { within, people } = playedTimes(GAMES);
  nearPublished(within.spearman?.value, 0.7709826871494756);
  nearPublished(within.spearman?.low, 0.33609353690982824);
  nearPublished(within.spearman?.high, 0.9348832481048098);
  nearPublished(people[0].spearman?.value, 0.7166666666666667);
  const own = GAMES.filter(({ person }) => person === 'p0');
  const alone = playedTimes(own);
  assert.deepEqual(alone.within, {
    spearman: alone.people[0].spearman,
    factor: alone.people[0].factor,
  });
});

test('who is slower than others, or plays harder puzzles, changes nothing within persons', () => {
  const slow = GAMES.map((game) => (game.person === 'p1' ? { ...game, ms: 64 * game.ms } : game));
  nearPublished(playedTimes(slow).within.factor?.value, 1.5690081003989245);
  nearPublished(playedTimes(slow).within.spearman?.value, 0.7709826871494756);
});

test('times are grouped by stars and by whole scores, and people are counted once', () => {
  const { byStars, byScore } = playedTimes(GAMES);
  assertEach(byStars, ({ from, people, median }) => [from, people, median.n], [
    [1, 3, 8],
    [2, 4, 9],
  ]);
  const games = byScore.reduce((sum, { median }) => sum + median.n, 0);
  assert.equal(games, GAMES.length);
  const found = eachOf(byScore, 'from');
  const expected = byScore.map(({ from }) => from).toSorted((a, b) => a - b);
  assert.deepEqual(found, expected);
});

test('what too few games say is nothing: one game, equal scores, equal times, no game at all', () => {
  const one = { person: 'a', score: 5, stars: 1, ms: 1000 };
  assert.deepEqual(playedTimes([one]).within, { spearman: null, factor: null });
  assert.deepEqual(playedTimes([one, { ...one, ms: 2000 }]).within, {
    spearman: null,
    factor: null,
  });
  const { within } = playedTimes([one, { ...one, score: 6 }]);
  assert.equal(within.spearman, null);
  assert.deepEqual(within.factor, { value: 1, low: null, high: null, n: 2 });
  assert.deepEqual(playedTimes([]).within, { spearman: null, factor: null });
});

function wordsFor(by: string, ...keys: Key[]): Readonly<Record<string, string>> | null {
  const groupings = readGroupings(by);
  const groups = groupings.map((grouping, i) => {
    const { bins } = grouping;
    assert.ok(bins.by !== 'fit' && bins.by !== 'counts');
    return grouped(grouping, bins).groupOf(keys[i]);
  });
  return wordsOfGroups(groupings, groups);
}

test('the puzzles of a group are listed by the words of a filter', () => {
  assert.deepEqual(wordsFor('size,status', '10x5', 'open'), { size: '10x5', status: 'open' });
  assert.deepEqual(wordsFor('side', 10), { size: '10-10' });
  assert.deepEqual(wordsFor('side:5', 2), { size: '10-14' });
  assert.deepEqual(wordsFor('stars,needs', 3, 'bounds'), { stars: '3', needs: 'bounds' });
  assert.deepEqual(wordsFor('depth', null), { depth: 'none' });
  assert.deepEqual(wordsFor('technique', null), { technique: 'none' });
});

test('the end of a bin belongs to the next', () => {
  assert.deepEqual(wordsFor('density:0.05', 3), { density: '15-19.9999' });
  assert.deepEqual(wordsFor('density:0.05', 19), { density: '95-' });
  assert.deepEqual(wordsFor('score:5/8', 1), { score: '5-7.95' });
  assert.deepEqual(wordsFor('score:5/8', 0), { score: '-4.95' });
  assert.deepEqual(wordsFor('score:5/8', 2), { score: '8-' });
  assert.deepEqual(wordsFor('solve_ms:1/10', 2), { min: '10' });
});

test('groups that no filter finds are not listed', () => {
  assert.equal(wordsFor('blocks', 12), null);
  assert.equal(wordsFor('stars', null), null);
  assert.equal(wordsFor('size,technique', '5x5', 'search'), null);
});
