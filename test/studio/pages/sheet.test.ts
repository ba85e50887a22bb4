import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingText } from '../../../src/studio/pages/advice-words.js';
import { sheetSize, sheetsPdf } from '../../../src/studio/pages/workbench/sheet.js';

test('each entry of a PDF is where its table says, and each page has its picture', () => {
  const size = sheetSize('<svg width="2000" height="1000">');
  assert.deepEqual([size.width, size.height].map(Math.round), [499, 250]);
  const jpeg = Uint8Array.of(0xff, 0xd8, 0x80, 0xff, 0xd9);
  const sheet = { ...size, jpeg, pixels: [2080, 1040] } as const;
  const pdf = Buffer.from(sheetsPdf([sheet, sheet])).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  const [, table] = /^xref\n0 \d+\n\d{10} 65535 f \n((?:\d{10} 00000 n \n)+)trailer/.exec(
    pdf.slice(start),
  )!;
  const offsets = [...table.matchAll(/^\d{10}/gm)].map(([digits]) => Number(digits));
  offsets.forEach((offset, i) => assert.ok(pdf.startsWith(`${i + 1} 0 obj\n`, offset)));
  const streams = [...pdf.matchAll(/Length (\d+) >>\nstream\n([^]*?)\nendstream/g)];
  assert.equal(streams.length, 4);
  for (const [, length, content] of streams) assert.equal(content.length, Number(length));
  assert.equal(streams[1][2], '\xff\xd8\x80\xff\xd9');
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
