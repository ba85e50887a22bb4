import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import {
  SHAPE_LENGTH,
  shapeOf as shapeAt,
} from '../../../../src/solver/core/puzzle/fingerprint.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';

function shapeOf(puzzle: Puzzle): string {
  return shapeAt(pack(puzzle), 0);
}

/** Cells of a grid as they are in one of its eight positions. */
function turned(cells: Cells, width: number, height: number, position: number): Cells {
  const swap = (position & 4) !== 0;
  const across = swap ? height : width;
  return Uint8Array.from({ length: cells.length }, (_, i) => {
    const [x, y] = [i % across, Math.floor(i / across)];
    let [column, row] = swap ? [y, x] : [x, y];
    if ((position & 1) !== 0) column = width - 1 - column;
    if ((position & 2) !== 0) row = height - 1 - row;
    return cells[row * width + column];
  });
}

void describe('the shape of a puzzle', () => {
  void test('is the same for the mirror image of a puzzle of more than a hundred lines', () => {
    const picture = randomPicture(randomNumbers(3), 200, 0.5);
    const puzzle = puzzleOfPicture(picture, 200, 1, 1);
    assert.equal(shapeOf(puzzle), shapeOf(puzzleOfPicture(picture.toReversed(), 200, 1, 1)));
  });

  void test('is the same for its eight positions and for other colours, start included', () => {
    const random = randomNumbers(1);
    for (let i = 0; i < 200; i++) {
      const [width, height] = [1 + Math.floor(random() * 12), 1 + Math.floor(random() * 12)];
      const colours = 1 + (i % 4);
      const cells = randomPicture(random, width * height, 0.5, colours);
      const start = i % 3 === 0 ? cells.map((v) => (random() < 0.2 ? v : UNKNOWN)) : null;
      const renamed = (all: Cells): Cells =>
        all.map((v) => (v === 0 || v === UNKNOWN ? v : (v % colours) + 1));
      const shape = shapeOf({ ...puzzleOfPicture(cells, width, height, colours), start });
      assert.equal(shape.length, SHAPE_LENGTH);
      for (let position = 0; position < 8; position++) {
        const [w, h] = (position & 4) === 0 ? [width, height] : [height, width];
        const other = renamed(turned(cells, width, height, position));
        const given = start === null ? null : renamed(turned(start, width, height, position));
        assert.equal(shapeOf({ ...puzzleOfPicture(other, w, h, colours), start: given }), shape);
      }
    }
  });

  void test('differs between all puzzles of 3x4 that are not turns or mirror images of each other', () => {
    const positions = new Map<string, string>();
    for (let bits = 0; bits < 4096; bits++) {
      const cells = Uint8Array.from({ length: 12 }, (_, i) => (bits >>> i) & 1);
      const shape = shapeOf(puzzleOfPicture(cells, 3, 4));
      // The least of the eight positions' clues names the puzzle without any hash.
      const names = Array.from({ length: 8 }, (_, position) => {
        const [w, h] = (position & 4) === 0 ? [3, 4] : [4, 3];
        const { rows, columns } = puzzleOfPicture(turned(cells, 3, 4, position), w, h);
        return JSON.stringify([rows, columns]);
      });
      const name = names.sort()[0];
      assert.equal(positions.get(shape) ?? name, name);
      positions.set(shape, name);
    }
    assert.equal(positions.size, new Set(positions.values()).size);
  });

  void test('differs if only a start position or a colour differs', () => {
    const cells = Uint8Array.of(1, 0, 0, 1);
    const plain = puzzleOfPicture(cells, 2, 2);
    const given = { ...plain, start: Uint8Array.of(1, UNKNOWN, UNKNOWN, UNKNOWN) };
    assert.notEqual(shapeOf(plain), shapeOf(given));
    const one = puzzleOfPicture(Uint8Array.of(1, 2, 0, 1), 2, 2, 2);
    const other = puzzleOfPicture(Uint8Array.of(1, 1, 0, 1), 2, 2, 2);
    assert.notEqual(shapeOf(one), shapeOf(other));
  });
});
