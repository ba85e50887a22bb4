import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cluesToJson,
  jsonToClues,
  sideToJson,
} from '../../../../src/solver/core/puzzle/clues-json.js';
import { looksLikeNoise } from '../../../../src/solver/core/puzzle/picture.js';
import { cellsToText, textToCells } from '../../../../src/solver/core/puzzle/text.js';
import { addressToDraft, puzzleToAddress } from '../../../../src/solver/core/puzzle/address.js';
import { block, type Puzzle, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import { puzzleOfClues, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { holds } from '../../../support/property.js';

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
  holds(100, [grid], ({ width, height, cells }) => {
    const known = cells.map((cell) => (cell === 32 ? UNKNOWN : cell));
    assert.deepEqual(textToCells(cellsToText(known, width, height, 31), width, height), known);
  });
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

const PLAIN = puzzleOfClues([[1, 1], [3]], [[2], [1], [2]]);
const COLOURED: Puzzle = {
  width: 2,
  height: 1,
  colours: 2,
  palette: ['#ffffff', '#ff0000', '#0000ff'],
  rows: [[block(1, 1), block(1, 2)]],
  columns: [[block(1, 1)], [block(1, 2)]],
  start: Uint8Array.from([UNKNOWN, 2]),
};

test('a puzzle as an address comes back as it was, with colours and a start too', () => {
  assert.equal(puzzleToAddress(PLAIN), '3x2:1.1_3:2_1_2');
  for (const { colours, ...puzzle } of [PLAIN, COLOURED]) {
    const draft = addressToDraft(puzzleToAddress({ ...puzzle, colours }));
    assert.deepEqual(draft, { ...puzzle, goal: null });
  }
});

test('text of another form is no address', () => {
  for (const text of ['', 'x', '3x2', '3x2:1', '3x2:1:1:1', '123456x1:1:1']) {
    assert.equal(addressToDraft(text), null, text);
  }
});

test('a start of another size, or of other characters, makes no draft', () => {
  for (const start of ['1', 'x1_x', 'xx-']) {
    assert.equal(addressToDraft(`2x1:1:1_!${start}`), null, start);
  }
});

test('a block that is no number is left to whoever validates the draft', () => {
  assert.deepEqual(addressToDraft('1x1:a:1_')?.rows, [[NaN]]);
  assert.deepEqual(addressToDraft('1x1::1')?.rows, [[]]);
});

test('clues read back from JSON are the clues that were written', () => {
  holds(100, [drawnPuzzles(9, 5)], ({ puzzle: { rows, columns, colours } }) => {
    assert.deepEqual(jsonToClues(cluesToJson(rows, columns, colours)), { rows, columns });
  });
});

test('clues as JSON are compact, a coloured block with its length and colour', () => {
  assert.equal(cluesToJson([[1, 12], []], [[123]], 1), '{"rows":[[1,12],[]],"columns":[[123]]}');
  assert.equal(sideToJson([[1, 0x10002]], 2), '[[{"n":1,"c":1},{"n":2,"c":2}]]');
});

test('clues of very long sides are written whole', () => {
  const side = Array.from({ length: 3000 }, (_, i) => [i + 1, 7]);
  assert.deepEqual(JSON.parse(sideToJson(side, 1)), side);
});

test('random pictures look like noise, of any density and in colours', () => {
  const random = randomNumbers(1);
  for (const [side, density, colours] of [
    [20, 0.5, 1],
    [25, 0.35, 1],
    [30, 0.7, 1],
    [25, 0.6, 3],
  ]) {
    const cells = randomPicture(random, side * side, density, colours);
    assert.ok(looksLikeNoise(cells, side), `${side}, ${density}`);
  }
});

test('drawings, patterns, empty and small pictures do not look like noise', () => {
  const cells = (at: (x: number, y: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: 400 }, (_, i) => Number(at(i % 20, Math.floor(i / 20))));
  const disc = cells((x, y) => (x - 10) ** 2 + (y - 10) ** 2 < 60);
  const text = cells((x, y) => x % 4 < 1 || (y % 6 === 0 && x % 8 < 4));
  const board = cells((x, y) => (x + y) % 2 === 0);
  for (const picture of [disc, text, board, cells(() => false), cells(() => true)]) {
    assert.equal(looksLikeNoise(picture, 20), false);
  }
  assert.equal(looksLikeNoise(randomPicture(randomNumbers(1), 81, 0.5), 9), false);
});
