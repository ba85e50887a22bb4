import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../support/depth.js';
import { LIMITS } from './limits.js';
import { randomPicture } from './looks.js';

const solver = new Solver();

test('blank rows and columns before a puzzle, up to the longest side, change nothing in what is found', () => {
  const limits = { ...LIMITS, guessDepth: 2, maxSteps: 1_000_000 };
  let left = depth(6, 30);
  for (let seed = 1; left > 0; seed++) {
    const small = randomPicture({ width: 9, height: 9, colours: 1, density: 0.5, runs: 0 }, seed);
    const alone = solver.solve(pack(small), 0, limits);
    // Few have one solution that takes probes.
    if (alone.counters.probes === 0) continue;
    left--;
    const blank = Array.from({ length: [8191, 8192, 0xffff][left % 3] - 9 }, () => []);
    for (const puzzle of [
      { ...small, width: blank.length + 9, columns: [...blank, ...small.columns] },
      { ...small, height: blank.length + 9, rows: [...blank, ...small.rows] },
    ]) {
      const found = solver.solve(pack(puzzle), 0, limits);
      assert.equal(found.status, alone.status);
      assert.equal(found.guessDepth, alone.guessDepth);
      assert.equal(found.counters.probes, alone.counters.probes);
    }
  }
});
