import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steppedGrid } from '../../../../src/solver/engine/wasm/stepped-grid.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomPuzzle } from '../../../support/grids.js';
import { isKnown, linesOf, readLine, solutionsOf } from '../../../support/naive/brute-force.js';

const grid = steppedGrid();

/** By cell: the values that it can have in the grid, bit v for value v. */
function domainsOf({ width, height }: Puzzle): number[] {
  return Array.from({ length: width * height }, (_, cell) => grid.values(cell));
}

/**
 * By cell: the values that all lines leave it, from `domains` on; null if a line has no placement.
 */
function closed(puzzle: Puzzle, domains: readonly number[]): number[] | null {
  const lines = linesOf(puzzle);
  const left = domains.slice();
  for (let changed = true; changed;) {
    changed = false;
    for (const line of lines) {
      const shown = readLine(line, left);
      if (shown === null) return null;
      line.cells.forEach((cell, i) => {
        changed ||= left[cell] !== shown[i];
        left[cell] = shown[i];
      });
    }
  }
  return left;
}

const BLACK_AND_WHITE = { colours: 1, palette: null, start: null };

const isUnknown = (values: number): boolean => !isKnown(values);

for (const colours of [1, 3]) {
  test(`it finds what all lines say, and after each assumption, in ${colours} colours`, () => {
    for (let seed = 1; seed <= depth(8, 60); seed++) {
      const puzzle = randomPuzzle(7, 0.5, Math.imul(seed, 0x9e3779b1), colours);
      assert.ok(grid.load(pack(puzzle)));
      const anything = new Array<number>(49).fill(2 ** (colours + 1) - 1);
      assert.equal(grid.propagate(), 'fixpoint');
      const known = closed(puzzle, anything)!;
      assert.deepEqual(domainsOf(puzzle), known);
      assert.equal(grid.unknown, known.filter(isUnknown).length);
      const found = grid.unknownCells();
      const wanted = [...known.keys()].filter((cell) => isUnknown(known[cell]));
      assert.deepEqual(found, wanted);
      const mark = grid.mark();
      for (const cell of grid.unknownCells()) {
        assert.ok(isUnknown(grid.values(cell)));
        for (let value = 0; value <= colours; value++) {
          if (((known[cell] >> value) & 1) === 0) continue;
          grid.assign(cell, value);
          const expected = closed(puzzle, known.with(cell, 1 << value));
          assert.equal(grid.propagate(), expected === null ? 'contradiction' : 'fixpoint');
          if (expected !== null) assert.deepEqual(domainsOf(puzzle), expected);
          grid.undo(mark);
          assert.deepEqual(domainsOf(puzzle), known);
        }
      }
    }
  });
}

test('a cell keeps a value, and a line that no placement fits is not read', () => {
  const columns = [[1], [1], [], []];
  const puzzle = { width: 4, height: 1, rows: [[2]], columns, ...BLACK_AND_WHITE };
  assert.ok(grid.load(pack(puzzle)));
  assert.equal(grid.keep(1, 0b01), true);
  assert.equal(grid.keep(1, 0b10), false);
  assert.equal(grid.keep(3, 0b01), true);
  assert.deepEqual(domainsOf(puzzle), [3, 1, 3, 1]);
  const before = grid.mark();
  for (let level = 0; level < NEEDS.indexOf('line'); level++) {
    assert.equal(grid.readLine(0, level), false);
  }
  assert.deepEqual(grid.mark(), before);
});

test('parts are all unknown cells, and any way to fill one goes with any way to fill the others', () => {
  let several = 0;
  for (let seed = 1; seed <= depth(75, 1500); seed++) {
    const colours = 1 + (seed % 3);
    const puzzle = randomPuzzle(6, 0.2 + (seed % 4) / 10, Math.imul(seed, 0x9e3779b1), colours);
    assert.ok(grid.load(pack(puzzle)));
    assert.equal(grid.propagate(), 'fixpoint');
    const parts = grid.parts();
    const all = parts.flat().sort((a, b) => a - b);
    assert.deepEqual(all, grid.unknownCells());
    if (parts.length > 1) several++;
    const solutions = solutionsOf(puzzle);
    const ways = parts.map(
      (cells) => new Set(solutions.map((one) => cells.map((c) => one[c]).join())),
    );
    const combined = ways.reduce((product, { size }) => product * size, 1);
    assert.equal(combined, solutions.length);
  }
  assert.ok(several > 0, 'none had several parts');
});

test('a solver that is used meanwhile disturbs nothing', () => {
  const puzzle = randomPuzzle(20, 0.5, 7);
  assert.ok(grid.load(pack(puzzle)));
  grid.propagate();
  const before = domainsOf(puzzle);
  new Solver().solve(pack(randomPuzzle(25, 0.4, 3)), 0, UNTIMED);
  assert.deepEqual(domainsOf(puzzle), before);
  assert.equal(grid.propagate(), 'fixpoint');
  assert.deepEqual(domainsOf(puzzle), before);
});

test('a contradiction names a line that has no placement', () => {
  const puzzle = { ...randomPuzzle(3, 0, 1), rows: [[3], [], []], columns: [[1], [1], []] };
  assert.ok(grid.load(pack(puzzle)));
  assert.equal(grid.propagate(), 'contradiction');
  assert.equal(grid.broken, 5);
});

test('a line that is too short for its blocks is not loaded, and the next puzzle is', () => {
  const puzzle = randomPuzzle(5, 0.5, 1);
  assert.equal(grid.load(pack({ ...puzzle, rows: [[4, 4], ...puzzle.rows.slice(1)] })), false);
  assert.ok(grid.load(pack(puzzle)));
});

test('too few steps, and too little time, stop it', () => {
  const puzzle = pack(randomPuzzle(30, 0.6, 1));
  grid.load(puzzle, 0, { maxSteps: 3 });
  assert.equal(grid.propagate(), 'stopped');
  assert.ok(grid.steps <= 4);
  const long = pack(randomPuzzle(100, 0.6, 1));
  grid.load(long, 0, { timeoutMs: 0 });
  assert.equal(grid.propagate(), 'stopped');
});
