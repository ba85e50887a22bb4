import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/limits.js';
import { Solver } from '../../src/solver/solve.js';
import { check } from '../../src/puzzle/check.js';
import { pack } from '../../src/puzzle/packed.js';
import { NaiveSolver } from './naive.js';
import { allClueSets } from './grids.js';

for (const [width, height] of [
  [1, 1],
  [2, 3],
  [4, 1],
  [3, 3],
  [4, 3],
  [4, 4],
]) {
  test(`every clue set of ${width}x${height} gives what brute force gives`, () => {
    const solver = new Solver();
    let solutions = 0;
    for (const puzzle of allClueSets(width, height)) {
      const expected = new NaiveSolver(puzzle).solve(2);
      const limits = { ...DEFAULT_SOLVE_LIMITS, guessDepth: 2, count: 'exact' as const };
      const found = solver.solve(pack(puzzle), 0, limits);
      assert.deepEqual(
        {
          status: found.status,
          count: Number(found.solutions),
          guessDepth: found.guessDepth,
          sweeps: found.sweeps,
        },
        expected,
        JSON.stringify(puzzle),
      );
      assert.ok(found.solutionsExact);
      if (found.solution !== null) assert.equal(check(puzzle, found.solution), null);
      if (found.secondSolution !== null) assert.equal(check(puzzle, found.secondSolution), null);
      solutions += expected.count;
    }
    assert.equal(solutions, 2 ** (width * height));
  });
}
