import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../../../src/solver/core/puzzle/check.js';
import type { Cells, Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import { solutionsOf } from '../../../../support/naive/brute-force.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
} from '../../../../support/random-puzzle.js';
import { Rig } from './rig.js';
import { depth } from '../../../../support/depth.js';

const SIDE = 6;
/** By symmetry of a square: the cell that a cell is taken to. */
const SYMMETRIES: Record<string, (y: number, x: number) => [number, number]> = {
  'left to right': (y, x) => [y, SIDE - 1 - x],
  'upside down': (y, x) => [SIDE - 1 - y, x],
  'by half a turn': (y, x) => [SIDE - 1 - y, SIDE - 1 - x],
  'across one diagonal': (y, x) => [x, y],
  'across the other': (y, x) => [SIDE - 1 - x, SIDE - 1 - y],
  'by a quarter turn': (y, x) => [x, SIDE - 1 - y],
};

/** A random picture that stays the same under a symmetry. */
function symmetricPicture(random: () => number, name: string, colours: number): Cells {
  const cells = randomPicture(random, SIDE * SIDE, colours === 1 ? 0.45 : 0.6, colours);
  for (let cell = 0; cell < cells.length; cell++) {
    let [y, x] = [Math.floor(cell / SIDE), cell % SIDE];
    for (let k = 0; k < 4; k++) {
      [y, x] = SYMMETRIES[name](y, x);
      cells[y * SIDE + x] = cells[cell];
    }
  }
  return cells;
}

for (const name of Object.keys(SYMMETRIES)) {
  test(`puzzles that are the same ${name} have the solutions that brute force finds`, () => {
    const random = randomNumbers(name.length);
    const rig = new Rig();
    let searched = 0;
    for (let i = 0; i < depth(60, 200); i++) {
      const colours = 1 + (i % 2);
      const puzzle = puzzleOfPicture(symmetricPicture(random, name, colours), SIDE, SIDE, colours);
      const end = rig.run(puzzle, 2);
      if (end === null) continue;
      searched++;
      const expected = solutionsOf(puzzle);
      const label = JSON.stringify(puzzle);
      assert.equal(end, expected.length > 1 ? 'wanted' : 'exhausted', label);
      assert.equal(rig.shown.length, Math.min(2, expected.length), label);
      for (const cells of rig.shown) assert.equal(checkSolution(puzzle, cells), null, label);
    }
    assert.ok(searched > depth(6, 20), `${searched} were searched`);
  });
}

test('symmetric clues without a solution are refuted', () => {
  const random = randomNumbers(8);
  const rig = new Rig();
  let refuted = 0;
  for (let i = 0; i < depth(200, 400); i++) {
    const { rows } = puzzleOfPicture(
      symmetricPicture(random, 'across one diagonal', 1),
      SIDE,
      SIDE,
    );
    const [a, b] = [Math.floor(random() * SIDE), Math.floor(random() * SIDE)];
    const clues = [...rows];
    [clues[a], clues[b]] = [clues[b], clues[a]];
    const puzzle: Puzzle = {
      ...puzzleOfPicture(new Uint8Array(SIDE * SIDE), SIDE, SIDE),
      rows: clues,
      columns: clues,
    };
    const end = rig.run(puzzle, 2);
    if (end === null) continue;
    const expected = Math.min(2, solutionsOf(puzzle).length);
    if (expected === 0) refuted++;
    assert.equal(rig.shown.length, expected, JSON.stringify(puzzle));
  }
  assert.ok(refuted > depth(1, 3), `${refuted} had no solution`);
});

test('a start position that breaks the symmetry of the clues leaves none', () => {
  const random = randomNumbers(9);
  const rig = new Rig();
  let broken = 0;
  for (let i = 0; i < depth(100, 300); i++) {
    const cells = symmetricPicture(random, 'left to right', 1);
    const start = new Uint8Array(cells.length).fill(255);
    const cell = Math.floor(random() * cells.length);
    start[cell] = 1 - cells[cell];
    const puzzle = { ...puzzleOfPicture(cells, SIDE, SIDE), start };
    if (rig.run(puzzle, 2) === null) continue;
    broken++;
    assert.equal(rig.shown.length, Math.min(2, solutionsOf(puzzle).length));
  }
  assert.ok(broken > 0);
});
