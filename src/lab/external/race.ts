import type { ExternalOptions } from './external-pool.js';
import type { RunOutcome } from '../../pipeline/runs/request/run-observer.js';
import type { RunControls, RunRequest } from '../../pipeline/runs/request/run-request.js';
import { LOCAL, doRun } from '../../pipeline/runs/stages/do-run.js';

/** A run in which another program solves. */
export async function race(
  request: RunRequest,
  external: Omit<ExternalOptions, 'processes' | 'memoryMiB' | 'onNote'>,
  controls: RunControls,
): Promise<RunOutcome> {
  const { ExternalPool } = await import('./external-pool.js');
  return doRun(request, controls, {
    ...LOCAL,
    makePool: ({ threads, memoryMiB }, { onNote }) =>
      new ExternalPool({ ...external, processes: threads, memoryMiB, onNote }),
  });
}
