import { requireSpace, trace } from '../../files/program.js';
import { LocalPool } from '../pool/local-pool.js';
import { loadWatchOf } from '../request/load-limit.js';
import type { Pool } from '../pool/pool.js';
import { openStore, type Store } from '../../store/open/open.js';
import type { RunOutcome } from '../request/run-observer.js';
import { isAboutLatest, type RunControls, type RunRequest } from '../request/run-request.js';
import type { PoolNeeds } from './run-task.js';
import { findCorpora, knowCorpora } from '../plan/known-sources.js';
import { requireOtherDatabase } from './prepare-reuse.js';
import { planRun } from '../plan/plan-run.js';
import { storedRuns } from '../plan/stored-runs.js';
import { keepGivenGates, leaveUntouched } from './existing-run.js';
import { carryOutRounds } from './rounds.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { Watch } from '../../record/progress.js';

/** How a run gets what it needs. */
export interface RunParts {
  /**
   * Opens the database for writing; the run closes it again. `watch` is told how far an older one
   * is.
   */
  readonly openStore: (request: RunRequest, watch?: Watch) => Store;
  /** Makes the pool, once there is something to solve; the run closes it again. */
  readonly makePool: (request: RunRequest, needs: PoolNeeds) => Pool | Promise<Pool>;
  /** Milliseconds to wait for another program that holds the database; default: a minute. */
  readonly lockWaitMs?: number;
}

/** Solves on this machine. */
export const LOCAL: RunParts = {
  openStore: (request, watch) =>
    openStore(request.db, {
      ...(watch && { watch }),
      readonly: false,
      mustExist: isAboutLatest(request),
      durable: request.durable,
    }),
  makePool: ({ threads, memoryMiB, maxLoad = null }, { atOnce }) =>
    new LocalPool({ threads, memoryMiB, atOnce, loadWatch: loadWatchOf(maxLoad) }),
};

/**
 * Does what `request` asks, in stages: finds the corpora, opens the database, plans, and carries
 * out. ARCHITECTURE.md lists the stages of a row from here to the report, in their order.
 *
 * A run's states, as the database has them:
 *
 *   (none)      --started-->              running
 *   running     --every entry done-->     complete
 *   running     --stop, full disk,
 *                 locked database,
 *                 changed corpus-->       interrupted
 *   running     --killed-->               running       the lock is free: nobody works on it
 *   running     --another started-->      interrupted   so the killed one shows as what it is
 *   running,
 *   interrupted --resumed-->              running
 *   complete    --resumed-->              complete      untouched
 *   complete    --resumed, rounds left--> running, then complete again
 *   complete    --retried-->              running, then complete again
 *
 * The open database holds its lock from the beginning to the end: a second run is refused.
 * @throws RunError, StoreError or CorpusError if it cannot be done, with the reason; whatever
 * was committed stays.
 */
export async function doRun(
  request: RunRequest,
  controls: RunControls,
  parts: RunParts = LOCAL,
): Promise<RunOutcome> {
  requireSpace(request.threads + 1);
  // Before the database is opened: a misspelled file should not leave an empty one.
  const found = await findCorpora(request);
  requireOtherDatabase(request);
  const store = parts.openStore(request, controls.observer.beforehand);
  try {
    const stored = storedRuns(store);
    const corpora = await knowCorpora(request, found, stored, controls);
    const plan = planRun(request, stored, corpora.sources);
    trace('run', () => `${plan.kind}, into ${plainText(request.db)}`);
    const warn = (message: string): void => controls.observer.warn(message);
    const lockWait = { warn, lockWaitMs: parts.lockWaitMs };
    if (plan.kind !== 'started') await keepGivenGates(store, plan.run, request.gates, lockWait);
    if (plan.kind === 'untouched' || plan.kind === 'started') plan.warnings.forEach(warn);
    if (plan.kind === 'untouched') {
      return await leaveUntouched(store, plan.run, corpora.leftOut, lockWait);
    }
    const context = { ...parts, store, request: plan.request, controls, lockWait };
    return await carryOutRounds(context, plan, corpora);
  } finally {
    store.close();
  }
}
