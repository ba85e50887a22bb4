import { readProgress, stillProgress, type Progress } from '../../../core/progress/progress.js';
import type { ShownState } from '../../../core/run-record/run-state.js';
import type { Store } from '../open/open.js';
import type { Run, RunCounts } from './read-runs.js';

/**
 * How far a run is, or a retry of it, as its process noted it last. More may have been committed since: that is in `counts`, which
 * alone say what is done once nobody goes on with it. Null if it is complete, or nobody has noted it.
 */
export function runProgress(
  { db }: Store,
  { runId, retries }: Run,
  state: ShownState,
  counts: RunCounts,
): Progress | null {
  if (state === 'complete') return null;
  const noted = db
    .prepare<[number], string | null>('SELECT progress FROM runs WHERE run_id = ?')
    .pluck()
    .get(runId);
  const progress = readProgress(noted ?? null);
  if (progress === null) return null;
  const isRunning = state === 'running';
  const shown = isRunning ? progress : stillProgress(progress);
  if (retries.some(({ finishedAt }) => finishedAt === null)) return shown;
  const stored = counts.results + counts.rejects;
  const done = isRunning ? Math.max(shown.done, stored) : stored;
  return { ...shown, done, total: shown.total && Math.max(shown.total, done) };
}
