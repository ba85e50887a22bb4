import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellsToText, textToCells } from '../../../../src/solver/core/puzzle/text.js';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';

test('cells in black and white are # . and ?, the rows joined by a slash', () => {
  assert.equal(cellsToText(Uint8Array.of(1, 0, UNKNOWN, 1), 2, 2, 1), '#./?#');
});

test('cells in several colours are their palette index in base 32', () => {
  assert.equal(cellsToText(Uint8Array.of(1, 10, 31, 0), 4, 1, 31), '1av.');
});

test('text that is read back has the cells that were written', () => {
  const grid = fc
    .record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        cells: fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 32 }),
      }),
    );
  fc.assert(
    fc.property(grid, ({ width, height, cells }) => {
      const known = cells.map((cell) => (cell === 32 ? UNKNOWN : cell));
      assert.deepEqual(textToCells(cellsToText(known, width, height, 31), width, height), known);
    }),
  );
});

test('text of another size or with a strange character is refused with its place', () => {
  assert.throws(() => textToCells('##/#', 2, 2), /row 2: expected 2 cells, got 1/);
  assert.throws(() => textToCells('##', 2, 2), /expected 2 rows of cells, got 1/);
  assert.throws(() => textToCells('##/#x', 2, 2), /row 2, cell 2: "x" is not a cell/);
  assert.throws(() => textToCells('##/#0', 2, 2), /row 2, cell 2: "0" is not a cell/);
  assert.throws(() => textToCells('#é/##', 2, 2), /row 1, cell 2: "é" is not a cell/);
  assert.throws(() => textToCells('##.##', 2, 2), /expected 2 rows of cells, got 1/);
  assert.throws(() => textToCells('#/###', 2, 2), /row 1: expected 2 cells, got 1/);
});
