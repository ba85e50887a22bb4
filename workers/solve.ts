import { openCrossChecker } from '../src/cross-check/cross-check.js';
import { oneAtATime } from '../src/pool/one-at-a-time.js';
import type { SolveTask, ThreadAnswer } from '../src/pool/protocol.js';
import { createBatchSolver, moved } from '../src/pool/solve-batch.js';
import { Solver } from '../src/solver/solve.js';

const solveBatch = createBatchSolver(() => new Solver(), { warmsUp: true });

/** A worker thread of the local pool: solves the puzzles of one batch. */
export default oneAtATime(async (task: SolveTask): Promise<ThreadAnswer | null> => {
  const wantsCrossCheck = (task.limits.crossCheck ?? 0) > 0;
  const answer = solveBatch(task, wantsCrossCheck ? await openCrossChecker() : undefined);
  return answer && moved(answer);
});
