import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  edgesOfCounts,
  fittingWidth,
  grouped,
} from '../../../../src/pipeline/report/statistics/groups.js';
import { measureLabel } from '../../../../src/pipeline/report/statistics/answer-text.js';
import {
  QuestionError,
  USUAL_MEASURES,
  measureName,
  readGroupings,
  readMeasures,
} from '../../../../src/pipeline/report/statistics/question.js';

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
  assert.deepEqual(
    readMeasures('unique,line:share,score,solve_ms:p99.5,tries:mean').map(measureName),
    ['unique', 'line', 'difficulty:median', 'solve_ms:p99.5', 'tries:mean'],
  );
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
  assert.deepEqual(
    [0, 1, 2].map((key) => byEdges.groupOf(key).label),
    ['below 0.2', '0.2 to 0.4', '0.4 and more'],
  );
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
