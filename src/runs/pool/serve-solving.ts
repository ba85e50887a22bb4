import { Solver } from '../../engine/solver/solve.js';
import { openCrossChecker } from './cross-check.js';
import { oneAtATime } from './one-at-a-time.js';
import type { SolveTask, ThreadAnswer } from './protocol.js';
import { createBatchSolver, moved } from './solve-batch.js';

/**
 * The inside of a solving thread: solves the puzzles of one batch after the other. The answer is null if the batch was
 * taken back.
 */
export function serveSolving(): (task: SolveTask) => Promise<ThreadAnswer | null> {
  const solveBatch = createBatchSolver(() => new Solver(), { warmsUp: true });
  return oneAtATime(async (task) => {
    const wantsCrossCheck = (task.limits.crossCheck ?? 0) > 0;
    const answer = solveBatch(task, wantsCrossCheck ? await openCrossChecker() : undefined);
    return answer && moved(answer);
  });
}
