import assert from 'node:assert/strict';
import { pack } from '../../src/puzzle/packed.js';
import type { Puzzle } from '../../src/puzzle/types.js';
import type { Outcome } from '../../src/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../src/solver/model/limits.js';
import { Solver } from '../../src/solver/solve.js';

/** Steps, not time, so that both engines stop at the same place. */
export const LIMITS: SolveLimits = {
  ...DEFAULT_SOLVE_LIMITS,
  timeoutMs: Infinity,
  maxSteps: 8000,
};

/** An observer that looks at nothing. */
export const NOBODY = {};

export const byEngine = new Solver();
/** The rooms in TypeScript. */
export const byRooms = new Solver(null);

/** Asserts that the engine and the rooms in TypeScript find the same by the same work, and rate alike; returns what they find. */
export function assertSame(puzzle: Puzzle, limits: SolveLimits): Outcome {
  const words = pack(puzzle);
  const found = byEngine.solve(words, 0, limits);
  assert.deepEqual(found, byRooms.solve(words, 0, limits, NOBODY));
  // They spend different numbers of steps on that, so one may run out before the other.
  const [rated, ratedByRooms] = [byEngine.rate(found), byRooms.rate(found)];
  if (rated !== null && ratedByRooms !== null) assert.deepEqual(rated, ratedByRooms);
  return found;
}
