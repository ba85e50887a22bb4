import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { chartPdf, chartPng } from '../../../../src/pipeline/report/html/chart-picture.js';
import { correlationChart } from '../../../../src/pipeline/report/statistics/correlation-chart.js';
import { readNumbers } from '../../../../src/pipeline/report/statistics/question.js';

const [A, B] = readNumbers('score,density');
const FIGURE = { value: 1, low: 0.9, high: 1, n: 400 };
const CHART = correlationChart([A, B], [{ facts: [A, B], figure: FIGURE, n: 400, why: null }]);

/** The light accent of the pages, in which a correlation of 1 is drawn. */
const BLUE = [0x1f, 0x5f, 0xa0];

test('a picture in PNG has the shapes and the words of the chart, on light paper', async () => {
  const { width, height, data } = PNG.sync.read(Buffer.from(await chartPng(CHART)));
  assert.deepEqual([width, height], [1900, Math.ceil((CHART.height + 58) * 2.5)]);
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * 4).subarray(0, 3),
  ];
  assert.deepEqual(at(5, 5), [0xfc, 0xfb, 0xf8]);
  const rows = Array.from({ length: height }, (_, y) => y);
  const seen = (
    x0: number,
    x1: number,
    ys: readonly number[],
    colour: readonly number[],
  ): boolean =>
    ys.some((y) =>
      Array.from({ length: x1 - x0 }, (_, i) => at(x0 + i, y)).some((found) =>
        found.every((part, i) => part === colour[i]),
      ),
    );
  assert.ok(seen(600, 1800, rows, BLUE), 'no field is drawn');
  assert.ok(seen(40, 800, rows.slice(0, 75), [0x1c, 0x20, 0x24]), 'the title is not drawn');
});

test('a page of PDF has the size of the chart, its colours and its words', async () => {
  const pdf = Buffer.from(await chartPdf(CHART)).toString('latin1');
  assert.match(pdf, /^%PDF-1\.\d/);
  assert.ok(pdf.includes(`/MediaBox [0 0 760 ${CHART.height + 58}]`));
  const streams = Array.from(pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g), ([, bytes]) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const drawing = streams.find((text) => text.includes(' Tf')) ?? '';
  const blue = BLUE.map((part) => part / 255);
  const fills = Array.from(drawing.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g), (found) =>
    found.slice(1).map(Number),
  );
  assert.ok(
    fills.some((fill) => fill.every((part, i) => Math.abs(part - blue[i]) < 0.01)),
    'no field is drawn',
  );
  assert.ok(drawing.match(/ Tf/g)!.length >= 5, 'the words are not drawn');
});
