import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../../../support/untimed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { puzzleOf } from '../../../support/grids.js';
import { NaiveSolver } from '../../../support/naive/naive-solver.js';
import { depth } from '../../../support/depth.js';

/**
 * Random pictures of any density as puzzles. Some have rows taken from another picture with the
 * same clue sums or not, so that no solution need exist; some give cells away, not always truly.
 */
function puzzles(maxSide: number, colours: number) {
  return fc
    .record({
      width: fc.integer({ min: 1, max: maxSide }),
      height: fc.integer({ min: 1, max: maxSide }),
      density: fc.integer({ min: 2, max: 8 }),
      spoil: fc.integer({ min: 0, max: 4 }),
      give: fc.integer({ min: 0, max: 6 }),
    })
    .chain(({ width, height, density, spoil, give }) => {
      const size = width * height;
      const cells = fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: colours }))
          .map(([filled, colour]) => (filled < density ? colour : 0)),
        { minLength: size, maxLength: size },
      );
      const picks = fc.array(fc.integer({ min: 0, max: 999 }), {
        minLength: size,
        maxLength: size,
      });
      return fc.record({ cells, picks }).map(({ cells, picks }): Puzzle => {
        const puzzle = puzzleOf(cells, width, colours);
        // Reversed clues of one row: the same sums, but seldom the same picture.
        const rows =
          spoil === 0
            ? puzzle.rows.map((clue, y) => (y === picks[0] % height ? [...clue].reverse() : clue))
            : puzzle.rows;
        const start =
          give === 0
            ? Uint8Array.from(cells, (value, i) =>
                picks[i] % 5 === 0 ? (picks[i] < 20 ? 0 : value) : UNKNOWN,
              )
            : null;
        return { ...puzzle, rows, start };
      });
    });
}

function agree(puzzle: Puzzle, solver: Solver, levels: number): void {
  const expected = new NaiveSolver(puzzle).solve(levels);
  const limits = { ...UNTIMED, guessDepth: levels, count: 'exact' as const };
  const found = solver.solve(pack(puzzle), 0, limits);
  const { status, guessDepth, sweeps } = found;
  assert.deepEqual({ status, count: Number(found.solutions), guessDepth, sweeps }, expected);
  assert.equal(found.solutionsExact, true);
  assert.equal(found.stoppedBy, null);
  const technique = status === 'multiple' ? 'search' : techniqueOf(guessDepth);
  assert.equal(found.technique, technique);
  const least = status === 'multiple' ? null : (guessDepth ?? levels + 1);
  assert.equal(found.guessDepthMin, least);
  const shown = [found.solution, found.secondSolution].filter((cells) => cells !== null);
  assert.equal(shown.length, Math.min(2, expected.count));
  for (const cells of shown) assert.equal(checkSolution(puzzle, cells), null);
  if (shown.length === 2) assert.notDeepEqual(shown[0], shown[1]);
}

function techniqueOf(depth: number | null): string {
  return depth === 0 ? 'line' : depth === 1 ? 'probe' : 'search';
}

for (const [side, colours, levels, runs] of [
  [6, 1, 1, 600],
  [5, 1, 2, 400],
  [4, 2, 2, 600],
  [4, 3, 2, 600],
  [5, 2, 1, 300],
]) {
  test(`random puzzles up to ${side}x${side} in ${colours} colours agree with brute force`, () => {
    const solver = new Solver();
    fc.assert(
      fc.property(puzzles(side, colours), (puzzle) => agree(puzzle, solver, levels)),
      { numRuns: depth(runs / 4, runs) },
    );
  });
}

test('a transposed and a mirrored puzzle have the same status, count, technique and depth', () => {
  const solver = new Solver();
  const facts = (puzzle: Puzzle): unknown => {
    const limits = { ...UNTIMED, count: 'exact' as const };
    const outcome = solver.solve(pack(puzzle), 0, limits);
    const { status, technique, guessDepth, guessDepthMin, solutions } = outcome;
    return { status, technique, guessDepth, guessDepthMin, solutions };
  };
  fc.assert(
    fc.property(fc.oneof(puzzles(9, 1), puzzles(7, 3)), (given) => {
      const puzzle = { ...given, start: null };
      const transposed = {
        ...puzzle,
        width: puzzle.height,
        height: puzzle.width,
        rows: puzzle.columns,
        columns: puzzle.rows,
      };
      const mirrored = {
        ...puzzle,
        rows: puzzle.rows.map((clue) => [...clue].reverse()),
        columns: [...puzzle.columns].reverse(),
      };
      assert.deepEqual(facts(transposed), facts(puzzle));
      assert.deepEqual(facts(mirrored), facts(puzzle));
    }),
    { numRuns: depth(150, 500) },
  );
});
