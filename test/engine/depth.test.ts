import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steppedGrid } from '../../src/engine/stepped-grid.js';
import { pack } from '../../src/puzzle/packed.js';
import type { Puzzle } from '../../src/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/model/limits.js';
import { Solver } from '../../src/solver/solve.js';
import { puzzleOf } from '../support/grids.js';
import { randomNumbers } from '../support/random-puzzle.js';

const grid = steppedGrid();

/** The fixpoint of a level by its definition alone, round after round, nothing remembered; false for a contradiction. */
function close(puzzle: Puzzle, level: number): boolean {
  if (grid.propagate() === 'contradiction') return false;
  if (level === 0) return true;
  if (!close(puzzle, level - 1)) return false;
  for (let changed = true; changed;) {
    changed = false;
    for (let row = 0; row < puzzle.height; row++) {
      for (let column = 0; column < puzzle.width; column++) {
        for (let value = 0; value <= puzzle.colours; value++) {
          if (!grid.can(row, column, value) || grid.count(row, column) === 1) continue;
          const mark = grid.mark();
          grid.assign(row, column, value);
          const possible = close(puzzle, level - 1);
          grid.undo(mark);
          if (possible) continue;
          changed = true;
          grid.remove(row, column, value);
          if (!close(puzzle, level - 1)) return false;
        }
      }
    }
  }
  return true;
}

/** The first level up to `levels` that ends in a full grid or a contradiction, or null. */
function plainDepth(puzzle: Puzzle, levels: number): number | null {
  assert.ok(grid.load(pack(puzzle)));
  for (let level = 0; level <= levels; level++) {
    if (!close(puzzle, level) || grid.unknown === 0) return level;
  }
  return null;
}

/** Pictures whose two halves of rows come from different pictures have many kinds of outcome. */
function spoiled(random: () => number, width: number, height: number, colours: number): Puzzle {
  const density = 0.3 + 0.4 * random();
  const cells = Array.from({ length: width * height }, () =>
    random() < density ? 1 + Math.floor(random() * colours) : 0,
  );
  const puzzle = puzzleOf(cells, width, colours);
  if (random() < 0.4) return puzzle;
  const rows = [...puzzle.rows];
  [rows[0], rows[height - 1]] = [rows[height - 1], rows[0]];
  return { ...puzzle, rows };
}

for (const { title, width, height, colours, levels, count } of [
  { title: '10x10 grids', width: 10, height: 10, colours: 1, levels: 1, count: 1000 },
  { title: '7x7 grids', width: 7, height: 7, colours: 1, levels: 2, count: 800 },
  { title: 'grids of 40x5', width: 40, height: 5, colours: 1, levels: 1, count: 300 },
  { title: '6x6 grids of 3 colours', width: 6, height: 6, colours: 3, levels: 2, count: 800 },
  { title: '5x40 grids of 2 colours', width: 5, height: 40, colours: 2, levels: 1, count: 300 },
  { title: 'grids of 70x5', width: 70, height: 5, colours: 1, levels: 1, count: 200 },
]) {
  test(`the guess depth of ${title} is what the definition of the levels says`, () => {
    const random = randomNumbers(width * 100 + colours);
    const solver = new Solver();
    let probed = 0;
    for (let i = 0; i < count; i++) {
      const puzzle = spoiled(random, width, height, colours);
      const found = solver.solve(pack(puzzle), 0, { ...DEFAULT_SOLVE_LIMITS, guessDepth: levels });
      if (found.status !== 'unique' && found.status !== 'contradiction') continue;
      if (found.guessDepth !== 0) probed++;
      assert.equal(found.guessDepth, plainDepth(puzzle, levels), JSON.stringify(puzzle));
    }
    assert.ok(probed > 0, 'some take more than lines');
  });
}
