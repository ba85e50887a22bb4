import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PictureRows, readFinishedCells, readFinishedRows } from '../../src/puzzle/check-words.js';
import { cellsToText } from '../../src/puzzle/text.js';

test('a text is a picture only if its rows are blank and filled cells, with slashes between', () => {
  const rows = new PictureRows();
  assert.ok(readFinishedRows(rows, Buffer.from('#./.#'), 0, 2, 2));
  for (const wrong of ['#?/.#', '#.-.#', '#1/.#', '#./.', '#./\u00ae#', '', '##.##']) {
    assert.equal(readFinishedRows(rows, Buffer.from(wrong, 'latin1'), 0, 2, 2), false, wrong);
  }
});

test('finished cells are read from bytes as they were written, and nothing else is', () => {
  const grids = fc
    .record({
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 9 }),
      colours: fc.constantFrom(1, 2, 31),
    })
    .chain((sizes) =>
      fc.record({
        sizes: fc.constant(sizes),
        cells: fc.uint8Array({
          minLength: sizes.width * sizes.height,
          maxLength: sizes.width * sizes.height,
          max: sizes.colours,
        }),
        at: fc.nat(),
      }),
    );
  fc.assert(
    fc.property(grids, ({ sizes: { width, height, colours }, cells, at }) => {
      const text = cellsToText(cells, width, height, colours);
      const bytes = Buffer.from(`x${text}`);
      const read = (): Uint8Array | null =>
        readFinishedCells(bytes, 1, text.length, width, height, colours);
      assert.deepEqual(read(), cells);
      assert.equal(readFinishedCells(bytes, 1, text.length - 1, width, height, colours), null);
      assert.equal(readFinishedCells(bytes, 2, text.length, width, height, colours), null);
      bytes[1 + (at % text.length)] = '?'.charCodeAt(0);
      assert.equal(read(), null);
    }),
  );
});
