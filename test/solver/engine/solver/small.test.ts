import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNTIMED } from '../../../support/untimed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { NaiveSolver } from '../../../support/naive/naive-solver.js';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { allClueSets, clueOf, puzzleOf } from '../../../support/grids.js';
import { ONLY_DEEP, depth } from '../../../support/depth.js';

for (const [width, height] of [
  [1, 1],
  [2, 3],
  [4, 1],
  [3, 3],
  [4, 3],
  [4, 4],
]) {
  const skip = width * height > 12 && ONLY_DEEP;
  test(
    `every clue set of ${width}x${height} has the outcome that brute force finds`,
    { skip },
    () => {
      const solver = new Solver();
      let solutions = 0;
      for (const puzzle of allClueSets(width, height)) {
        const expected = new NaiveSolver(puzzle).solve(2);
        const limits = { ...UNTIMED, guessDepth: 2, count: 'exact' as const };
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
        if (found.solution !== null) assert.equal(checkSolution(puzzle, found.solution), null);
        if (found.secondSolution !== null)
          assert.equal(checkSolution(puzzle, found.secondSolution), null);
        solutions += expected.count;
      }
      assert.equal(solutions, 2 ** (width * height));
    },
  );
}

test('there are no sweeps only if the start position gives every cell', () => {
  const solver = new Solver();
  // The longest lines have more cells than a word of the engine has bits.
  for (const width of [1, 3, 40, 70]) {
    const cells = Array.from({ length: 3 * width }, (_, i) => (i % 3 === 0 ? 0 : 1));
    const puzzle = puzzleOf(cells, width);
    const start = Uint8Array.from(cells);
    const sweepsFrom = (given: Uint8Array | null): number | null =>
      solver.solve(pack({ ...puzzle, start: given }), 0, UNTIMED).sweeps;
    assert.equal(sweepsFrom(start), 0);
    assert.equal(sweepsFrom(start.with(0, UNKNOWN)), 1);
    assert.ok((sweepsFrom(null) ?? 1) >= 1);
  }
});

test('a start position without a known cell changes nothing', () => {
  const solver = new Solver();
  let searched = 0;
  for (let seed = 0; seed < depth(1000, 4000); seed++) {
    const grid = Math.imul(seed, 0x9e3779b1) >>> 2;
    const cells = Array.from({ length: 30 }, (_, i) => (grid >>> i) & 1);
    const rows = Array.from({ length: 5 }, (_, y) => clueOf(cells.slice(6 * y, 6 * y + 6)));
    const columns = Array.from({ length: 6 }, (_, x) =>
      clueOf(cells.filter((_c, i) => i % 6 === x)),
    );
    const puzzle = { width: 6, height: 5, rows, columns, colours: 1, palette: null, start: null };
    const start = new Uint8Array(30).fill(UNKNOWN);
    const outcomes = [puzzle, { ...puzzle, start }].map((each) => {
      const events: unknown[] = [];
      const outcome = solver.solve(pack(each), 0, UNTIMED, {
        guess: (...guess) => events.push(guess),
        back: (...guess) => events.push(guess),
      });
      return { ...outcome, counters: { ...outcome.counters, lineSolves: 0 }, events };
    });
    assert.deepEqual(outcomes[0], outcomes[1]);
    if (outcomes[0].searchDepth > 0) searched++;
  }
  assert.ok(searched > depth(250, 1000), `${searched} searched`);
});
