import { StoreError } from '../../store/open/errors.js';
import { makeIndexes } from '../../store/open/indexes.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import type { Pool } from '../../pool/pool.js';
import { Dispatcher } from '../feed/dispatcher.js';
import { drain } from '../feed/drain.js';
import { proofOf, requireProof } from './run-proof.js';
import type { RunContext, RunTask } from './run-task.js';

const PROGRESS_MS = 100;

/** How often the database is told what the workers of a queue have done. */
const WORKERS_MS = 2000;

/** What ended the work early, or null. */
type StoppedBy = RunOutcome['stoppedBy'];

/** A run under way: it owns the store, the writer, the pool and the meter until it has ended. */
export class ActiveRun<Batch> {
  private readonly began = performance.now();
  private pool: Pool | null = null;

  constructor(
    private readonly context: RunContext,
    private readonly task: RunTask<Batch>,
  ) {}

  /** Solves what the task asks for, and ends the run. */
  async carryOut(): Promise<RunOutcome> {
    this.context.controls.observer.started(this.task.start);
    const timers = this.startTimers();
    let stoppedBy: StoppedBy;
    try {
      await this.solve();
      stoppedBy = this.task.meter.allDone ? null : this.context.controls.stop.reason;
    } catch (error) {
      stoppedBy = this.stopAfter(error);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.reportProgress();
    }
    return this.end(stoppedBy, performance.now() - this.began);
  }

  /**
   * The way of every puzzle: it is read, goes to the pool, and its result is written. Returns
   * once all is committed, or the run is asked to stop and what was under work is committed.
   */
  private async solve(): Promise<void> {
    const { meter, limits } = this.task;
    const { stop } = this.context.controls;
    const pool = await this.makePool();
    const dispatcher = new Dispatcher<Batch>(pool, limits, (batch, first, solved) => {
      feed.write(batch, first, solved);
      meter.noteResults(solved.results);
    });
    const feed = this.task.openFeed((error) => dispatcher.fail(error));
    const halt = (): void => dispatcher.halt();
    stop.onRequest(halt);
    try {
      for (;;) {
        await dispatcher.room();
        if (dispatcher.halted) break;
        const batch = await dispatcher.unlessHalted(feed.read(dispatcher.size), 'halted' as const);
        if (batch === 'halted') continue;
        if (batch === null) {
          meter.noteReadToEnd();
          break;
        }
        const { job, entries } = feed.accept(batch);
        if (job === null) dispatcher.passOver(entries);
        else dispatcher.add(job);
      }
      await drain(dispatcher, stop);
      feed.flush();
      this.showWorkers();
    } finally {
      stop.off(halt);
      await Promise.all([dispatcher.close(), feed.close()]);
    }
  }

  private async makePool(): Promise<Pool> {
    const { request, controls } = this.context;
    this.pool = await this.context.makePool(request, {
      queueKey: () => this.task.writer.queueKey(),
      toolVersion: controls.toolVersion,
      onNote: (message) => controls.observer.warn(message),
    });
    return this.pool;
  }

  private startTimers(): NodeJS.Timeout[] {
    const { controls, request } = this.context;
    const timers = [
      setInterval(() => this.reportProgress(), PROGRESS_MS),
      setInterval(() => this.showWorkers(), WORKERS_MS),
    ];
    if (request.stopAfterMs !== null) {
      timers.push(setTimeout(() => controls.stop.request('stop-after'), request.stopAfterMs));
    }
    return timers;
  }

  private reportProgress(): void {
    const workers = this.pool?.members ?? [];
    this.context.controls.observer.progress({ ...this.task.meter.progress(), workers });
  }

  /** Lets the pages know who solves, too; if that cannot be written now, it can be soon. */
  private showWorkers(): void {
    const workers = this.pool?.members ?? [];
    if (workers.length === 0) return;
    try {
      this.task.writer.showWorkers(workers);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Leaves the run as one that can be resumed. @throws `error`, unless the disk is to blame. */
  private stopAfter(error: unknown): StoppedBy {
    const { writer, stateIfStopped, discardIfEmpty } = this.task;
    if (isDiskError(error)) {
      this.context.controls.observer.warn(error.message);
      return 'disk-full';
    }
    // A new run that failed before its first entry is not a run to go on with.
    if (!discardIfEmpty || !writer.discardEmptyRun()) this.finishIfPossible(stateIfStopped);
    throw error;
  }

  /** @throws RunError if the proof does not hold; the run is `interrupted` then. */
  private end(stoppedBy: StoppedBy, wallMs: number): RunOutcome {
    const { store } = this.context;
    const { writer, meter, start, stateIfStopped } = this.task;
    const complete = stoppedBy === null;
    const proof = proofOf(store, writer.runId, this.task.entries(complete));
    if (proof.holds === false) this.finishIfPossible('interrupted');
    requireProof(writer.runId, proof);
    if (stoppedBy === 'disk-full') this.finishIfPossible(stateIfStopped);
    else writer.finishRun(complete ? 'complete' : stateIfStopped);
    if (complete) this.index();
    return {
      runId: writer.runId,
      kind: start.kind,
      state: complete ? 'complete' : 'interrupted',
      stoppedBy,
      resumable: !complete && start.sources.every(({ bytes }) => bytes !== null),
      solved: meter.solved,
      proof,
      wallMs,
    };
  }

  private index(): void {
    try {
      makeIndexes(this.context.store);
    } catch (error) {
      if (!isDiskError(error)) throw error;
      this.context.controls.observer.warn(
        `The run is complete, but there is no room for its indexes: ${error.message}`,
      );
    }
  }

  /** Ends the run; if even that cannot be written, it is left as a kill would leave it. */
  private finishIfPossible(state: 'complete' | 'interrupted'): void {
    try {
      this.task.writer.finishRun(state);
    } catch (error) {
      if (!isDiskError(error)) throw error;
    }
  }
}

/** Whether the disk is to blame: what was committed is there, and the run can be resumed. */
function isDiskError(error: unknown): error is StoreError {
  return error instanceof StoreError && error.kind === 'disk';
}
