import { workerData } from 'node:worker_threads';
import { openCrossChecker } from '../src/runs/pool/cross-check.js';
import { oneAtATime } from '../src/runs/pool/one-at-a-time.js';
import type { SolveTask, ThreadAnswer } from '../src/runs/pool/protocol.js';
import { createBatchSolver, moved } from '../src/runs/pool/solve-batch.js';
import { restInClock, type RestingThread } from '../src/runs/pool/rest.js';
import { Solver } from '../src/engine/solver/solve.js';

if (workerData != null) restInClock(workerData as RestingThread);

const solveBatch = createBatchSolver(() => new Solver(), { warmsUp: true });

/** A worker thread of the local pool: solves the puzzles of one batch. */
export default oneAtATime(async (task: SolveTask): Promise<ThreadAnswer | null> => {
  const wantsCrossCheck = (task.limits.crossCheck ?? 0) > 0;
  const answer = solveBatch(task, wantsCrossCheck ? await openCrossChecker() : undefined);
  return answer && moved(answer);
});
