import { workerData } from 'node:worker_threads';
import { Solver } from '../../engine/solver/solve.js';
import { openCrossChecker } from './cross-check.js';
import { oneAtATime } from './one-at-a-time.js';
import type { SolveTask, ThreadAnswer } from './protocol.js';
import { restInClock, type RestingThread } from './rest.js';
import { createBatchSolver, moved } from './solve-batch.js';

/**
 * The inside of a solving thread: solves the puzzles of one batch after the other. The answer is null if the batch was
 * taken back.
 */
export function serveSolving(): (task: SolveTask) => Promise<ThreadAnswer | null> {
  if (workerData != null) restInClock(workerData as RestingThread);
  const solveBatch = createBatchSolver(() => new Solver(), { warmsUp: true });
  return oneAtATime(async (task) => {
    const wantsCrossCheck = (task.limits.crossCheck ?? 0) > 0;
    const answer = solveBatch(task, wantsCrossCheck ? await openCrossChecker() : undefined);
    return answer && moved(answer);
  });
}
