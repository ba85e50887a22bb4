import type { Pool } from '../../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { countRun, findRun, runSources } from '../../store/queries/runs.js';
import { countByStatus } from '../../store/queries/stored-puzzles.js';
import { endRunIfPossible, isDiskError } from './end-run.js';
import { RunError } from '../contract/run-error.js';
import { RunMeter } from '../contract/run-meter.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import { isWhole, proofOf, requireProof, storedEntries, untouchedOutcome } from './run-proof.js';
import type { RunControls, RunRequest } from '../contract/run-request.js';
import { solveAgain } from '../feed/solve-again.js';
import { limitsOfRetry, type RetryRequest } from './retry-limits.js';
import { differencesOfRetry, storedOptions } from '../contract/stored-options.js';
import { whileReporting } from './while-reporting.js';

/**
 * Solves the puzzles of the latest run whose results have one of some statuses again, with the
 * limits asked for now, and puts the new results in place of the old ones.
 * @throws StoreError where there is no run, RunError where the latest is not finished,
 * or where it looked for something else (--count, --guess-depth): its results would not go together.
 */
export async function retryRun(
  store: Store,
  request: RetryRequest,
  controls: RunControls,
  makePool: (request: RunRequest) => Pool,
): Promise<RunOutcome> {
  const { observer, stop } = controls;
  const { threads } = request;
  const { statuses } = request.mode;
  const run = findRun(store);
  const { runId } = run;
  // A retry that was killed leaves `running` behind, but every entry has its result.
  if (run.state !== 'complete' && !isWhole(store, runId)) {
    throw new RunError(
      `Run ${runId} is not finished, so there is nothing to try again yet: finish it with --resume first.`,
    );
  }
  const limits = limitsOfRetry(run.options, request);
  const different = differencesOfRetry(run.options, storedOptions({ ...request, limits }));
  if (different.length > 0) {
    throw new RunError(
      `Run ${runId} was begun with other options: ${different.join('; ')}. ` +
        'Its results would not go together: leave these options out, or start a new run.',
    );
  }
  const total = countByStatus(store, runId, statuses);
  if (total === 0 && run.state === 'complete') {
    observer.warn(
      `Run ${runId} has no result that is ${statuses.join(' or ')}: none to try again.`,
    );
    return untouchedOutcome(store, run);
  }
  const writer = new RunWriter(store);
  writer.resumeRun(runId);
  observer.started({
    runId,
    kind: 'retried',
    sources: runSources(store, runId),
    doneBefore: countRun(store, runId).results - total,
    threads,
  });
  const meter = new RunMeter({ bytesTotal: null, total });
  const began = performance.now();
  let diskFull = false;
  try {
    await whileReporting(request, controls, meter, async () => {
      const pool = makePool(request);
      await solveAgain({ store, writer, pool, limits, statuses, meter, stop });
    });
  } catch (error) {
    if (!isDiskError(error)) throw error;
    observer.warn(error.message);
    diskFull = true;
  } finally {
    // Every puzzle has a result, whatever came of the retry.
    endRunIfPossible(writer, 'complete');
  }
  const wallMs = performance.now() - began;
  const proof = proofOf(store, runId, storedEntries(store, runId));
  requireProof(runId, proof);
  const stoppedBy = diskFull ? 'disk-full' : stop.reason;
  return {
    runId,
    kind: 'retried',
    state: stoppedBy === null ? 'complete' : 'interrupted',
    stoppedBy,
    resumable: stoppedBy !== null,
    solved: meter.solved,
    proof,
    wallMs,
  };
}
