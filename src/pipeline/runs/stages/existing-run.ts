import { gatesOf, gatesText, type RunGates } from '../../record/outcome.js';
import { isDiskError } from '../../store/open/store-error.js';
import { makeQuickIndexes } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import type { Run } from '../../store/stored-runs/read-runs.js';
import type { LeftOutFile } from '../../corpus/sources.js';
import { keepGates } from '../../store/write/run-writer.js';
import { keepLeftOut } from '../../store/write/run-sources.js';
import type { RunOutcome } from '../request/run-observer.js';
import { whenUnlocked, type LockWait } from '../feed/lock-wait.js';
import { accountOf, storedEntries } from '../request/accounting.js';

// What is done with a run that exists already, whether or not it goes on.

/** Replaces the gates of such a run by the given ones, and says so. */
export async function keepGivenGates(
  store: Store,
  { runId, options }: Run,
  given: RunGates | undefined,
  lockWait: LockWait,
): Promise<void> {
  if (given === undefined) return;
  const [before, now] = [gatesText(gatesOf(options)), gatesText(given)];
  if (before === now) return;
  if (before !== '') lockWait.warn(`Run ${runId} had other gates: ${before}, now ${now}.`);
  await whenUnlocked(() => keepGates(store, runId, given), lockWait);
}

/**
 * Makes the indexes of a complete run, since a kill may have come before them. Queries work without
 * them, only slower: a full disk does not matter.
 */
export function makeIndexesIfPossible(store: Store, warn: (message: string) => void): void {
  try {
    makeQuickIndexes(store);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    warn(`There is no room for the indexes of the database: ${error.message}`);
  }
}

/**
 * Leaves a complete run as it is, except for the files that are left out: `--ignore` may name
 * others now. `leftOut` is null if nobody looked for them.
 */
export async function leaveUntouched(
  store: Store,
  run: Run,
  leftOut: readonly LeftOutFile[] | null,
  lockWait: LockWait,
): Promise<RunOutcome> {
  if (leftOut !== null) {
    await whenUnlocked(() => keepLeftOut(store, run.runId, leftOut), lockWait);
  }
  makeIndexesIfPossible(store, lockWait.warn);
  const account = accountOf(store, run.runId, storedEntries(store, run.runId));
  return {
    runId: run.runId,
    kind: 'untouched',
    state: 'complete',
    stoppedBy: null,
    resumable: false,
    solved: 0,
    reused: 0,
    solvedWhy: null,
    left: null,
    proof: account,
    wallMs: 0,
  };
}
