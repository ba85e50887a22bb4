import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeClasses, SizeTally } from '../../../../src/solver/core/figures.js';
import {
  barOf,
  barsFigure,
  barsTable,
  labelRoom,
} from '../../../../src/pipeline/report/figures/bars.js';
import { timesBySize } from '../../../../src/pipeline/report/figures/size-figures.js';
import { chartSvg } from '../../../../src/pipeline/report/html/chart-svg.js';

test('a size of which nothing was solved has no median, in the chart, the table and the words', () => {
  const tally = new SizeTally();
  const one = { status: 'unique', technique: 'line', depth: 0, depthMin: null, ms: 2 } as const;
  const about = { score: 1, isBound: false, stars: 1, needs: 'count', filled: 1 } as const;
  const add = (side: number, isReused: boolean): void =>
    tally.add({ ...one, ...about, width: side, height: side, isReused });
  add(5, true);
  add(10, false);
  const figure = timesBySize(sizeClasses(tally.bySize()));
  assert.deepEqual(
    figure.drawing.marks?.map(({ column }) => column),
    [1],
  );
  assert.match(
    figure.description,
    /^5x5: 1 puzzle, none of them solved here; 10x10: 1 puzzle, median 2.00 to 2.51 ms$/,
  );
  assert.deepEqual(figure.table.rows[0].slice(-4), ['-', '-', '-', '-']);

  const all = new SizeTally();
  for (const side of [5, 10]) {
    all.add({ ...one, ...about, width: side, height: side, isReused: true });
  }
  const none = timesBySize(sizeClasses(all.bySize()));
  assert.deepEqual([none.drawing.marks, none.drawing.fields], [[], []]);
  assert.doesNotMatch(chartSvg(none), /NaN|Infinity|undefined/);
});

test('beside bars there is room for every label, whatever the font', () => {
  const widest = 9.5;
  const bars = ['contradiction', 'unique', 'several assumptions'].map((name) =>
    barOf(name, { line: 1_234_567 }),
  );
  const text = { id: 'x', title: 'x', note: '', description: '' };
  const svg = chartSvg(barsFigure(text, bars, barsTable('x', bars)));
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
