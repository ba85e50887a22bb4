import { packBatch } from '../../core/puzzle/packed-batch.js';
import { pack } from '../../core/puzzle/packed.js';
import type { SolvedBatch } from '../pool/pool.js';
import type { Status } from '../../core/result/outcome.js';
import type { Store } from '../store/open/open.js';
import { puzzlesByStatus, type StoredPuzzle } from '../store/queries/stored-puzzles.js';
import { countRun, runSources } from '../store/stored-runs/read-runs.js';
import { RunWriter } from '../store/write/run-writer.js';
import { matchingValues } from '../request/matching-options.js';
import { RunMeter } from '../request/run-meter.js';
import type { Committer } from '../feed/committer.js';
import type { Job } from '../feed/dispatcher.js';
import type { Accepted, Feed } from '../feed/feed.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { RetryPlan } from '../plan/plan-run.js';
import { storedEntries } from '../request/accounting.js';
import type { RunContext, RunTask } from './run-task.js';

/** Goes on with a complete run, some of whose puzzles are solved again. */
export async function retryTask(
  { store, request, lockWait }: RunContext,
  plan: RetryPlan,
): Promise<RunTask<StoredPuzzle>> {
  const { statuses, total } = plan;
  const { limits } = request;
  const { timeoutMs, maxSteps, memoryMiB } = matchingValues(request);
  const retry = { statuses, timeoutMs, maxSteps, memoryMiB, puzzles: total };
  const { runId } = plan.run;
  const writer = new RunWriter(store);
  // One that was killed before its end may have nothing left.
  await whenUnlocked(() => writer.resumeRun(runId, total === 0 ? null : retry), lockWait);
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
    // They travel alone.
    atOnce: total,
    openFeed: (committer) => new RetryFeed({ store, writer, meter, statuses, committer }),
    entries: () => storedEntries(store, runId),
    // Every puzzle has a result, whatever comes of the retry.
    stateIfStopped: 'complete',
    discardIfEmpty: false,
  };
}

/** How many puzzles are fetched from the database at once. */
const PAGE = 256;

/** What a feed for a retry needs. */
interface RetryFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  readonly statuses: readonly Status[];
  readonly committer: Committer;
}

/**
 * Feeds a run with its own stored puzzles, whose results it replaces. They travel alone, as most of
 * them were too hard.
 */
class RetryFeed implements Feed<StoredPuzzle> {
  private readonly puzzles: Iterator<StoredPuzzle>;

  constructor(private readonly parts: RetryFeedParts) {
    this.puzzles = puzzlesOf(parts);
  }

  /** @throws StoreError of the kind `damaged` if a puzzle is not the one that was stored. */
  read(): Promise<StoredPuzzle | null> {
    return new Promise((resolve) => {
      const next = this.puzzles.next();
      resolve(next.done === true ? null : next.value);
    });
  }

  accept(stored: StoredPuzzle): Accepted<StoredPuzzle> {
    this.parts.meter.noteRead({ file: 0, entries: 1, skipped: 0, rejects: 0, bytesRead: 0 });
    const packed = packBatch([pack(stored.puzzle)]);
    return { entries: 1, job: { batch: stored, packed } };
  }

  write({ batch: { puzzleId } }: Job<StoredPuzzle>, { results, by, kept }: SolvedBatch): void {
    const retried = results.map((result) => ({ puzzleId, result, by: by ?? null }));
    this.parts.committer.commit(() => {
      this.parts.writer.updateResults(retried);
      kept?.();
    });
  }

  flush(): void {
    // Each result is committed as it comes.
  }

  close(): Promise<void> {
    this.parts.committer.discard();
    return Promise.resolve();
  }
}

function* puzzlesOf({ store, writer, statuses }: RetryFeedParts): Generator<StoredPuzzle, void> {
  for (const page of puzzlesByStatus(store, writer.runId, statuses, PAGE)) yield* page;
}
