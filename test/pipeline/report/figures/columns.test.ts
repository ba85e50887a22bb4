import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  columnsFigure,
  columnsTable,
  scoreColumns,
  timeColumns,
} from '../../../../src/pipeline/report/figures/columns.js';
import { binOf, emptyBins, emptyScoreBins } from '../../../../src/solver/core/figures.js';

test('columns are those that have puzzles, those between them, and two on either side', () => {
  const bins = emptyScoreBins();
  bins[1] = 3;
  bins[4] = 1;
  const columns = scoreColumns(bins);
  assert.deepEqual(
    columns.map(({ from, count }) => [from, count]),
    [
      ['0', 0],
      ['0.5', 3],
      ['1', 0],
      ['1.5', 0],
      ['2', 1],
      ['2.5', 0],
      ['3', 0],
    ],
  );
  assert.deepEqual(scoreColumns(emptyScoreBins()), []);
  assert.deepEqual(columnsTable('score', columns).rows, [
    ['0.5 to 1', '3', '75.0 %'],
    ['2 to 2.5', '1', '25.0 %'],
  ]);
});

test('a column says under the pointer what it counts, and its share', () => {
  const bins = emptyBins();
  bins[binOf(1.5)] = 2;
  const columns = timeColumns(bins);
  const text = { id: 'times', title: 'Times', note: '', description: '' };
  const { tip } = columnsFigure(text, columns, 'time, from', columnsTable('time', columns));
  assert.match(tip(0, 2)!, /^1\.26 ms to 1\.58 ms: 2 \(100 %\)$/);
});
