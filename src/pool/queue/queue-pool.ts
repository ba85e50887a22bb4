import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type Job, Queue, type Redis, Worker } from './link/bullmq.js';
import { cutBatch, type PackedBatch } from '../../puzzle/packed-batch.js';
import type { BatchLimits, Pool, SolvedBatch } from '../pool.js';
import { blame, type Assignment } from './assignment.js';
import { resultsReason } from './messages/check-results.js';
import { connect, evictionWarning, firstAnswer } from './link/connection.js';
import { Crew, type CrewMember } from './crew.js';
import { QueueHealth } from './link/health.js';
import { FEW_EVENTS, PREFIX, resultQueue, workQueue } from './link/names.js';
import type { QueueAddress } from './link/queue-address.js';
import { QueueError } from './link/queue-error.js';
import { durationText } from '../../text/durations.js';
import { askedOf } from './queue-worker.js';
import { Registry, type RunCard } from './registry.js';
import { readResultMessage, type ResultMessage } from './messages/result-message.js';
import { solverVersion } from './link/solver-version.js';
import { TakenOver } from './taken-over.js';
import { removeForgotten, removeRun, removeWork } from './tidy.js';
import type { QueueTimings } from './link/timings.js';
import { within } from './link/within.js';
import { toWorkMessage, type WorkMessage } from './messages/work-message.js';

/** How long the first answer of Redis may take. */
const FIRST_ANSWER_MS = 5000;

/** How many results may wait for their commit at the same time. */
const RESULTS_AT_ONCE = 400;

/** How long `close` may take to remove what is left in the queue. */
const CLOSE_MS = 5000;

/** How many refused messages are reported one by one. */
const TOLD = 3;

export interface QueuePoolOptions {
  readonly address: QueueAddress;
  /** Names the run, even after it was resumed: 32 hexadecimal digits. */
  readonly run: string;
  readonly toolVersion: string;
  /** How long the queue may be silent before the run is given up; it can be resumed. */
  readonly timeoutMs: number;
  readonly timings: QueueTimings;
  readonly onNote: (message: string) => void;
}

/**
 * The workers of a queue as a pool. Batches go out through one queue that all runs share. Results
 * come back through one that belongs to the run, whose BullMQ worker this is, and are acknowledged
 * once they are committed.
 *
 *   solve --sent--> away --results--> solved
 *                    | --its worker died, or answered nonsense, twice--> halved, sent again
 *                    | --the queue has forgotten it, and no answer waits--> sent again
 */
export class QueuePool implements Pool {
  private readonly work: Queue<WorkMessage>;
  private readonly answers: Worker<ResultMessage>;
  /** Where the answers wait. */
  private readonly unread: Queue<ResultMessage>;
  private readonly health: QueueHealth;
  private readonly crew: Crew;
  private readonly runs: Registry<RunCard>;
  private readonly takenOver = new TakenOver();
  private readonly away = new Map<string, Assignment>();
  private readonly timers: NodeJS.Timeout[];
  /** Tells the batches of this process from those of an earlier one. */
  private readonly session = randomBytes(4).toString('hex');
  private sent = 0;
  private refused = 0;
  private failure: Error | null = null;
  private closed = false;

  private constructor(
    private readonly redis: Redis,
    private readonly options: QueuePoolOptions,
  ) {
    const { run, timings } = options;
    const connection = { connection: redis, prefix: PREFIX };
    this.runs = Registry.runs(redis);
    this.crew = new Crew(
      Registry.workers(redis),
      timings.absentMs,
      options.toolVersion,
      options.onNote,
    );
    const queued = { ...connection, streams: FEW_EVENTS };
    this.work = new Queue<WorkMessage>(workQueue(), queued);
    this.unread = new Queue<ResultMessage>(resultQueue(run), queued);
    for (const queue of [this.work, this.unread]) queue.on('error', () => undefined);
    this.answers = new Worker<ResultMessage>(resultQueue(run), (job) => this.take(job), {
      ...connection,
      concurrency: RESULTS_AT_ONCE,
      lockDuration: timings.lockMs,
      stalledInterval: timings.stalledMs,
      maxStalledCount: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      drainDelay: 1,
      autorun: false,
    });
    this.answers.on('error', () => undefined);
    this.health = new QueueHealth(redis, {
      timeoutMs: options.timeoutMs,
      silentMs: timings.silentMs,
      onNote: options.onNote,
      onLost: () => this.giveUp(),
    });
    this.timers = [
      setInterval(() => void this.showUp(), timings.presenceMs),
      setInterval(() => void this.ask(), timings.pollMs),
    ];
  }

