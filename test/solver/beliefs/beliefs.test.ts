import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../src/puzzle/packed.js';
import type { Puzzle } from '../../../src/puzzle/types.js';
import { Beliefs } from '../../../src/solver/beliefs/beliefs.js';
import { Budget } from '../../../src/solver/model/budget.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../src/solver/model/limits.js';
import { Problem } from '../../../src/solver/model/problem.js';
import { Propagator } from '../../../src/solver/propagate/propagate.js';
import { State } from '../../../src/solver/model/state.js';
import { solutionsOf } from '../../support/naive/brute-force.js';
import { randomNumbers, randomPuzzle } from '../../support/random-puzzle.js';
import { depth } from '../../support/depth.js';

/** The estimates for a puzzle after propagation, or null if they are refused. */
function estimate(
  puzzle: Puzzle,
  timeoutMs = Infinity,
  damped = false,
): { beliefs: Beliefs; state: State } | null {
  const problem = new Problem();
  const state = new State(problem);
  const budget = new Budget();
  budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs });
  assert.ok(problem.load(pack(puzzle), 0));
  state.reset();
  new Propagator(problem, state, budget).run();
  const beliefs = new Beliefs();
  return beliefs.estimate(problem, state, budget, damped) ? { beliefs, state } : null;
}

for (const colours of [1, 2]) {
  test(`${colours === 1 ? 'in black and white' : 'with two colours'} cells mostly have their likeliest value in most solutions`, () => {
    const random = randomNumbers(colours);
    let right = 0;
    let wrong = 0;
    for (let i = 0; i < depth(120, 400); i++) {
      const puzzle = randomPuzzle(random, 6, 6, 0.45, colours);
      const solutions = solutionsOf(puzzle);
      const made = estimate(puzzle, Infinity, i % 2 === 0);
      assert.ok(made !== null);
      for (let cell = 0; cell < 36; cell++) {
        if (made.state.count(Math.floor(cell / 6), cell % 6) === 1) continue;
        assert.ok(made.beliefs.certainty[cell] >= 0 && made.beliefs.certainty[cell] <= 1);
        if (made.beliefs.certainty[cell] < 0.2) continue;
        const value = made.beliefs.value[cell];
        const share = solutions.filter((cells) => cells[cell] === value).length / solutions.length;
        if (share > 0.5) right++;
        else wrong++;
      }
    }
    assert.ok(right > depth(60, 200), `${right} cells`);
    assert.ok(right > 4 * wrong, `${right} right, ${wrong} wrong`);
  });
}

test('a puzzle that is too large, and a budget that is spent, are refused', () => {
  const random = randomNumbers(5);
  assert.equal(estimate(randomPuzzle(random, 400, 400, 0.3)), null);
  assert.equal(estimate(randomPuzzle(random, 60, 60, 0.3), -1), null);
});
