import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONLY_DEEP, UNTIMED, deepTest } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { firstClue, type PackedWords } from '../../../../src/solver/core/puzzle/packed.js';

const solver = new Solver();

/** The packed clues of the grid whose cell i is bit i, written over `words` (fast for millions). */
function packGrid(words: PackedWords, bits: number, width: number, height: number): void {
  let at = firstClue(0);
  const line = (first: number, step: number, length: number): void => {
    const counter = at++;
    let run = 0;
    for (let i = 0; i <= length; i++) {
      if (i < length && ((bits >>> (first + i * step)) & 1) === 1) run++;
      else if (run > 0) {
        words[at++] = run;
        run = 0;
      }
    }
    words[counter] = at - counter - 1;
  };
  words[1] = width;
  words[2] = height;
  words[3] = 1;
  for (let y = 0; y < height; y++) line(y * width, 1, width);
  for (let x = 0; x < width; x++) line(x, width, height);
  words[0] = at;
}

/** How many grids, every `step`-th of all, are the only one with their clues, and line-solvable. */
function countGrids(width: number, height: number, step = 1): { unique: number; line: number } {
  const words = new Int32Array(256);
  let unique = 0;
  let line = 0;
  for (let bits = 0; bits < 2 ** (width * height); bits += step) {
    packGrid(words, bits, width, height);
    const outcome = solver.solve(words, 0, UNTIMED);
    if (outcome.status !== 'unique') {
      assert.equal(outcome.status, 'multiple');
      continue;
    }
    unique++;
    if (outcome.technique === 'line') line++;
    const cells = outcome.solution!.reduce((sum, value, i) => sum + value * 2 ** i, 0);
    assert.equal(cells, bits);
  }
  return { unique, line };
}

for (const [n, unique, line] of [
  [1, 2, 2],
  [2, 14, 14],
  [3, 384, 384],
  [4, 52362, 51234],
]) {
  const skip = n > 3 && ONLY_DEEP;
  test(`of all ${n}x${n} grids, ${unique} are unique and ${line} line-solvable`, { skip }, () => {
    assert.deepEqual(countGrids(n, n), { unique, line });
  });
}

deepTest('of all 3x5 grids 24,052 are line-solvable', () => {
  assert.equal(countGrids(3, 5).line, 24052);
  assert.equal(countGrids(5, 3).line, 24052);
});

deepTest('of all 4x5 and all 5x4 grids 801,832 are line-solvable', () => {
  assert.equal(countGrids(4, 5).line, 801832);
  assert.equal(countGrids(5, 4).line, 801832);
});

deepTest('of every 257th 5x5 grid the shares are those of all, within sampling error', () => {
  const found = countGrids(5, 5, 257);
  const grids = Math.ceil(2 ** 25 / 257);
  // Six standard deviations of a share of three quarters.
  const error = 6 * Math.sqrt((0.75 * 0.25) / grids);
  assert.ok(Math.abs(found.unique / grids - 25309575 / 2 ** 25) < error);
  assert.ok(Math.abs(found.line / grids - 24976511 / 2 ** 25) < error);
});
