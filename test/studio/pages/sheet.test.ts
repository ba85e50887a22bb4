import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cluesOfPicture } from '../../../src/solver/core/puzzle/picture.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { openingText } from '../../../src/studio/pages/advice-words.js';
import { sheetsPdf } from '../../../src/studio/pages/workbench/sheet.js';

const CELLS = Uint8Array.of(1, 0, 2, 2, 0, 0);
const PUZZLE: Puzzle = {
  width: 3,
  height: 2,
  ...cluesOfPicture(CELLS, 3, 2),
  colours: 2,
  palette: ['#ffffff', '#000000', '#d03030'],
  start: null,
};

test('each entry of a PDF is where its table says, and each page is as long as it says', () => {
  const pdf = Buffer.from(sheetsPdf(PUZZLE, CELLS, 'Café (1) ☕')).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  const [, table] = /^xref\n0 \d+\n\d{10} 65535 f \n((?:\d{10} 00000 n \n)+)trailer/.exec(
    pdf.slice(start),
  )!;
  const offsets = [...table.matchAll(/^\d{10}/gm)].map(([digits]) => Number(digits));
  offsets.forEach((offset, i) => assert.ok(pdf.startsWith(`${i + 1} 0 obj\n`, offset)));
  const streams = [...pdf.matchAll(/Length (\d+) >>\nstream\n([^]*?)\nendstream/g)];
  assert.equal(streams.length, 2);
  const boxes = streams.map(([, length, content]) => {
    assert.equal(content.length, Number(length));
    return content.match(/ 20 20 re f/g)?.length ?? 0;
  });
  assert.deepEqual(boxes, [0, 3], 'cells are filled on the second page alone');
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
