import type { SolvedBatch } from '../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import {
  wantedBy,
  wantedPuzzles,
  type StoredPuzzle,
  type Wanted,
} from '../../store/queries/stored-puzzles.js';
import { countRun, runSources } from '../../store/stored-runs/read-runs.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { matchingValues } from '../request/matching-options.js';
import { RunMeter } from '../request/run-meter.js';
import type { RunStart } from '../request/run-observer.js';
import { PieceBuilder } from '../../corpus/reader/piece-builder.js';
import { storedLimit } from '../../record/options.js';
import type { Committer } from '../feed/committer.js';
import type { Job } from '../feed/dispatcher.js';
import type { Accepted, Feed } from '../feed/feed.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { NextRound } from '../plan/next-round.js';
import type { RetryPlan } from '../plan/plan-run.js';
import { storedEntries } from '../request/accounting.js';
import type { RunContext, RunTask } from './run-task.js';

/** A round that begins, or goes on. */
export interface RoundAhead extends NextRound {
  readonly runId: number;
  readonly kind: RunStart['kind'];
}

/** Goes on with a complete run, some of whose puzzles are solved again. */
export function retryTask(
  context: RunContext,
  { statuses, total, run: { runId } }: RetryPlan,
): Promise<RunTask<StoredPuzzle>> {
  return againTask(context, {
    runId,
    kind: 'retried',
    round: null,
    wanted: wantedBy(statuses),
    puzzles: total,
    // Every puzzle has a result, whatever comes of the retry.
    stateIfStopped: 'complete',
  });
}

/**
 * One more round of a run, all of whose puzzles have a result; the request asks for the limits of
 * this round.
 */
export function roundTask(
  context: RunContext,
  { runId, kind, round, wanted, puzzles }: RoundAhead,
): Promise<RunTask<StoredPuzzle>> {
  const stateIfStopped = 'interrupted';
  return againTask(context, { runId, kind, round, wanted, puzzles, stateIfStopped });
}

/** Puzzles of a run that are to be solved once more. */
interface Again extends Pick<RunTask<StoredPuzzle>, 'stateIfStopped'> {
  readonly runId: number;
  readonly kind: RunStart['kind'];
  readonly round: number | null;
  readonly wanted: Wanted;
  readonly puzzles: number;
}

async function againTask(
  { store, request, lockWait }: RunContext,
  { runId, kind, round, wanted, puzzles, stateIfStopped }: Again,
): Promise<RunTask<StoredPuzzle>> {
  const { limits, threads } = request;
  const { timeoutMs, maxSteps, memoryMiB } = limitsOf(request);
  const { statuses } = wanted;
  const retry = { round, statuses, timeoutMs, maxSteps, memoryMiB, puzzles };
  const writer = new RunWriter(store);
  // One that was killed before its end may have nothing left.
  await whenUnlocked(() => writer.resumeRun(runId, puzzles === 0 ? null : retry), lockWait);
  const meter = new RunMeter({ files: null, total: puzzles });
  return {
    start: {
      runId,
      kind,
      sources: runSources(store, runId),
      threads,
      doneBefore: countRun(store, runId).results - (round === null ? puzzles : 0),
    },
    writer,
    limits,
    meter,
    // They travel alone.
    atOnce: puzzles,
    openFeed: (committer) => new AgainFeed({ store, writer, meter, wanted, committer }),
    entries: () => storedEntries(store, runId),
    stateIfStopped,
    hasAllResults: round !== null,
    discardIfEmpty: false,
  };
}

/** The limits of a request that asks for one round alone; null for none. */
function limitsOf(request: RunContext['request']): {
  readonly timeoutMs: number | null;
  readonly maxSteps: number | null;
  readonly memoryMiB: number | null;
} {
  const { timeoutMs, maxSteps, memoryMiB } = matchingValues({ ...request, rounds: {} });
  return {
    timeoutMs: storedLimit(timeoutMs),
    maxSteps: storedLimit(maxSteps),
    memoryMiB: storedLimit(memoryMiB),
  };
}

/** How many puzzles are fetched from the database at once. */
const PAGE = 256;

/** What a feed from the database needs. */
interface AgainFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  readonly wanted: Wanted;
  readonly committer: Committer;
}

/**
 * Feeds a run with its own stored puzzles, whose results it replaces. They travel alone, as most of
 * them were too hard.
 */
class AgainFeed implements Feed<StoredPuzzle> {
  private readonly puzzles: Iterator<StoredPuzzle>;
  private readonly builder = new PieceBuilder();

  constructor(private readonly parts: AgainFeedParts) {
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
    // Its label has the palette, by which a proof is named.
    this.builder.addPuzzle({ ...UNNAMED, puzzle: stored.puzzle }, null);
    const { packed } = this.builder.take();
    return { entries: 1, job: { batch: stored, packed } };
  }

  write(
    { batch: { puzzleId } }: Job<StoredPuzzle>,
    { results, by, onCommitted }: SolvedBatch,
  ): void {
    const retried = results.map((result) => ({ puzzleId, result, by: by ?? null }));
    this.parts.committer.commit(() => {
      this.parts.writer.updateResults(retried);
      onCommitted?.();
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

const UNNAMED = { name: null, title: null, goal: null };

function* puzzlesOf({ store, writer, wanted }: AgainFeedParts): Generator<StoredPuzzle, void> {
  for (const page of wantedPuzzles(store, writer.runId, wanted, PAGE)) yield* page;
}
