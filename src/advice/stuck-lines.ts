import { pack } from '../puzzle/packed.js';
import type { Puzzle } from '../puzzle/types.js';
import { Budget } from '../solver/model/budget.js';
import type { SolveLimits } from '../solver/model/limits.js';
import { Problem } from '../solver/model/problem.js';
import { State } from '../solver/model/state.js';
import { FIXPOINT, Propagator } from '../solver/propagate/propagate.js';

/**
 * The lines that line solving alone does not finish (rows count from 0, columns come after them); none if it finds a
 * contradiction, or the limits do not suffice.
 */
export function stuckLines(puzzle: Puzzle, limits: SolveLimits): number[] {
  const problem = new Problem();
  const state = new State(problem);
  const budget = new Budget();
  budget.start(limits);
  if (!problem.load(pack(puzzle), 0) || !budget.allows(problem.bytes + State.bytesFor(problem))) {
    return [];
  }
  state.reset();
  if (new Propagator(problem, state, budget).run() !== FIXPOINT) return [];
  return Array.from({ length: puzzle.height + puzzle.width }, (_, line) => line).filter((line) =>
    state.isOpen(line),
  );
}
