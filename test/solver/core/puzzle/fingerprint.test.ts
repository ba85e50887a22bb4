import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  fingerprint,
  fromPosition,
  inPosition,
  isInShare,
  POSITIONS,
  SHAPE_LENGTH,
  shapeOf as shapeAt,
} from '../../../../src/solver/core/puzzle/fingerprint.js';
import { packBatch, viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  randomPuzzle,
  puzzleOfClues,
} from '../../../support/random-puzzle.js';
import { symmetries } from '../../../support/symmetries.js';
import { assertEach } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

const print = (puzzle: Puzzle): string => fingerprint(pack(puzzle), 0, puzzle.palette);

test('a fingerprint is 32 hexadecimal digits, the same wherever the puzzle stands', () => {
  holds(100, [drawnPuzzles(), fc.integer({ min: 0, max: 9 })], ({ puzzle }, before) => {
    const words = pack(puzzle);
    const moved = new Int32Array(before + words.length + 3).fill(-1);
    moved.set(words, before);
    assert.match(print(puzzle), /^[0-9a-f]{32}$/);
    assert.equal(fingerprint(moved, before, puzzle.palette), print(puzzle));
  });
});

test('two puzzles have the same fingerprint only if they are the same', () => {
  holds(500, [drawnPuzzles(3), drawnPuzzles(3)], ({ puzzle: one }, { puzzle: other }) => {
    const same = JSON.stringify(one) === JSON.stringify(other);
    assert.equal(print(one) === print(other), same);
  });
});

test('a different palette or start position makes a different fingerprint', () => {
  const puzzle = puzzleOfClues([[1]], [[1]]);
  const variants = [
    puzzle,
    { ...puzzle, palette: ['#ffffff', '#000000'] },
    { ...puzzle, palette: ['#ffffff', '#000001'] },
    { ...puzzle, start: Uint8Array.of(1) },
    { ...puzzle, start: Uint8Array.of(255) },
  ];
  assert.equal(new Set(variants.map(print)).size, variants.length);
});

test('fingerprints stay what they are: databases hold them', () => {
  const line = { rows: [[2]], columns: [[1], [1]], colours: 1, palette: null, start: null };
  assert.equal(print({ width: 2, height: 1, ...line }), '3f4c9614d34a65925ed1548212dadc7b');
  const expected = '74044e37b7fa512ffd6c5dced267cc33';
  assert.equal(print({ width: 2, height: 1, ...line, palette: ['#ffffff', '#123456'] }), expected);
});

test('a hundred thousand small puzzles have as many different fingerprints', () => {
  const seen = new Set<string>();
  const words = Int32Array.of(8, 1, 1, 1, 1, 0, 1, 0);
  for (let i = 0; i < 100_000; i++) {
    words[5] = i;
    seen.add(fingerprint(words, 0, null));
  }
  assert.equal(seen.size, 100_000);
});

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

test('a puzzle has eight positions, start included, which are its turns and mirror images', () => {
  const random = randomNumbers(5);
  const cells = randomPicture(random, 42, 0.5, 2);
  const start = cells.map((value) => (random() < 0.3 ? value : UNKNOWN));
  const puzzle = { ...puzzleOfPicture(cells, 7, 6, 2), start };
  const asText = ({ rows, columns, start: given }: Puzzle): string =>
    JSON.stringify([rows, columns, [...given!]]);
  const all = Array.from({ length: POSITIONS }, (_, position) => inPosition(puzzle, position));
  assert.deepEqual(all[0], puzzle);
  assert.deepEqual(new Set(all.map(asText)), new Set(symmetries(puzzle).map(asText)));
});

test('a picture of a position is brought back to that of the puzzle', () => {
  const random = randomNumbers(6);
  for (const [width, height] of [
    [1, 9],
    [5, 5],
    [8, 3],
  ]) {
    const cells = randomPicture(random, width * height, 0.5);
    const puzzle = { ...puzzleOfPicture(cells, width, height), start: cells };
    for (let position = 0; position < POSITIONS; position++) {
      const { start } = inPosition(puzzle, position);
      assert.deepEqual(fromPosition(start!, width, height, position), cells);
    }
  }
});

test('a share of all puzzles depends on the puzzle, not on its place in a batch', () => {
  const random = randomNumbers(13);
  const puzzles = Array.from({ length: 2000 }, () => pack(randomPuzzle(random, 6, 6, 0.5)));
  const alone = puzzles.map((words) => isInShare(words, 0, 0.1));
  const { words, offsets } = viewBatch(packBatch(puzzles));
  assertEach(offsets, (offset) => isInShare(words, offset, 0.1), alone);
  const picked = alone.filter(Boolean).length;
  assert.ok(picked > 140 && picked < 260, `${picked} of 2000 picked for a share of 0.1`);
  assert.ok(puzzles.every((puzzle) => isInShare(puzzle, 0, 1)));
  assert.ok(!puzzles.some((puzzle) => isInShare(puzzle, 0, 0)));
});
