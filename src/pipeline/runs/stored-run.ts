// What is done with a run that exists already, whether or not it goes on.
import { gatesOf, gatesText, type RunGates } from '../record/outcome.js';
import { isDiskError, StoreError } from '../store/open/store-error.js';
import { makeQuickIndexes, type Store } from '../store/open/open.js';
import { type Run, countRun, expectedEntries, runSources } from '../store/stored-runs.js';
import type { LeftOutFile } from '../corpus/sources.js';
import { keepGates, keepLeftOut } from '../store/write/run-writer.js';
import { type RunOutcome, type EntryProof, RunError } from './request.js';
import { copiedEntries, copiedFiles } from '../store/pieces.js';
import { setTimeout as delay } from 'node:timers/promises';

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

/** Makes the indexes of a complete run. Queries are only slower without: no trouble matters. */
export async function makeIndexesIfPossible(store: Store, lockWait: LockWait): Promise<void> {
  try {
    await whenUnlocked(() => makeQuickIndexes(store), lockWait);
  } catch (error) {
    if (!isDiskError(error) && !isLockError(error)) throw error;
    lockWait.warn(`The run is complete, but its indexes cannot be made: ${error.message}`);
  }
}

/** Leaves a complete run as it is, but for files that are `leftOut` now; null: nobody looked. */
export async function leaveUntouched(
  store: Store,
  run: Run,
  leftOut: readonly LeftOutFile[] | null,
  lockWait: LockWait,
): Promise<RunOutcome> {
  if (leftOut !== null) await whenUnlocked(() => keepLeftOut(store, run.runId, leftOut), lockWait);
  await makeIndexesIfPossible(store, lockWait);
  const { runId } = run;
  const proof = accountOf(store, runId, expectedEntries(store, runId));
  return { ...NOTHING_SOLVED, runId, kind: 'untouched', state: 'complete', proof };
}

/** What a run comes to that solved nothing. */
export const NOTHING_SOLVED = {
  stoppedBy: null,
  resumable: false,
  ...({ solved: 0, reused: 0, solvedWhy: null, left: null, wallMs: 0 } as const),
} as const satisfies Partial<RunOutcome>;

/** Compares what is stored with the `read` entries; null if only a part was seen. */
export function accountOf(store: Store, runId: number, read: number | null): EntryProof {
  const { results, rejects } = countRun(store, runId);
  const copied = copiedEntries(copiedFiles(store, runId));
  // Files of one content are read once.
  const entries = read === null ? null : read + againEntries(store, runId);
  const holds = entries === null ? null : results + rejects + copied === entries;
  return { entries, results, rejects, copied, holds };
}

/** How many entries the files of a run have whose content is that of one before them. */
function againEntries(store: Store, runId: number): number {
  const seen = new Set<number>();
  return runSources(store, runId).reduce((sum, { sourceId, entries }) => {
    // Files beyond a limit are not read: nobody knows how many entries they have.
    const again = seen.has(sourceId) ? (entries ?? 0) : 0;
    seen.add(sourceId);
    return sum + again;
  }, 0);
}

/** @throws RunError if results or rejects are missing, or there are too many. */
export function requireAccounted(runId: number, proof: EntryProof): void {
  const { entries, results, rejects, copied, holds } = proof;
  if (holds !== false) return;
  throw new RunError(
    'NM_RUN_INCOMPLETE_ACCOUNT',
    `Run ${runId} does not add up: ${String(entries)} entries were read, but the database holds ` +
      `${results} results and ${rejects} rejects${copied === 0 ? '' : `, of which ${copied} are in copies, too`}. It stays interrupted; run the same command with ` +
      '--resume to fill in what is missing, and please report this: it is a bug.',
  );
}

/** Whether every entry of a run has its result or its reject. */
export function isRunWhole(store: Store, runId: number): boolean {
  return accountOf(store, runId, expectedEntries(store, runId)).holds === true;
}

/** How long another program may hold the database before the run stops, and how often to try. */
const LONGEST_WAIT_MS = 60_000;
const RETRY_MS = 100;

/** Who is told that a run waits, and how long it waits at most. */
export interface LockWait {
  readonly warn: (message: string) => void;
  readonly lockWaitMs?: number | undefined;
}

/**
 * Repeats `work`, which writes to the database, until no other program holds it.
 * @throws what `work` throws; a StoreError of the kind `locked` only after the longest wait.
 */
export async function whenUnlocked<T>(
  work: () => T,
  { warn, lockWaitMs = LONGEST_WAIT_MS }: LockWait,
): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isLockError(error) || performance.now() - began > lockWaitMs) throw error;
      if (tries === 1) {
        const seconds = Math.ceil(lockWaitMs / 1000);
        warn(`${error.message} The run waits for it, ${seconds} s at most.`);
      }
      await delay(RETRY_MS);
    }
  }
}

/** Whether an error says that another program holds the database. */
export function isLockError(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'NM_DATABASE_LOCKED';
}

/** Null if one of them is not known. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
