import { StoreError } from '../../store/open/store-error.js';
import { makeQuickIndexes } from '../../store/open/indexes.js';
import { SourceChanged } from '../request/run-error.js';
import type { RunOutcome } from '../request/run-observer.js';
import type { Pool, PoolHealth } from '../pool/pool.js';
import { closeProofFolder, openProofFolder } from '../pool/proof-folder.js';
import { noProofFolder } from '../plan/refusals.js';
import { Dispatcher, drain } from '../feed/dispatcher.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import { Committer } from '../feed/committer.js';
import type { Feed } from '../feed/feed.js';
import { accountOf, requireAccounted } from '../request/accounting.js';
import type { NextRound } from '../plan/next-round.js';
import type { RunContext, RunTask } from './run-task.js';
import { trace } from '../../files/program.js';
import { timeAgain } from './time-again.js';
import { isTimeUp } from '../request/time-budget.js';
import type { RunMeter } from '../request/run-meter.js';
import { roundProgress } from './round-standing.js';

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

/** What ended the work early, or null. */
type StoppedBy = RunOutcome['stoppedBy'];

/** How a run, or a round or step of it, ended, and the one that is to follow. */
interface Carried<Next> {
  readonly outcome: RunOutcome;
  readonly next: Next | null;
}

/** A run under way: it owns the store, the writer, the pool and the meter until it has ended. */
export class ActiveRun<Batch, Next = NextRound> {
  private readonly began = performance.now();
  private pool: Pool | null = null;
  private following: { readonly round: Next | null } | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly task: RunTask<Batch, Next>,
  ) {}

  /** Solves what the task asks for, and ends the run, unless it goes on with another round. */
  async carryOut(): Promise<Carried<Next>> {
    const timers = this.startTimers();
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

  /**
   * Why something is left to do; null if nothing is, or the time is up in which results could
   * become better.
   */
  private whyUnfinished(): StoppedBy {
    const { meter, hasAllResults = false, mustGoOn = false } = this.task;
    const { reason } = this.context.controls.stop;
    if (meter.allDone && this.next === null) return null;
    if (mustGoOn) return reason;
    return isTimeUp(reason) && (meter.allDone || hasAllResults) ? null : reason;
  }

  /**
   * The round that follows, asked for when all of this one is done: it is found once, as that reads
   * the whole run.
   */
  private get next(): Next | null {
    this.following ??= { round: this.task.next?.() ?? null };
    return this.following.round;
  }

  /**
   * The way of every puzzle: it is read, goes to the pool, and its result is written. Returns
   * once all is committed, or the run is asked to stop and what was under work is committed.
   */
  private async solve(): Promise<void> {
    const { meter, limits } = this.task;
    const { stop } = this.context.controls;
    this.openProofs();
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
      this.closeProofs();
    }
  }

  /**
   * Only if all puzzles are solved, and on this machine: the machines of a queue are not equally
   * fast.
   */
  private async timeSlowestAgain(pool: Pool): Promise<void> {
    const { store, controls, request } = this.context;
    const { writer, limits, meter } = this.task;
    if (!meter.allDone || meter.solved === meter.reused || request.queue !== null) return;
    if (this.next !== null) return;
    const elapsedMs = performance.now() - this.began;
    const isStopped = (): boolean => controls.stop.reason !== null;
    await timeAgain({ store, writer, pool, limits, elapsedMs, isStopped });
  }

  /** @throws RunError if the folder that is to keep the proofs cannot be made. */
  private openProofs(): void {
    const { proveTo } = this.task.limits;
    if (proveTo === undefined) return;
    try {
      openProofFolder(proveTo);
    } catch (error) {
      throw noProofFolder(proveTo, error);
    }
  }

  private closeProofs(): void {
    const { proveTo } = this.task.limits;
    if (proveTo !== undefined) closeProofFolder(proveTo);
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

  private startTimers(): NodeJS.Timeout[] {
    return [
      setInterval(() => this.reportProgress(), PROGRESS_MS),
      setInterval(() => this.show(), SHOWN_MS),
    ];
  }

  private reportProgress(): void {
    const { members: workers = [], health = NO_THREADS } = this.pool ?? {};
    this.context.controls.observer.progress({ ...this.progress(), workers, ...health });
  }

  private progress(): ReturnType<RunMeter['progress']> {
    const { meter, standing } = this.task;
    const progress = meter.progress();
    if (standing === undefined) return progress;
    return {
      ...progress,
      round: roundProgress(standing, progress, this.context.request, this.threads),
    };
  }

  /** How many threads solve, on all machines. */
  private get threads(): number {
    const { queue, threads } = this.context.request;
    if (queue === null) return threads;
    return (this.pool?.members ?? []).reduce((sum, member) => sum + member.threads, 0);
  }

  /**
   * Notes in the database, for the pages, how far the run is and who solves; if that cannot be
   * written now, the next time will do.
   */
  private show(): void {
    try {
      this.task.writer.show(this.progress(), this.pool?.members ?? []);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /**
   * Leaves the run as one that can be resumed.
   * @throws `error`, unless the disk or another program is to blame.
   */
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
  private async end(stoppedBy: StoppedBy, wallMs: number): Promise<Carried<Next>> {
    const { store, controls } = this.context;
    const { writer, meter, start, stateIfStopped } = this.task;
    const complete = stoppedBy === null;
    // If a signal comes right now, the next round is what it stops.
    const next = complete && !isTimeUp(controls.stop.reason) ? this.next : null;
    const { left, leftIsEstimate } = meter.progress();
    const account = accountOf(store, writer.runId, this.task.entries(complete));
    if (account.holds === false) this.finishIfPossible('interrupted');
    requireAccounted(writer.runId, account);
    if (stoppedBy === 'disk-full' || stoppedBy === 'locked') this.finishIfPossible(stateIfStopped);
    else if (next !== null) await this.whenUnlocked(() => writer.endRound());
    else await this.whenUnlocked(() => writer.finishRun(complete ? 'complete' : stateIfStopped));
    if (complete && next === null) await this.index();
    const outcome: RunOutcome = {
      runId: writer.runId,
      kind: start.kind,
      state: complete ? 'complete' : 'interrupted',
      stoppedBy,
      resumable: !complete && start.sources.every(({ bytes }) => bytes !== null),
      solved: meter.solved,
      reused: meter.reused,
      solvedWhy: meter.solvedWhy,
      left: complete || left === null ? null : { count: left, isEstimate: leftIsEstimate },
      proof: account,
      wallMs,
    };
    return { outcome, next };
  }

  private async index(): Promise<void> {
    try {
      await this.whenUnlocked(() => makeQuickIndexes(this.context.store));
    } catch (error) {
      if (!isTrouble(error)) throw error;
      this.context.controls.observer.warn(
        `The run is complete, but its indexes cannot be made: ${error.message}`,
      );
    }
  }

  /** Ends the run; if even that cannot be written, it is left as a kill would leave it. */
  private finishIfPossible(state: 'complete' | 'interrupted'): void {
    try {
      this.task.writer.finishRun(state);
    } catch (error) {
      if (!isTrouble(error)) throw error;
    }
  }

  private whenUnlocked<T>(work: () => T): Promise<T> {
    return whenUnlocked(work, this.context.lockWait);
  }
}

/**
 * Whether the trouble is with the database alone: what was committed is there, and the run can be
 * resumed.
 */
function isTrouble(
  error: unknown,
): error is StoreError & { readonly code: keyof typeof STOPPED_BY } {
  return error instanceof StoreError && error.code in STOPPED_BY;
}
