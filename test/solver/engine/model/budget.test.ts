import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import {
  DEFAULT_SOLVE_LIMITS,
  type SolveLimits,
} from '../../../../src/solver/engine/model/limits.js';
import type { Outcome } from '../../../../src/solver/core/result/outcome.js';
import { Solver, solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { allClueSets, puzzleOf, randomPuzzle } from '../../../support/grids.js';
import { depth } from '../../../support/tests.js';

/**
 * Four corners of a square: rows and columns leave two ways to fill them, and nothing else is open.
 */
const DIAGONAL = puzzleOf([1, 0, 0, 1], 2);

function limits(change: Partial<SolveLimits>): SolveLimits {
  return { ...DEFAULT_SOLVE_LIMITS, ...change };
}

test('if two solutions are wanted and found, the result is multiple, stopped by the count, and not exact', () => {
  const found = solvePuzzle(DIAGONAL);
  assert.equal(found.status, 'multiple');
  assert.equal(found.stoppedBy, 'count');
  assert.equal(found.solutions, 2n);
  assert.equal(found.solutionsExact, false);
  assert.equal(found.technique, 'search');
  assert.equal(found.guessDepth, null);
  assert.equal(found.guessDepthMin, null);
});

test('if three solutions are wanted and two found, the search went to its end, so the count is exact', () => {
  const found = solvePuzzle(DIAGONAL, limits({ count: 3 }));
  assert.equal(found.status, 'multiple');
  assert.equal(found.stoppedBy, null);
  assert.equal(found.solutions, 2n);
  assert.equal(found.solutionsExact, true);
});

test('a puzzle that propagation closes is unique by lines at depth 0, without a guess', () => {
  const found = solvePuzzle(puzzleOf([1, 1, 1, 0], 2));
  assert.equal(found.status, 'unique');
  assert.equal(found.technique, 'line');
  assert.equal(found.guessDepth, 0);
  assert.equal(found.guessDepthMin, 0);
  assert.equal(found.searchDepth, 0);
  assert.equal(found.sweeps, 2);
  assert.equal(found.counters.decisions, 0);
  assert.equal(found.counters.probes, 0);
});

test('a budget of steps ends the work at the same place each time, with nothing wrong proven', () => {
  const puzzle = randomPuzzle(20, 0.45, 5);
  const whole = solvePuzzle(puzzle);
  const solver = new Solver();
  for (let maxSteps = 1; maxSteps < whole.counters.lineSolves; maxSteps = 2 * maxSteps + 1) {
    const first = solver.solve(pack(puzzle), 0, limits({ maxSteps }));
    const again = new Solver().solve(pack(puzzle), 0, limits({ maxSteps }));
    assert.deepEqual(again, first);
    assert.equal(first.stoppedBy, 'steps');
    assert.ok(first.counters.lineSolves <= maxSteps + 100);
    if (first.status !== 'steps') assert.equal(first.status, whole.status);
    if (first.guessDepthMin !== null && whole.guessDepth !== null) {
      assert.ok(first.guessDepthMin <= whole.guessDepth);
    }
    assert.ok(first.solutions <= whole.solutions);
  }
});

test('a deadline ends the search anywhere, even within a conflict, and leaves nothing behind', (t) => {
  // The clock goes on by one with each look at it.
  let now = 1;
  t.mock.method(performance, 'now', () => now++);
  const solver = new Solver();
  const next = randomPuzzle(36, 0.5, 3);
  const forever = limits({ timeoutMs: Infinity, maxSteps: 20_000 });
  const expected = new Solver().solve(pack(next), 0, forever);
  assert.ok(expected.counters.conflicts > 0);
  for (const puzzle of [
    randomPuzzle(36, 0.45, 3),
    randomPuzzle(70, 0.5, 7),
    randomPuzzle(30, 0.4, 3, 2),
  ]) {
    let stopped = 0;
    for (let timeoutMs = 1; timeoutMs < 200; timeoutMs += 1 + (timeoutMs >> 2)) {
      const start = now;
      const outcome = solver.solve(pack(puzzle), 0, limits({ timeoutMs }));
      if (outcome.stoppedBy !== 'timeout') continue;
      stopped++;
      assert.ok(now - start <= timeoutMs + 20, `${now - start} looks for ${timeoutMs}`);
      assert.deepEqual(solver.solve(pack(next), 0, forever), expected);
    }
    assert.ok(stopped > 5, `${stopped} stopped`);
  }
});

test('a solver finds the same outcome whatever it solved before', () => {
  const shared = new Solver();
  const puzzles = [...allClueSets(3, 3)].slice(0, 200);
  for (let seed = 1; seed < 60; seed++) {
    puzzles.push(randomPuzzle(3 + (seed % 40), 0.3 + (seed % 5) / 10, seed));
  }
  const facts = (outcome: Outcome): unknown => outcome;
  for (const puzzle of puzzles) {
    const given = limits({ maxSteps: 20_000, timeoutMs: Infinity });
    const words = pack(puzzle);
    const found = facts(shared.solve(words, 0, given));
    assert.deepEqual(found, facts(new Solver().solve(words, 0, given)));
  }
});

test('a deadline that has passed ends in a timeout with what is known', () => {
  const found = solvePuzzle(randomPuzzle(300, 0.5, 3), limits({ timeoutMs: 0 }));
  assert.equal(found.status, 'timeout');
  assert.equal(found.stoppedBy, 'timeout');
  assert.equal(found.technique, null);
  assert.equal(found.guessDepth, null);
  assert.equal(found.guessDepthMin, 0);
  assert.equal(found.solution, null);
  assert.equal(found.solutions, 0n);
});

test('too little memory for the grid ends in the status memory', () => {
  const found = solvePuzzle(randomPuzzle(300, 0.5, 3), limits({ memoryBytes: 1000 }));
  assert.equal(found.status, 'memory');
  assert.equal(found.stoppedBy, 'memory');
});

test('a grid that no machine has room for ends in the status memory, and the solver goes on', () => {
  const solver = new Solver();
  const side = 65_000;
  const words = new Int32Array(4 + 2 * side);
  words.set([words.length, side, side, 31]);
  const found = solver.solve(words, 0, limits({}));
  assert.equal(found.status, 'memory');
  assert.equal(solver.solve(pack(DIAGONAL), 0, limits({})).status, 'multiple');
});

test('what a limit of memory allows does not depend on the puzzles before', () => {
  const solver = new Solver();
  const small = pack(randomPuzzle(12, 0.5, 8));
  const first = solver.solve(small, 0, limits({ memoryBytes: 200_000 }));
  assert.equal(first.stoppedBy, null);
  solver.solve(pack(randomPuzzle(300, 0.9, 3)), 0, limits({}));
  assert.deepEqual(solver.solve(small, 0, limits({ memoryBytes: 200_000 })), first);
});

test('a first solution stays if time runs out before the second is found', () => {
  let kept = 0;
  for (let seed = 1; seed < depth(20, 100); seed++) {
    const puzzle = randomPuzzle(14, 0.45, seed);
    const whole = solvePuzzle(puzzle);
    let before = 0n;
    for (let maxSteps = 100; maxSteps < whole.counters.lineSolves; maxSteps += 20) {
      const found = solvePuzzle(puzzle, limits({ maxSteps }));
      assert.ok(found.solutions >= before, 'more time never finds less');
      before = found.solutions;
      assert.equal(found.solutions > 0n, found.solution !== null);
      if (found.status !== 'steps' || found.solution === null) continue;
      kept++;
      assert.equal(checkSolution(puzzle, found.solution), null);
      assert.equal(found.solutionsExact, false);
    }
  }
  assert.ok(kept > depth(3, 10), `${kept} times`);
});
