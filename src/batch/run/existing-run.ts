import { gatesOf, gatesText, type RunGates } from '../../result/run/gates.js';
import { StoreError } from '../../store/open/store-error.js';
import { makeQuickIndexes } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import type { Run } from '../../store/runs/read-runs.js';
import { keepGates } from '../../store/write/keep-gates.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import { whenUnlocked, type LockWait } from '../feed/lock-wait.js';
import { accountOf, storedEntries } from '../contract/accounting.js';

// What is done about a run that is there already, whether or not it goes on.

/** Gates that are given for such a run take the place of its own, which is said. */
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
 * Makes the indexes of a complete run, since a kill may have come before them. Queries work without, if
 * slower, so that a full disk is not in the way.
 */
export function makeIndexesIfPossible(store: Store, warn: (message: string) => void): void {
  try {
    makeQuickIndexes(store);
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== 'disk') throw error;
    warn(`There is no room for the indexes of the database: ${error.message}`);
  }
}

/** What comes of a run that is complete, if nothing is to be done. */
export function untouchedOutcome(store: Store, run: Run): RunOutcome {
  const account = accountOf(store, run.runId, storedEntries(store, run.runId));
  return {
    runId: run.runId,
    kind: 'untouched',
    state: 'complete',
    stoppedBy: null,
    resumable: false,
    solved: 0,
    left: null,
    proof: account,
    wallMs: 0,
  };
}
