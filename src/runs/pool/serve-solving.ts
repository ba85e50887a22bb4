import { workerData } from 'node:worker_threads';
import { Solver } from '../../engine/solver/solve.js';
import { openCrossChecker } from './cross-check.js';
import { oneAtATime } from './one-at-a-time.js';
import type { SolveTask, ThreadAnswer } from './protocol.js';
import { restInClock, type RestingThread } from './rest.js';
import { createBatchSolver, moved, type Helpers } from './solve-batch.js';

/**
 * The inside of a solving thread: solves the puzzles of one batch after the other. The answer is null if the batch was
 * taken back.
 */
export function serveSolving(): (task: SolveTask) => Promise<ThreadAnswer | null> {
  if (workerData != null) restInClock(workerData as RestingThread);
  const solveBatch = createBatchSolver(() => new Solver(), { warmsUp: true });
  return oneAtATime(async (task) => {
    const answer = solveBatch(task, await helpersFor(task));
    return answer && moved(answer);
  });
}

/** What a task asks for besides solving; loaded when one first does. */
export async function helpersFor({
  limits,
  place,
}: Pick<SolveTask, 'limits' | 'place'>): Promise<Helpers> {
  const wish = place?.reuse;
  return {
    crossChecker: (limits.crossCheck ?? 0) > 0 ? await openCrossChecker() : undefined,
    reuse: wish && (await import('../reuse/reuse.js')).reuseFor(wish),
  };
}
