import type { Pool, PuzzleLimits, PoolHealth } from './pool/pool.js';
import type { Store } from '../store/open/open.js';
import type { RunWriter } from '../store/write/run-writer.js';
import type { RunMeter } from './run-meter.js';
import {
  type RunStart,
  type RunOutcome,
  type RunProgress,
  type RunControls,
  type RunRequest,
  SourceChanged,
  isTimeUp,
  limitsOf,
  type StopRequest,
} from './request.js';
import { Committer, type Feed } from './feed.js';
import {
  type LockWait,
  whenUnlocked,
  accountOf,
  makeIndexesIfPossible,
  requireAccounted,
} from './stored-run.js';
import { type NextRound, noProofFolder } from './plan.js';
import { StoreError } from '../store/open/store-error.js';
import { closeProofFolder, openProofFolder } from './pool/proof-folder.js';
import { Dispatcher } from './dispatcher.js';
import { trace } from '../files/program.js';
import { isUndecided, STATUSES } from '../../solver/core/result/outcome.js';
import { curedStatuses, roundCount, type RoundLimits } from '../record/options.js';
import type { RoundProgress } from '../record/progress.js';
import { countWanted, slowestResults, solvedPuzzle } from '../store/queries/stored-results.js';
import { countRun, runRetries } from '../store/stored-runs.js';
import { packBatch } from '../../solver/core/puzzle/packed-batch.js';
import { pack } from '../../solver/core/puzzle/packed.js';

/** What a pool needs to know in addition to the request. */
interface PoolNeeds {
  /** Names the run in a queue, by the same 32 hexadecimal digits each time it is resumed. */
  readonly queueKey: () => string;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
  /** How many threads have something to do at once, as far as that is known. */
  readonly atOnce: number;
}

export interface RunContext {
  readonly store: Store;
  readonly request: RunRequest;
  readonly controls: RunControls;
  /** Makes the pool, once there is something to solve; the run closes it again. */
  readonly makePool: (request: RunRequest, needs: PoolNeeds) => Pool | Promise<Pool>;
  /** How it waits for another program that holds the database. */
  readonly lockWait: LockWait;
  readonly began: number;
}

/** What differs between new, resumed and retried runs; ActiveRun does the rest. */
export interface RunTask<Batch, Next = NextRound> {
  /** What the observer is told at the start. */
  readonly start: RunStart;
  /** The writer of the run, which is begun: the database says `running`. */
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  /** How many threads have something to do at once, as far as that is known. */
  readonly atOnce: number;
  openFeed(committer: Committer): Feed<Batch>;
  /** How many entries results and rejects must add up to; null if that cannot be known yet. */
  entries(allDone: boolean): number | null;
  /** The run's state in the database if it stops before all is done. */
  readonly stateIfStopped: 'interrupted' | 'complete';
  /** Whether every entry has a result, and the time left is for better ones: it ends complete. */
  readonly hasAllResults?: boolean;
  /** How far the run was when this round began; left out if it does not go in rounds. */
  readonly standing?: RoundStanding;
  /** The round or step that follows this one, asked for when all is done; left out: none. */
  readonly next?: () => Next | null;
  /** Whether it is complete only once nothing follows, even if its time is up; left out: no. */
  readonly mustGoOn?: boolean;
  /** Whether the run is deleted if it fails before its first result. */
  readonly discardIfEmpty: boolean;
}

const PROGRESS_MS = 100;

/** How often it is written to the database how far the run is, for the pages. */
const SHOWN_MS = 2000;

/** The health of a pool whose threads are elsewhere, or that is not there yet. */
const NO_THREADS: PoolHealth = { oldestMs: null, threadDeaths: 0 };

/** The troubles with the database after which a run can be resumed. */
const STOPPED_BY = {
  NM_DISK_FULL: 'disk-full',
  NM_DISK_FAILS: 'disk-full',
  NM_DATABASE_LOCKED: 'locked',
} as const;

type StoppedBy = RunOutcome['stoppedBy'];

/** A run under way: it owns the store, the writer, the pool and the meter until it has ended. */
export class ActiveRun<Batch, Next = NextRound> {
  private readonly began = performance.now();
  private pool: Pool | null = null;
  private following: { readonly round: Next | null } | null = null;
  private readonly limits: PuzzleLimits;

  constructor(
    private readonly context: RunContext,
    private readonly task: RunTask<Batch, Next>,
  ) {
    this.limits = limitsOf(context.request);
  }

