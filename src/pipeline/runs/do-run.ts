import { requireSpace, trace } from '../files/program.js';
import { LocalPool } from './pool/local-pool.js';
import { loadWatchOf } from './pool/rest.js';
import type { Pool, SolvedBatch } from './pool/pool.js';
import { openStore, type Store } from '../store/open/open.js';
import {
  type RunOutcome,
  type RunStart,
  isAboutLatest,
  type RunControls,
  type RunRequest,
  askingRound,
  matchingValues,
  watchTime,
} from './request.js';
import {
  type PoolNeeds,
  type RunContext,
  type RunTask,
  ActiveRun,
  standingOfRound,
  type RoundStanding,
} from './active-run.js';
import {
  findCorpora,
  knowCorpora,
  planRun,
  storedRuns,
  type KnownCorpora,
  nextRound,
  type ResumePlan,
  type RetryPlan,
  type StartPlan,
  type NextRound,
} from './plan.js';
import { requireOtherDatabase, corpusTask } from './corpus-task.js';
import { keepGivenGates, leaveUntouched, isRunWhole, whenUnlocked } from './stored-run.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { curedStatuses, storedLimit } from '../record/options.js';
import {
  wantedBy,
  wantedPuzzles,
  type StoredPuzzle,
  type Wanted,
} from '../store/queries/stored-results.js';
import { countRun, expectedEntries, runSources } from '../store/stored-runs.js';
import { RunWriter } from '../store/write/run-writer.js';
import { RunMeter } from './run-meter.js';
import { PieceBuilder } from '../corpus/reader/piece-builder.js';
import type { Committer, Accepted, Feed } from './feed.js';
import type { Job } from './dispatcher.js';

/** How a run gets what it needs. */
export interface RunParts {
  /** Opens the database for writing; the run closes it again. */
  readonly openStore: (request: RunRequest) => Store;
  /** Makes the pool, once there is something to solve; the run closes it again. */
  readonly makePool: (request: RunRequest, needs: PoolNeeds) => Pool | Promise<Pool>;
  /** Milliseconds to wait for another program that holds the database; default: a minute. */
  readonly lockWaitMs?: number;
}

/** Solves on this machine. */
export const LOCAL: RunParts = {
  openStore: (request) =>
    openStore(request.db, {
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
  const store = parts.openStore(request);
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

/**
 * Carries a run out: its corpora, then round after round what they left open; or a retry, which is
 * one more round. Each round reads from the database what it tries. A run that is killed between
 * two of them is `running`, with a result for every entry.
 */
async function carryOutRounds(
  context: RunContext,
  plan: StartPlan | ResumePlan | RetryPlan,
  corpora: KnownCorpora,
): Promise<RunOutcome> {
  const { store, request, controls } = context;
  const { rounds = {} } = request;
  const { observer, stop } = controls;
  const unwatch = watchTime(request, stop);
  try {
    if (plan.kind === 'retried') {
      const retry = await againTask(context, {
        runId: plan.run.runId,
        kind: 'retried',
        round: null,
        wanted: wantedBy(plan.statuses),
        puzzles: plan.total,
        // Every puzzle has a result, whatever comes of the retry.
        stateIfStopped: 'complete',
      });
      observer.started(retry.start);
      return (await new ActiveRun(context, retry).carryOut()).outcome;
    }
    let total: RunOutcome | null = null;
    let ahead = plan.kind === 'resumed' ? roundOf(store, plan) : null;
    let runId = ahead?.runId ?? 0;
    if (ahead === null) {
      const task = await corpusTask(context, plan, corpora);
      ({ runId } = task.start);
      observer.started(task.start);
      const standing = standingOfRound(store, request, runId, null, task.meter.progress());
      const { outcome, next } = await new ActiveRun(context, withRounds(task, standing)).carryOut();
      total = outcome;
      ahead = next && { ...next, runId, kind: plan.kind };
    }
    while (ahead !== null) {
      const round = { ...context, request: askingRound(request, ahead.round) };
      const task = await againTask(round, { ...ahead, stateIfStopped: 'interrupted' });
      if (total === null) observer.started(task.start);
      const standing = standingOfRound(store, request, runId, ahead, task.meter.progress());
      if (standing !== null) observer.round?.({ ...standing, limits: round.request });
      const { outcome, next } = await new ActiveRun(round, withRounds(task, standing)).carryOut();
      total = total === null ? outcome : joined(total, outcome);
      ahead = next && { ...next, runId, kind: plan.kind };
    }
    return total!;

    function withRounds<Batch>(
      task: RunTask<Batch>,
      standing: RoundStanding | null,
    ): RunTask<Batch> {
      if (standing === null) return task;
      return { ...task, standing, next: () => nextRound(store, runId, rounds) };
    }
  } finally {
    unwatch();
  }
}

/** The round that a run goes on with, if its corpora are through. */
function roundOf(
  store: Store,
  { run: { runId }, request: { rounds = {} } }: ResumePlan,
): RoundAhead | null {
  if (curedStatuses(rounds).length === 0 || !isRunWhole(store, runId)) return null;
  const next = nextRound(store, runId, rounds);
  return next && { ...next, runId, kind: 'resumed' };
}

function joined(before: RunOutcome, round: RunOutcome): RunOutcome {
  return {
    ...round,
    kind: before.kind,
    solved: before.solved + round.solved,
    reused: before.reused,
    solvedWhy: before.solvedWhy,
    wallMs: before.wallMs + round.wallMs,
  };
}

/** A round that begins, or goes on. */
interface RoundAhead extends NextRound {
  readonly runId: number;
  readonly kind: RunStart['kind'];
}

/** Puzzles of a run that are to be solved once more. */
interface Again extends Omit<RoundAhead, 'round'>, Pick<RunTask<StoredPuzzle>, 'stateIfStopped'> {
  /** Null for a retry. */
  readonly round: number | null;
}

/**
 * Goes on with a run all of whose puzzles have a result, and solves some of them again; the request
 * asks for the limits of this round.
 */
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
    entries: () => expectedEntries(store, runId),
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
