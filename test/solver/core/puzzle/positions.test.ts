import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  POSITIONS,
  fromPosition,
  inPosition,
} from '../../../../src/solver/core/puzzle/positions.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { symmetries } from '../../../support/symmetries.js';

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
