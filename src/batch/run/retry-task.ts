import { countRun, runSources } from '../../store/runs/runs.js';
import type { StoredPuzzle } from '../../store/queries/stored-puzzles.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { RunMeter } from '../contract/run-meter.js';
import { patiently } from '../feed/patiently.js';
import { RetryFeed } from '../feed/retry-feed.js';
import type { RetryPlan } from '../plan/plan-run.js';
import { storedEntries } from './accounting.js';
import type { RunContext, RunTask } from './run-task.js';

/** Goes on with a complete run, some of whose puzzles are solved again. */
export async function retryTask(
  { store, request, patience }: RunContext,
  plan: RetryPlan,
): Promise<RunTask<StoredPuzzle>> {
  const { statuses, total } = plan;
  const { limits } = request;
  const { runId } = plan.run;
  const writer = new RunWriter(store);
  await patiently(() => writer.resumeRun(runId), patience);
  const meter = new RunMeter({ files: null, total });
  return {
    start: {
      runId,
      kind: 'retried',
      sources: runSources(store, runId),
      doneBefore: countRun(store, runId).results - total,
      threads: request.threads,
    },
    writer,
    limits,
    meter,
    openFeed: (queue) => new RetryFeed({ store, writer, meter, statuses, queue }),
    entries: () => storedEntries(store, runId),
    // Every puzzle has a result, whatever comes of the retry.
    stateIfStopped: 'complete',
    discardIfEmpty: false,
  };
}
