import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answering, rejected } from '../../../../src/pipeline/cli/stream/answers.js';
import { ScoreSummary } from '../../../../src/pipeline/cli/stream/score-summary.js';

const PLUS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };
const BAR = { rows: [[2], []], columns: [[1], [1]] };

/** What a summary says of the answers to some lines. */
function summaryOf(lines: readonly object[]): Record<string, unknown> & { text: string } {
  const answer = answering({
    command: 'check',
    timeoutMs: 10_000,
    format: null,
    ignoreStart: false,
    graded: true,
  });
  const [asJson, asText] = [new ScoreSummary(true), new ScoreSummary(false)];
  for (const line of lines) {
    const { text } = answer(JSON.stringify(line));
    asJson.add(text);
    asText.add(text);
  }
  return { ...(JSON.parse(asJson.text()) as Record<string, unknown>), text: asText.text() };
}

const RIGHT = { ...PLUS, cells: '.#./###/.#.' };

test('an accuracy has the interval of Wilson, and what cannot be read is wrong', () => {
  const { accuracy, answers, text } = summaryOf([RIGHT, RIGHT, RIGHT, { ...PLUS, cells: 'no' }]);
  assert.equal(answers, 4);
  const { value, low, high, n } = accuracy as Record<string, number>;
  assert.deepEqual([value, n], [0.75, 4]);
  assert.deepEqual([low.toFixed(3), high.toFixed(3)], ['0.301', '0.954']);
  assert.match(text, /^right +75\.0 % +30\.1 % to 95\.4 %$/m);
});

test('a picture of the right size that is wrong is told from what is not finished, and not read', () => {
  const lines = [
    RIGHT,
    { ...PLUS, cells: '.#./???/.#.' },
    { ...PLUS, cells: '.#./###/##.' },
    { ...PLUS, cells: '#??/???/???' },
    { ...PLUS, cells: '##/##' },
    { ...PLUS, cells: '##/#' },
    { ...PLUS, cells: [] },
    { ...PLUS, cells: 'I give up' },
  ];
  const { outcomes, unreadable, text } = summaryOf(lines);
  assert.deepEqual(outcomes, {
    solution: 1,
    unfinished: 1,
    valid: 1,
    wrong: 1,
    unreadable: 4,
    open: 0,
    impossible: 0,
  });
  assert.deepEqual(unreadable, {
    'expected cells, found something else': 2,
    'expected … cells, found …': 1,
    'row … of the picture has … cells, row … has …': 1,
  });
  assert.match(text, /^valid but wrong: a whole picture of the right size +1 +12\.5 %$/m);
});

test('the first wrong cell is where the first mistake is, row by row', () => {
  const { firstWrongCell, mistakes } = summaryOf([
    { ...PLUS, cells: '##./###/.#.' },
    { ...PLUS, cells: '.#./###/.##' },
  ]);
  const { quarters, before } = firstWrongCell as { quarters: number[]; before: { value: number } };
  assert.deepEqual(mistakes, { cell: 2 });
  assert.deepEqual(quarters, [1, 0, 0, 1]);
  assert.equal(before.value, 4 / 9);
});

test('levels are those of the data set’s record, or of a row of results, and those it lacks are not said', () => {
  const lines = [
    { ...RIGHT, grade: { stars: 1, needs: 'line', lookAhead: null } },
    { ...RIGHT, cells: '?', grade: { stars: 4, needs: 'assumption', lookAhead: 5 } },
    { ...BAR, cells: '##/..', stars: 1, needs: 'count', look_ahead: 2 },
    { ...BAR, cells: '##/..' },
  ];
  const { by, text } = summaryOf(lines);
  const rows = Object.entries(by as Record<string, { value: unknown; accuracy: { n: number } }[]>);
  assert.deepEqual(
    rows.map(([level, some]) => [level, some.map(({ value, accuracy: { n } }) => [value, n])]),
    [
      [
        'size',
        [
          ['2x2', 2],
          ['3x3', 2],
        ],
      ],
      [
        'stars',
        [
          [1, 2],
          [4, 1],
          [null, 1],
        ],
      ],
      [
        'needs',
        [
          ['count', 1],
          ['line', 1],
          ['assumption', 1],
          [null, 1],
        ],
      ],
      [
        'lookAhead',
        [
          [2, 1],
          [5, 1],
          [null, 2],
        ],
      ],
    ],
  );
  assert.match(text, /^stars +answers +right +95 % interval$/m);
  assert.match(text, /^not said +1 +100\.0 %/m);
});

test('a level that no line says has no table', () => {
  const { by, text } = summaryOf([RIGHT]);
  assert.deepEqual((by as Record<string, unknown[]>).stars, []);
  assert.ok(!text.includes('stars'));
});

test('lines that are not understood are counted, and are not answers', () => {
  const summary = new ScoreSummary(false);
  summary.add(rejected('not JSON').text);
  assert.equal(summary.text(), '0 answers; 1 line not understood\n');
});
