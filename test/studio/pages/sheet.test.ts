import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cluesOfPicture } from '../../../src/solver/core/puzzle/picture.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { openingText } from '../../../src/studio/pages/advice-words.js';
import { puzzleSheet, sheetsPdf, sheetSvg } from '../../../src/studio/pages/workbench/sheet.js';

const CELLS = Uint8Array.of(1, 0, 2, 2, 0, 0);
const PUZZLE: Puzzle = {
  width: 3,
  height: 2,
  ...cluesOfPicture(CELLS, 3, 2),
  colours: 2,
  palette: ['#ffffff', '#000000', '#d03030'],
  start: null,
};

test('a puzzle is drawn with its clues and, solved, with its cells, all within the sheet', () => {
  const empty = puzzleSheet(PUZZLE, null, '');
  const solved = puzzleSheet(PUZZLE, CELLS, 'Flag');
  const numbers = (sheet: typeof empty): string[] =>
    sheet.shapes.flatMap((shape) => (shape.kind === 'number' ? [shape.text] : []));
  assert.deepEqual(
    numbers(empty),
    ['1', '1', '1', '1', '1', '0', '1'].slice(0, numbers(empty).length),
  );
  const filled = (sheet: typeof empty): number =>
    sheet.shapes.filter((shape) => shape.kind === 'box' && shape.width === 20).length;
  assert.deepEqual([filled(empty), filled(solved)], [0, 3]);
  for (const { shapes, width, height } of [empty, solved]) {
    for (const shape of shapes) {
      const [x, y] = shape.kind === 'line' ? shape.to : [shape.x, shape.y];
      assert.ok(x >= 0 && y >= 0 && x <= width && y <= height);
    }
  }
});

test('an SVG has the title as text, whatever signs are in it', () => {
  const svg = sheetSvg(puzzleSheet(PUZZLE, CELLS, '<b>&'), '<b>&');
  assert.match(svg, /<title>&lt;b&gt;&amp;<\/title>/);
  assert.equal(svg.match(/<text/g)!.length, 1 + 7);
  assert.doesNotMatch(svg, /NaN|undefined|<b>/);
});

test('each entry of a PDF is where its table says, and each page is as long as it says', () => {
  const sheets = [puzzleSheet(PUZZLE, null, 'Café (1) ☕'), puzzleSheet(PUZZLE, CELLS, '')];
  const pdf = Buffer.from(sheetsPdf(sheets)).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  const [, table] = /^xref\n0 \d+\n\d{10} 65535 f \n((?:\d{10} 00000 n \n)+)trailer/.exec(
    pdf.slice(start),
  )!;
  const offsets = [...table.matchAll(/^\d{10}/gm)].map(([digits]) => Number(digits));
  offsets.forEach((offset, i) => assert.ok(pdf.startsWith(`${i + 1} 0 obj\n`, offset)));
  const streams = [...pdf.matchAll(/Length (\d+) >>\nstream\n([^]*?)\nendstream/g)];
  assert.equal(streams.length, 2);
  for (const [, length, content] of streams) assert.equal(content.length, Number(length));
  assert.match(pdf, /\(Caf\xe9 \\\(1\\\) \?\) Tj/);
  assert.doesNotMatch(pdf, /NaN|undefined/);
});

test('a puzzle opens with its first lines, and its narrowest place is told where lines alone go on', () => {
  const says = (opening: number, narrowest: number, known = 0): string => {
    const place = { lines: Array.from({ length: narrowest }, (_, line) => line), known };
    return openingText({ opening, narrowest }, { lines: [], narrowest: place });
  };
  assert.equal(says(3, 1), 'Opens with 3 lines; at its narrowest place one line alone goes on.');
  assert.equal(
    says(1, 1, 0.604),
    'Opens with 1 line; at its narrowest place, with 60 % known, one line alone goes on.',
  );
  assert.equal(says(12, 4), 'Opens with 12 lines; at its narrowest place 4 lines go on.');
  assert.equal(says(3, 0), 'Opens with 3 lines.');
  assert.match(openingText({ opening: 3, narrowest: 2 }, null), /place 2 lines go on\.$/);
});
