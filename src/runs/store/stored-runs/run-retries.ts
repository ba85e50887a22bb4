import type { Status } from '../../../core/result/outcome.js';
import type { RunRetry } from '../../../core/run-record/run-retry.js';
import type { Store } from '../open/open.js';

type RetryRow = Omit<RunRetry, 'statuses'> & { readonly runId: number; readonly statuses: string };

/** The retries of a run, in the order in which they were made. */
export function runRetries(store: Store, runId: number): readonly RunRetry[] {
  return retriesByRun(store, runId).get(runId) ?? [];
}

/** The retries of all runs, or of one, by the ids of the runs; of each in the order in which they were made. */
export function retriesByRun(
  { db }: Store,
  runId: number | null = null,
): ReadonlyMap<number, readonly RunRetry[]> {
  const rows = db
    .prepare<{ readonly runId: number | null }, RetryRow>(
      `SELECT run_id AS runId, started_at AS startedAt, finished_at AS finishedAt, statuses,
         timeout_ms AS timeoutMs, max_steps AS maxSteps, memory_mib AS memoryMiB, puzzles, tried, decided,
         round, wall_ms AS wallMs
       FROM retries WHERE @runId IS NULL OR run_id = @runId ORDER BY run_id, started_at, position`,
    )
    .all({ runId });
  const found = new Map<number, RunRetry[]>();
  for (const { runId: id, statuses, ...retry } of rows) {
    const known = found.get(id) ?? [];
    known.push({ ...retry, statuses: statuses.split(',') as Status[] });
    found.set(id, known);
  }
  return found;
}
