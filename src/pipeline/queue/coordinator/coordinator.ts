import { hostname } from 'node:os';
import { durationText } from '../../../solver/core/text/numbers.js';
import {
  cutBatch,
  type PackedBatch,
  batchCount,
  pickFromBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { BatchLimits } from '../../runs/pool/pool.js';
import type { Redis } from '../link/bullmq.js';
import {
  connect,
  evictionWarning,
  firstAnswer,
  hangUp,
  isFull,
  onceThereIsRoom,
} from '../link/connection.js';
import { QueueHealth } from '../link/health.js';
import type { QueueAddress } from '../link/queue-address.js';
import { QueueError } from '../link/queue-error.js';
import { solverVersion } from '../../files/built-versions.js';
import type { QueueTimings } from '../link/timings.js';
import { within } from '../link/within.js';
import type { RunCard, WorkerCard } from '../messages/cards.js';
import { resultsReason } from '../messages/check-results.js';
import { type WorkerAnswer, namesIn, puzzleNames } from '../messages/result-message.js';
import { askedOf } from '../messages/work-message.js';
import { CardRegistry, type SeenCard } from '../messages/card-registry.js';
import { removeForgotten, removeRun, removeWork } from './tidy.js';
import { AnswerQueue, type AnswerQueueOptions } from './answer-queue.js';
import type { Assignment, WorkerFindings } from './assignment.js';
import { Conducts } from './conduct.js';
import { SentBatches } from './sent-batches.js';
import type { ResultInCells } from '../../../solver/core/result/result.js';

/** How long the first answer of Redis may take. */
const FIRST_ANSWER_MS = 5000;

/** How long `close` may take to remove what is left in the queue. */
const CLOSE_MS = 5000;

/** What a coordinator needs to know; plain data. */
export interface CoordinatorOptions {
  readonly address: QueueAddress;
  /** Names the run, even after it was resumed: 32 hexadecimal digits. */
  readonly run: string;
  readonly toolVersion: string;
  /**
   * The worker that this process will be itself: it counts as there, even before it has shown up.
   */
  readonly own?: string;
  /** How long the queue may be silent, or full, before the run is given up; it can be resumed. */
  readonly timeoutMs: number;
  readonly timings: QueueTimings;
}

/** Who is told what happens at the queue. */
export interface CoordinatorListener {
  readonly onNote: (message: string) => void;
  /** Everybody who is at the queue, or was. */
  readonly onWorkers: (workers: readonly SeenCard<WorkerCard>[]) => void;
  /** The run is given up; everything under work is rejected as well. */
  readonly onLost: (error: Error) => void;
}

/**
 * A run's end of a queue. Batches go out through one queue that all runs share. Results come back
 * through one that belongs to the run, whose BullMQ worker this is, and are acknowledged once they
 * are committed.
 *
 *   solve --sent--> out --results--> solved
 *                    | --its worker died, or answered nonsense, twice--> halved, sent again
 *                    | --the queue has forgotten it, and no answer waits--> sent again
 */
export class Coordinator {
  private readonly sent: SentBatches;
  /** Of batches whose answers are taken and not committed yet, by their ids: when they are. */
  private readonly uncommitted = new Map<string, Promise<void>>();
  private readonly answers: AnswerQueue;
  private readonly health: QueueHealth;
  private readonly workers: CardRegistry<WorkerCard>;
  private readonly runs: CardRegistry<RunCard>;
  private readonly takenOver = new TakenOver();
  private readonly conducts = new Conducts();
  private readonly timers: NodeJS.Timeout[];
  /** What was said of the worker that was shut out last. */
  private lastShutOut = '';
  private failure: Error | null = null;
  private closed = false;

  private constructor(
    private readonly redis: Redis,
    private readonly options: CoordinatorOptions,
    private readonly listener: CoordinatorListener,
  ) {
    const { run, timings, timeoutMs } = options;
    const { onNote } = listener;
    this.runs = CardRegistry.runs(redis);
    this.workers = CardRegistry.workers(redis);
    const onFailure = (error: unknown): void => this.refuseToGoOn(error);
    const strays = (): number => this.answers.strayMessages;
    this.health = new QueueHealth(redis, {
      timeoutMs,
      silentMs: timings.silentMs,
      onNote,
      onLost: (why) => this.giveUp(why),
    });
    const { health } = this;
    this.sent = new SentBatches(redis, { run, pollMs: timings.pollMs, health, strays, onFailure });
    const take = (answer: WorkerAnswer): Promise<void> => this.take(answer);
    const onRefused: AnswerQueueOptions['onRefused'] = (from, reason) => {
      const assignment = this.sent.find(from.batch);
      if (assignment !== undefined) this.refuseAnswer(assignment, from.worker, reason);
    };
    this.answers = new AnswerQueue(redis, { run, timings, take, onRefused, onNote });
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
  static async open(
    options: CoordinatorOptions,
    listener: CoordinatorListener,
  ): Promise<Coordinator> {
    const { address, run, timings } = options;
    const redis = connect(address);
    await firstAnswer(redis, address, FIRST_ANSWER_MS);
    const coordinator = new Coordinator(redis, options, listener);
    try {
      const warning = await evictionWarning(redis);
      if (warning !== null) listener.onNote(warning);
      const mayWait = (): boolean => coordinator.failure === null;
      await onceThereIsRoom(async () => {
        await removeForgotten(redis, run, timings.forgottenMs);
        await removeWork(redis, run, solverVersion());
      }, mayWait);
      await coordinator.showUp();
      await coordinator.answers.begin((answer) => coordinator.takenOver.keep(answer));
      return coordinator;
    } catch (error) {
      const reason = coordinator.failure ?? error;
      await coordinator.close();
      throw reason;
    }
  }

  /**
   * What is found of the first puzzles of `batch`. @throws what the listener was told if the run is
   * given up.
   */
  solve(batch: PackedBatch, limits: BatchLimits): Promise<WorkerFindings> {
    if (this.failure !== null) return Promise.reject(this.failure);
    const { results, by, unknown } = this.takenOver.look(batch, askedOf({ limits }));
    if (results.length > 0) {
      return Promise.resolve({ results, heldMs: 0, by, onCommitted: null });
    }
    const part = cutBatch(batch, 0, unknown)[0];
    return new Promise((resolve, reject) => {
      const start = { id: '', sentAt: 0, missing: 0, strays: 0, lost: 0, attempts: 0 };
      this.sent.send({ ...start, batch: part, limits, resolve, reject });
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.health.close();
    for (const timer of this.timers) clearInterval(timer);
    this.sent.reject(new Error('the pool was closed while it worked'));
    // A run that was given up because the queue is silent leaves there what it may find again.
    if (this.failure === null) {
      const stopped = this.answers.stop();
      const removed = stopped.then(() => removeRun(this.redis, this.options.run, solverVersion()));
      await within(removed, CLOSE_MS);
    }
    this.redis.disconnect();
    await within(Promise.allSettled([this.sent.close(), this.answers.close()]), 1000);
    hangUp(this.redis);
  }

  /** One answer: resolves once its results are committed, or not needed. */
  private take(answer: WorkerAnswer): Promise<void> {
    // A machine that is too busy to keep its lock gets the answer once more.
    const committing = this.uncommitted.get(answer.batch);
    if (committing !== undefined) return committing;
    const assignment = this.sent.find(answer.batch);
    if (assignment === undefined) {
      // If its batch is done, it is late or a copy. If it belongs to another process, it may still
      // be needed.
      if (!this.sent.isOwn(answer.batch)) this.takenOver.keep(answer);
      return Promise.resolve();
    }
    const { results, heldMs, worker } = answer;
    if (this.conducts.isShutOut(worker.id)) {
      this.sent.send(assignment);
      return Promise.resolve();
    }
    const reason = resultsReason(assignment.batch, results);
    if (reason !== null) {
      this.answers.refuse(reason, worker);
      this.refuseAnswer(assignment, worker, reason);
      return Promise.resolve();
    }
    this.conducts.praise(worker.id);
    this.sent.settle(assignment);
    const committed = new Promise<void>((kept) =>
      assignment.resolve({ results, heldMs, by: worker, onCommitted: kept }),
    ).then(() => void this.uncommitted.delete(answer.batch));
    this.uncommitted.set(answer.batch, committed);
    return committed;
  }

  /**
   * Sends a batch again after an answer that cannot be used. Puzzles are to blame only if their
   * worker has answered well before; a worker that does not is shut out.
   */
  private refuseAnswer(assignment: Assignment, worker: WorkerCard, reason: string): void {
    const { id } = worker;
    if (this.conducts.isShutOut(id)) {
      this.sent.send(assignment);
      return;
    }
    const isOut = this.conducts.blame(id, assignment);
    const attempts = this.conducts.isTrusted(id) && !isOut ? 1 : 0;
    this.sent.tryAgain(assignment, attempts, `workers answered nonsense (${reason})`);
    if (isOut) void this.shutOut(worker, reason);
  }

  /** Asks a worker to leave; without another one, the run ends. */
  private async shutOut({ id, host }: WorkerCard, reason: string): Promise<void> {
    const what = `its answers cannot be used (${reason})`;
    this.lastShutOut = `Worker ${id} on ${host} is shut out: ${what}.`;
    let isLast = false;
    try {
      const all = await this.workers.all();
      await this.workers.shutOut(id, `the run on ${hostname()} shuts it out: ${what}.`);
      isLast = this.areAllShutOut(all);
    } catch {
      // Not connected: it is looked at again when the coordinator shows up.
    }
    if (isLast) this.endForWantOfWorkers();
    else this.listener.onNote(this.lastShutOut);
  }

  private isThere({ solver, seenMsAgo }: SeenCard<WorkerCard>): boolean {
    return seenMsAgo <= this.options.timings.absentMs && solver === solverVersion();
  }

  /** Whether all workers that are there are shut out; true if none is there. */
  private areAllShutOut(all: readonly SeenCard<WorkerCard>[]): boolean {
    const ids = all.filter((one) => this.isThere(one)).map(({ id }) => id);
    if (this.options.own !== undefined) ids.push(this.options.own);
    return ids.every((id) => this.conducts.isShutOut(id));
  }

  private endForWantOfWorkers(): void {
    this.refuseToGoOn(
      new QueueError(
        'NM_QUEUE_WORKERS',
        `${this.lastShutOut} No other worker is at the queue. What was committed is kept: start other ` +
          'workers, and run the same command with --resume.',
      ),
    );
  }

  private async ask(): Promise<void> {
    try {
      await this.sent.ask(() => this.answers.allTaken());
    } catch {
      // Not connected: it asks again soon.
    }
  }

  private async showUp(): Promise<void> {
    const { run, toolVersion } = this.options;
    try {
      const card = { run, host: hostname(), version: toolVersion, solver: solverVersion() };
      await this.runs.announce(run, card);
      if (!this.sent.waitForRoom) this.health.noteFull(false);
      const all = await this.workers.all();
      this.listener.onWorkers(all.filter(({ id }) => !this.conducts.isShutOut(id)));
      const isSomebodyThere = all.some((one) => this.isThere(one));
      if (isSomebodyThere && this.areAllShutOut(all)) this.endForWantOfWorkers();
    } catch (error) {
      // If it is not connected, it asks again soon.
      if (isFull(error)) this.health.noteFull(true);
    }
  }

  private giveUp(why: 'silent' | 'full'): void {
    const time = durationText(this.options.timeoutMs);
    const [what, until] =
      why === 'silent'
        ? ['has not answered', 'the queue is back']
        : ['has had no room (maxmemory of Redis)', 'it has more memory, or less to keep'];
    this.refuseToGoOn(
      new QueueError(
        'NM_QUEUE_UNREACHABLE',
        `${this.options.address.shown} ${what} for ${time}. What was committed is kept: ` +
          `run the same command with --resume once ${until}.`,
      ),
    );
  }

  private refuseToGoOn(error: unknown): void {
    if (this.closed || this.failure !== null) return;
    this.failure = error instanceof Error ? error : new Error(String(error));
    this.sent.reject(this.failure);
    this.listener.onLost(this.failure);
  }
}

/** What is kept at most: far more than was under work when a coordinator died. */
const MOST_RESULTS = 200_000;

interface Finding {
  readonly result: ResultInCells;
  readonly worker: WorkerCard;
}

/** What is known of the first puzzles of a batch, all found by the same worker. */
interface KnownFindings {
  readonly results: readonly ResultInCells[];
  readonly by: WorkerCard | null;
  /** How many puzzles after them are not known, until one is. */
  readonly unknown: number;
}

/**
 * Results that workers found while their coordinator was gone, by what names their puzzles. Each is
 * given away once.
 */
class TakenOver {
  private readonly found = new Map<string, Finding>();

  keep({ puzzles, results, worker }: WorkerAnswer): void {
    for (const [i, name] of namesIn(puzzles).entries()) {
      if (this.found.size >= MOST_RESULTS) return;
      this.found.set(name, { result: results[i], worker });
    }
  }

  look(batch: PackedBatch, asked: string): KnownFindings {
    const count = batchCount(batch);
    if (this.found.size === 0) return { results: [], by: null, unknown: count };
    const names = puzzleNames(batch, asked, 0, count);
    const results: ResultInCells[] = [];
    let by: WorkerCard | null = null;
    while (results.length < count) {
      const name = names[results.length];
      const finding = this.found.get(name);
      if (finding === undefined || (by !== null && by.id !== finding.worker.id)) break;
      const one = pickFromBatch(batch, [results.length]);
      this.found.delete(name);
      if (resultsReason(one, [finding.result]) !== null) break;
      by = finding.worker;
      results.push(finding.result);
    }
    const next = names.findIndex((name, i) => i >= results.length && this.found.has(name));
    return { results, by, unknown: (next === -1 ? count : next) - results.length };
  }
}