  /** Solves what the task asks for, and ends the run, unless it goes on with another round. */
  async carryOut() {
    const timers = [
      setInterval(() => this.reportProgress(), PROGRESS_MS),
      setInterval(() => this.show(), SHOWN_MS),
    ];
    let stoppedBy: StoppedBy;
    try {
      await this.solve();
      stoppedBy = this.whyUnfinished();
    } catch (error) {
      stoppedBy = this.stopAfter(error);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.show();
      this.reportProgress();
    }
    trace('run', () => (stoppedBy === null ? 'all is done' : `stopped by ${stoppedBy}`));
    return this.end(stoppedBy, this.task.writer.sessionMs);
  }

  /** Why something is left to do; null if nothing is, or the time for better results is up. */
  private whyUnfinished(): StoppedBy {
    const { meter, hasAllResults = false, mustGoOn = false } = this.task;
    const { reason } = this.context.controls.stop;
    if (meter.allDone && this.next === null) return null;
    if (mustGoOn) return reason;
    return isTimeUp(reason) && (meter.allDone || hasAllResults) ? null : reason;
  }

  /** The round that follows, once all is done: found once, as that reads the whole run. */
  private get next(): Next | null {
    this.following ??= { round: this.task.next?.() ?? null };
    return this.following.round;
  }

  /** The way of every puzzle: returns once all is committed, or what was under work at a stop. */
  private async solve(): Promise<void> {
    const { limits } = this;
    const { meter } = this.task;
    const { stop } = this.context.controls;
    const { proveTo } = limits;
    if (proveTo !== undefined) this.openProofs(proveTo);
    const fail = (error: unknown): void => dispatcher.fail(error);
    const committer = new Committer(this.task.writer, this.context.lockWait, fail);
    // Whatever reads can start while the pool opens.
    const feed = this.task.openFeed(committer);
    const pool = await this.makePoolFor(feed);
    const dispatcher = new Dispatcher<Batch>(pool, limits, (job, solved) => {
      feed.write(job, solved);
      meter.noteResults(solved);
    });
    const halt = (): void => dispatcher.halt();
    stop.onRequest(halt);
    try {
      for (;;) {
        await dispatcher.room();
        await dispatcher.unlessHalted(committer.settled(), undefined);
        if (dispatcher.halted) break;
        const batch = await dispatcher.unlessHalted(
          feed.read(dispatcher.sizeFor(meter.left)),
          'halted' as const,
        );
        if (batch === 'halted') continue;
        if (batch === null) {
          trace('run', () => 'everything is read');
          meter.noteReadToEnd();
          break;
        }
        const { job, entries } = feed.accept(batch);
        if (job === null) dispatcher.passOver(entries);
        else dispatcher.add(job);
      }
      await drain(dispatcher, stop);
      trace('run', () => 'nothing is under work any more');
      feed.flush();
      await committer.settled();
      await this.timeSlowestAgain(pool);
    } finally {
      stop.off(halt);
      await Promise.all([dispatcher.close(), feed.close()]);
      if (proveTo !== undefined) closeProofFolder(proveTo);
    }
  }

  /** If all are solved on this machine: those of a queue are not equally fast. */
  private async timeSlowestAgain(pool: Pool): Promise<void> {
    const { store, controls, request } = this.context;
    const { writer, meter } = this.task;
    if (!meter.allDone || meter.solved === meter.reused || request.queue !== null) return;
    if (this.next !== null) return;
    const elapsedMs = performance.now() - this.began;
    const isStopped = (): boolean => controls.stop.reason !== null;
    await timeAgain({ store, writer, pool, limits: this.limits, elapsedMs, isStopped });
  }

  /** @throws RunError if the folder that is to keep the proofs cannot be made. */
  private openProofs(folder: string): void {
    try {
      openProofFolder(folder);
    } catch (error) {
      throw noProofFolder(folder, error);
    }
  }

  /** Makes the pool; if there is none, `feed` is closed. */
  private async makePoolFor(feed: Feed<Batch>): Promise<Pool> {
    const { request, controls } = this.context;
    try {
      this.pool = await this.context.makePool(request, {
        queueKey: () => this.task.writer.queueKey(),
        toolVersion: controls.toolVersion,
        onNote: (message) => controls.observer.warn(message),
        atOnce: this.task.atOnce,
      });
      return this.pool;
    } catch (error) {
      await feed.close();
      throw error;
    }
  }

  private reportProgress(): void {
    const { members: workers = [], health = NO_THREADS } = this.pool ?? {};
    this.context.controls.observer.progress({ ...this.progress(), workers, ...health });
  }

  private progress(): ReturnType<RunMeter['progress']> {
    const { meter, standing } = this.task;
    const progress = meter.progress();
    if (standing === undefined) return progress;
    return { ...progress, round: roundProgress(standing, progress, this.limits, this.threads) };
  }

  /** How many threads solve, on all machines. */
  private get threads(): number {
    const { queue, threads } = this.context.request;
    if (queue === null) return threads;
    return (this.pool?.members ?? []).reduce((sum, member) => sum + member.threads, 0);
  }