  /**
   * Opens the queue for a run: takes over what workers found while its coordinator was gone, and
   * removes its unfinished batches, as well as the remains of runs that were not seen for long.
   * @throws QueueError if the queue cannot be reached or used.
   */
  static async open(options: QueuePoolOptions): Promise<QueuePool> {
    const { address, run, timings, onNote } = options;
    const redis = connect(address);
    await firstAnswer(redis, address, FIRST_ANSWER_MS);
    const pool = new QueuePool(redis, options);
    try {
      const warning = await evictionWarning(redis);
      if (warning !== null) onNote(warning);
      await removeForgotten(redis, run, timings.forgottenMs);
      await removeWork(redis, run, solverVersion());
      await pool.showUp();
      await pool.takeOver();
      if (pool.crew.threads === 0) {
        onNote('No worker is at the queue yet. The run waits for one: nonomill worker --queue ...');
      }
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /** Enough that every worker finds its next batch when it asks for it. */
  get capacity(): number {
    return this.crew.threads === 0 ? 2 : Math.ceil(this.crew.threads * 1.5) + 1;
  }

  /** With many workers, batches are larger: a coordinator can hand out some hundreds a second. */
  get patience(): number {
    return Math.min(30, Math.max(1.5, this.crew.threads / 40));
  }

  onCapacity(listener: () => void): void {
    this.crew.onChange(listener);
  }

  /** The workers that are there, or have solved something. */
  get members(): readonly CrewMember[] {
    return this.crew.members;
  }

  solve(batch: PackedBatch, limits: BatchLimits): Promise<SolvedBatch> {
    if (this.failure !== null) return Promise.reject(this.failure);
    if (this.closed) return Promise.reject(new Error('the pool is closed'));
    const { results, unknown } = this.takenOver.look(batch, askedOf({ limits }));
    if (results.length > 0) return Promise.resolve({ results, heldMs: 0 });
    const part = cutBatch(batch, 0, unknown)[0];
    return new Promise((resolve, reject) => {
      const start = { id: '', sentAt: 0, missing: 0, attempts: 0 };
      this.send({ ...start, batch: part, limits, resolve, reject });
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.health.close();
    for (const timer of this.timers) clearInterval(timer);
    for (const { reject } of this.away.values())
      reject(new Error('the pool was closed while it worked'));
    this.away.clear();
    // A run that was given up because the queue is silent leaves there what it may find again.
    if (this.failure === null) {
      const { run } = this.options;
      const answersClosed = this.answers.close(true);
      await within(
        answersClosed.then(() => removeRun(this.redis, run, solverVersion())),
        CLOSE_MS,
      );
    }
    this.redis.disconnect();
    const queues = [this.work.close(), this.unread.close()];
    const closing = [this.answers.close(true), ...queues, this.answers.disconnect()];
    await within(Promise.allSettled(closing), 1000);
  }

  /** Sends a batch under a new name: answers to what it was before are late. */
  private send(assignment: Assignment): void {
    this.away.delete(assignment.id);
    assignment.id = `${this.options.run}-${this.session}-${this.sent++}`;
    this.sendAgain(assignment);
  }

  /** Sends a batch under the name that it has: whichever answer comes first counts. */
  private sendAgain(assignment: Assignment): void {
    const { run } = this.options;
    const { batch, limits } = assignment;
    assignment.sentAt = performance.now();
    assignment.missing = 0;
    this.away.set(assignment.id, assignment);
    const options = { jobId: assignment.id, removeOnComplete: true, removeOnFail: false };
    this.work
      .add('batch', toWorkMessage({ run, batch, limits }), options)
      .catch((error: unknown) => this.refuseToGoOn(error));
  }

  /** One answer: resolves once its results are committed, or not needed. */
  private take(job: Job<ResultMessage>): Promise<void> {
    let message: ResultMessage;
    try {
      message = readResultMessage(job.data);
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error), null);
      return Promise.resolve();
    }
    const assignment = this.away.get(message.batch);
    if (assignment === undefined) {
      // If its batch is done, it is late or a copy. If it belongs to another process, it may still
      // be needed.
      if (!message.batch.startsWith(`${this.options.run}-${this.session}-`))
        this.takenOver.keep(message);
      return Promise.resolve();
    }
    const reason = resultsReason(assignment.batch, message.results);
    if (reason !== null) {
      this.refuse(reason, message.worker);
      const why = `workers answered nonsense (${reason})`;
      if (blame(assignment, 1, why)) this.send(assignment);
      else this.away.delete(assignment.id);
      return Promise.resolve();
    }
    this.away.delete(assignment.id);
    const { results, heldMs, worker } = message;
    const by = this.crew.credit(worker, results.length);
    return new Promise((kept) => assignment.resolve({ results, heldMs, by, kept }));
  }

  private refuse(reason: string, worker: string | null): void {
    this.refused++;
    if (this.refused > TOLD) return;
    const who = worker === null ? 'The queue brought a message' : `Worker ${worker} sent an answer`;
    const more = this.refused === TOLD ? ' No more is said of messages like this.' : '';
    this.options.onNote(`${who} that is refused: ${reason}.${more}`);
  }

  /** Asks the queue about batches that have been out for long. */
  private async ask(): Promise<void> {
    const { pollMs } = this.options.timings;
    const now = performance.now();
    const old = [...this.away.values()].filter(({ sentAt }) => now - sentAt > pollMs);
    if (old.length === 0) return;
    try {
      // What is done is unknown to the queue, too, until its answer is taken.
      const allTaken = (await this.unread.getWaitingCount()) === 0;
      await Promise.all(old.map((assignment) => this.askAfter(assignment, allTaken)));
    } catch {
      // Not connected: it asks again soon.
    }
  }

  private async askAfter(assignment: Assignment, allTaken: boolean): Promise<void> {
    const { id } = assignment;
    // A name may outlive what it names, in the lists of a queue of which Redis evicted a part.
    const known = (await this.redis.exists(this.work.toKey(id))) === 1;
    const state = known ? await this.work.getJobState(id) : 'unknown';
    if (this.away.get(id) !== assignment || this.closed) return;
    if (state === 'failed') {
      await this.work.remove(id);
      if (this.away.get(id) !== assignment) return;
      if (blame(assignment, 2, 'the workers died that were on this puzzle')) this.send(assignment);
      else this.away.delete(id);
    } else if (state !== 'unknown') {
      assignment.missing = 0;
    } else if (allTaken && ++assignment.missing === 2) {
      // Its results would have come by now: Redis has lost the batch, or the results.
      this.sendAgain(assignment);
    }
  }

  private async showUp(): Promise<void> {
    const { run, toolVersion } = this.options;
    try {
      const card = { run, host: hostname(), version: toolVersion, solver: solverVersion() };
      await this.runs.announce(run, card);
      await this.crew.look();
    } catch {
      // Not connected: it asks again soon.
    }
  }

  /** Fetches what workers found for an earlier process of this run. */
  private async takeOver(): Promise<void> {
    // The results that the other process was about to commit are still locked for it, but can be
    // read.
    for (const { data } of await this.unread.getJobs(['active'])) this.keep(data);
    void this.answers.run();
    for (let looks = 0; looks < 100; looks++) {
      if ((await this.unread.getJobCountByTypes('wait', 'delayed')) === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private keep(data: unknown): void {
    try {
      this.takenOver.keep(readResultMessage(data));
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error), null);
    }
  }

  private giveUp(): void {
    const time = durationText(this.options.timeoutMs);
    this.refuseToGoOn(
      new QueueError(
        `${this.options.address.shown} has not answered for ${time}. What was committed is kept: ` +
          'run the same command with --resume once the queue is back.',
      ),
    );
  }

  private refuseToGoOn(error: unknown): void {
    if (this.closed) return;
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { reject } of this.away.values()) reject(this.failure);
    this.away.clear();
  }
}
