import { pack } from '../../../puzzle/packed.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { replaySolving } from '../../../replay/replay.js';
import type { Difficulty } from '../../../result/difficulty.js';
import type { SolveLimits } from '../../../solver/model/limits.js';
import { Solver } from '../../../solver/solve.js';
import type { SolveRequest, SolveAnswer } from './solve-request.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<SolveRequest>) => void;
  postMessage(message: SolveAnswer): void;
};

scope.onmessage = ({ data: { puzzle, limits } }) => {
  const start = performance.now();
  const { outcome, replay } = replaySolving(puzzle, limits);
  const ms = performance.now() - start;
  const difficulty = outcome.status === 'unique' ? rate(puzzle, limits) : null;
  scope.postMessage({ outcome, replay, difficulty, ms });
};

/** A solver rates what it has just solved: without an observer that takes little time. */
function rate(puzzle: Puzzle, limits: SolveLimits): Difficulty | null {
  const solver = new Solver();
  return solver.rate(solver.solve(pack(puzzle), 0, limits));
}