  /** Notes in the database, for the pages, how far the run is; if that fails, the next will do. */
  private show(): void {
    try {
      this.task.writer.show(this.progress(), this.pool?.members ?? []);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Leaves a run to be resumed. @throws `error`, unless the disk or another program caused it. */
  private stopAfter(error: unknown): StoppedBy {
    const { writer, stateIfStopped, discardIfEmpty } = this.task;
    if (isTrouble(error)) {
      this.context.controls.observer.warn(error.message);
      return STOPPED_BY[error.code];
    }
    if (error instanceof SourceChanged) {
      writer.discardSource(error.sourceId);
      this.finishIfPossible('interrupted');
      throw error;
    }
    // A new run that failed before its first entry is not a run to go on with.
    if (!discardIfEmpty || !writer.discardEmptyRun()) this.finishIfPossible(stateIfStopped);
    throw error;
  }

  /** @throws RunError if the account does not hold; the run is `interrupted` then. */
  private async end(stoppedBy: StoppedBy, wallMs: number) {
    const { store, controls, lockWait } = this.context;
    const { writer, meter, start, stateIfStopped } = this.task;
    const complete = stoppedBy === null;
    // If a signal comes right now, the next round is what it stops.
    const next = complete && !isTimeUp(controls.stop.reason) ? this.next : null;
    const { left, isEstimate } = meter.progress();
    const account = accountOf(store, writer.runId, this.task.entries(complete));
    if (account.holds === false) this.finishIfPossible('interrupted');
    requireAccounted(writer.runId, account);
    if (stoppedBy === 'disk-full' || stoppedBy === 'locked') this.finishIfPossible(stateIfStopped);
    else {
      const state = complete ? 'complete' : stateIfStopped;
      const end = (): void => (next === null ? writer.finishRun(state) : writer.endRound());
      await whenUnlocked(end, lockWait);
    }
    if (complete && next === null) await makeIndexesIfPossible(store, lockWait);
    const outcome: RunOutcome = {
      runId: writer.runId,
      kind: start.kind,
      state: complete ? 'complete' : 'interrupted',
      stoppedBy,
      resumable: !complete && start.sources.every(({ bytes }) => bytes !== null),
      solved: meter.solved,
      reused: meter.reused,
      solvedWhy: meter.solvedWhy,
      left: complete || left === null ? null : { count: left, isEstimate },
      proof: account,
      wallMs,
    };
    return { outcome, next };
  }

  /** Ends the run; if even that cannot be written, it is left as a kill would leave it. */
  private finishIfPossible(state: 'complete' | 'interrupted'): void {
    try {
      this.task.writer.finishRun(state);
    } catch (error) {
      if (!isTrouble(error)) throw error;
    }
  }
}

/** Whether it is with the database alone: what was committed is there, and can be resumed. */
function isTrouble(
  error: unknown,
): error is StoreError & { readonly code: keyof typeof STOPPED_BY } {
  return error instanceof StoreError && error.code in STOPPED_BY;
}

/** How far a run is when a round of it begins or goes on. */
interface RoundStanding {
  readonly round: number;
  /** Null if rounds go on until nothing is open. */
  readonly of: number | null;
  /** Puzzles this round still tries, all of the run, those without a verdict (not in the first). */
  readonly left: number | null;
  readonly puzzles: number | null;
  readonly open: number;
  /** What this round decided before. */
  readonly decided: number;
}

const UNDECIDED = STATUSES.filter(isUndecided);

/** How far a run is before the round, but for what is `counted` in it; null if it is none. */
export function standingOfRound(
  store: Store,
  limits: RoundLimits,
  runId: number,
  ahead: NextRound | null,
  counted: Pick<RunProgress, 'byStatus' | 'solved'>,
): RoundStanding | null {
  if (curedStatuses(limits).length === 0) return null;
  const { results } = countRun(store, runId);
  const open = countWanted(store, runId, { statuses: UNDECIDED });
  const of = roundCount(limits);
  if (ahead === null) {
    const undecided = undecidedAmong(counted);
    const decided = results - open - (counted.solved - undecided);
    return { round: 1, of, left: null, puzzles: null, open: open - undecided, decided };
  }
  const { round, puzzles: left } = ahead;
  if (round === null) return null;
  const same = runRetries(store, runId).filter((one) => one.round === round);
  const decided = same.reduce((sum, one) => sum + one.decided, 0);
  return { round, of, left, puzzles: results, open, decided };
}

/** How far a round is, by what is done of it; `threads` are those of all machines that solve. */
function roundProgress(
  { round, of, puzzles, open, decided }: RoundStanding,
  progress: Pick<RunProgress, 'byStatus' | 'solved' | 'rejects' | 'left' | 'total'>,
  limits: PuzzleLimits,
  threads: number,
): RoundProgress {
  const { solved, rejects, left, total } = progress;
  const undecided = undecidedAmong(progress);
  const found = solved - undecided;
  const isFirst = puzzles === null;
  return {
    round,
    of,
    open: isFirst ? left && left + open + undecided : open - found,
    puzzles: isFirst ? total && total - rejects : puzzles,
    decided: decided + found,
    mostMs: left === null || threads === 0 ? null : mostMs(left, limits, threads),
  };
}

function undecidedAmong({ byStatus }: Pick<RunProgress, 'byStatus'>): number {
  return UNDECIDED.reduce((sum, status) => sum + byStatus[status], 0);
}

/** The longest that puzzles can take under their limit of time; null if they have none. */
function mostMs(
  puzzles: number,
  { timeoutMs, prove = false, crossCheck = 0 }: PuzzleLimits,
  threads: number,
): number | null {
  if (!Number.isFinite(timeoutMs)) return null;
  // Proofs and cross-checks have as much time again.
  const times = 1 + Number(prove) + Number(crossCheck > 0);
  return Math.ceil(puzzles / threads) * timeoutMs * times;
}

/** How many of the slowest a report shows. */
const SHOWN = 12;

/** How many are looked at: as the slowest get faster, others become the slowest. */
const CANDIDATES = 60;

const TRIES = 2;

/** Milliseconds for all of it, and the share of the run's own time that is added. */
const LEAST_BUDGET_MS = 1000;
const BUDGET_SHARE = 0.05;

interface TimeAgainParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly pool: Pool;
  readonly limits: PuzzleLimits;
  readonly elapsedMs: number;
  readonly isStopped: () => boolean;
}

/**
 * Times the slowest puzzles of a run again, one after the other while nothing else works: a pause
 * of the garbage collector, another process or code that was not compiled yet makes any puzzle slow
 * once. The least time is kept. Puzzles without a verdict took their limit, and would again.
 */
export async function timeAgain(parts: TimeAgainParts): Promise<void> {
  const { store, writer, elapsedMs, isStopped } = parts;
  const end = performance.now() + LEAST_BUDGET_MS + BUDGET_SHARE * elapsedMs;
  const known = slowestResults(store, writer.runId, CANDIDATES);
  const tried = new Set<number>();
  while (!isStopped()) {
    known.sort((a, b) => b.solveMs - a.solveMs);
    const at = known.findIndex(({ puzzleId }, i) => i < SHOWN && !tried.has(puzzleId));
    if (at < 0) return;
    const { puzzleId, solveMs } = known[at];
    tried.add(puzzleId);
    if (performance.now() + TRIES * solveMs > end) continue;
    const least = await leastTime(parts, known[at]);
    if (least === null) return;
    if (least >= solveMs) continue;
    known[at] = { puzzleId, solveMs: least };
    try {
      writer.shortenTime(puzzleId, least);
    } catch (error) {
      // The database cannot be written now: then the longer time stays, also a true one.
      if (error instanceof StoreError) return;
      throw error;
    }
  }
}

/** The least time of more tries, each stopped once it is longer; null if the pool is gone. */
async function leastTime(
  { store, writer, pool, limits }: TimeAgainParts,
  { puzzleId, solveMs }: ReturnType<typeof slowestResults>[number],
): Promise<number | null> {
  const stored = solvedPuzzle(store, writer.runId, puzzleId);
  if (stored === null) return solveMs;
  const packed = packBatch([pack(stored.puzzle)]);
  let least = solveMs;
  for (let i = 0; i < TRIES; i++) {
    const { memoryBytes, maxSteps, count, guessDepth } = limits;
    const asked = { memoryBytes, maxSteps, count, guessDepth, timeoutMs: least };
    try {
      const solved = await pool.solve(packed, { ...asked, difficulty: false, sliceMs: Infinity });
      const [result] = solved.results;
      if (!isUndecided(result.status)) least = Math.min(least, result.solveMs);
    } catch {
      return null;
    }
  }
  return least;
}

/** How long puzzles under work may still come in after a run was asked to stop. */
const GRACE_MS = 1500;

/** Waits until everything is delivered; if the run was asked to stop, at most for the grace. */
async function drain<Batch>(dispatcher: Dispatcher<Batch>, stop: StopRequest) {
  let timer: NodeJS.Timeout | undefined;
  let end = (): void => undefined;
  const graceOver = new Promise<void>((resolve) => (end = resolve));
  const startGrace = (): void => {
    timer = setTimeout(end, GRACE_MS);
  };
  stop.onRequest(startGrace);
  try {
    await Promise.race([dispatcher.finish(), graceOver]);
  } finally {
    stop.off(startGrace);
    clearTimeout(timer);
  }
}
