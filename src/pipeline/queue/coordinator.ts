import { parentPort, workerData } from 'node:worker_threads';
import {
  rowsOf,
  shareFinder,
  type ReusedResult,
  type RowPlace,
  type EntryRows,
} from '../store/packed/entry-rows.js';
import {
  pickFromBatch,
  viewBatch,
  withoutLabels,
  type PackedBatch,
  cutBatch,
  batchCount,
} from '../../solver/core/puzzle/packed-batch.js';
import type { PuzzleResult, ResultInCells } from '../../solver/core/result/result.js';
import type { SolvedWhy } from '../record/outcome.js';
import {
  QueueError,
  connect,
  evictionWarning,
  firstAnswer,
  hangUp,
  isFull,
  onceThereIsRoom,
  QueueHealth,
  type QueueAddress,
  type QueueTimings,
  within,
  queueNamed,
  LINK,
  workQueue,
  FULL_PAUSE_MS,
  resultQueue,
} from './link.js';
import {
  textResults,
  type WorkerCard,
  type SeenCard,
  type RunCard,
  resultsReason,
  namesIn,
  puzzleNames,
  askedOf,
  CardRegistry,
  toWorkMessage,
  RefusedMessage,
  readResultMessage,
  type ResultMessage,
} from './messages.js';
import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import { type BatchLimits, resultOfDeath } from '../runs/pool/pool.js';
import { hostname } from 'node:os';
import { durationText } from '../../solver/core/text/numbers.js';
import { messageOf } from '../../solver/core/text/plain-text.js';
import { type Redis, type Queue, type Job, Worker } from './bullmq.js';
import { solverVersion } from '../files/program.js';
import { randomBytes } from 'node:crypto';

/** The inside of the coordinating thread: it checks and makes rows, so the main one need not. */
export async function serveCoordinator(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the coordinating thread has no one to talk to');
  const report = (message: CoordinatorReport, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const lose = (error: unknown): void => {
    const code = error instanceof QueueError ? error.code : null;
    const isBug = code === null && error instanceof Error;
    report({ kind: 'lost', code, message: isBug ? (error.stack ?? '') : messageOf(error) });
  };
  let coordinator: Coordinator;
  try {
    coordinator = await Coordinator.open(workerData as CoordinatorOptions, { report, lose });
  } catch (error) {
    lose(error);
    return;
  }
  /** To be called once what was found is committed, or a task's answer is refused. */
  const uncommitted = new Map<number, (refused: string | null) => void>();

  const give = (
    asked: CoordinatorRequest & { readonly kind: 'solve' },
    found: WorkerFindings,
    reused: readonly (ReusedResult | SolvedWhy)[] = [],
  ): void => {
    const { batch, packed, place } = asked;
    const { heldMs, by } = found;
    if (found.onCommitted !== null) uncommitted.set(batch, found.onCommitted);
    const rows = place === null ? [] : [rowsOf(packed, found.results, place, reused)];
    const results = place === null ? textResults(packed, found.results) : [];
    report(
      { kind: 'solved', batch, results, rows, heldMs, by },
      rows.map(({ bytes }) => bytes),
    );
  };

  // Workers see only what is left.
  const solve = async (asked: CoordinatorRequest & { readonly kind: 'solve' }): Promise<void> => {
    const { packed, limits, place } = asked;
    const reused = place === null ? [] : await reusedIn(packed, place);
    const left = reused.flatMap((one, i) => (typeof one === 'string' ? [i] : []));
    if (reused.length > 0 && left.length === 0) {
      give(asked, { results: [], heldMs: 0, by: null, onCommitted: null }, reused);
      return;
    }
    const batch = left.length < reused.length ? pickFromBatch(packed, left) : packed;
    give(asked, await coordinator.solve(withoutLabels(batch), limits), reused);
  };

  const doTask = ({ batch, task }: CoordinatorRequest & { readonly kind: 'task' }): void => {
    const judge: Judge = (answer, by, judged) => {
      uncommitted.set(batch, judged);
      report({ kind: 'answered', batch, answer, by });
    };
    coordinator.doTask(task, judge).catch(lose);
  };

  port.on('message', (request: CoordinatorRequest) => {
    if (request.kind === 'solve') solve(request).catch(lose);
    else if (request.kind === 'task') doTask(request);
    else if (request.kind === 'kept') {
      uncommitted.get(request.batch)?.(request.refused);
      uncommitted.delete(request.batch);
    } else void coordinator.close().then(() => report({ kind: 'closed' }));
  });
  report({ kind: 'opened' });
}

/** For each puzzle of a batch the result that is taken over, or why there is none. */
async function reusedIn(packed: PackedBatch, place: RowPlace) {
  const { reuse: wish } = place;
  if (wish === undefined) return [];
  const { reuseFor } = await import('../runs/reuse/reuse.js');
  const reuse = reuseFor(wish);
  const { words, offsets } = viewBatch(packed);
  const view = { words, bytes: new Uint8Array(packed) };
  const shareOf = shareFinder(place);
  return offsets.map((offset, i) => reuse.find(view, offset, shareOf(i)));
}

export type CoordinatorRequest =
  /** Batches are numbered by who sends them. */
  | {
      readonly kind: 'solve';
      readonly batch: number;
      readonly packed: PackedBatch;
      readonly limits: BatchLimits;
      readonly place: RowPlace | null;
    }
  /** A task, which is numbered as batches are. */
  | { readonly kind: 'task'; readonly batch: number; readonly task: object }
  /** What was found is committed, or not needed; or why the answer to a task cannot be right. */
  | { readonly kind: 'kept'; readonly batch: number; readonly refused: string | null }
  | { readonly kind: 'close' };

/** Messages from it: first `opened` or `lost`, then notes and workers, last `closed`. */
export type CoordinatorReport =
  | { readonly kind: 'opened' }
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'workers'; readonly workers: readonly SeenCard<WorkerCard>[] }
  | {
      readonly kind: 'solved';
      readonly batch: number;
      /** Checked; none if there are rows, which are there if a place was given. */
      readonly results: readonly PuzzleResult[];
      readonly rows: readonly EntryRows[];
      readonly heldMs: number;
      readonly by: WorkerCard | null;
    }
  /** What a worker says of a task: unchecked. It may come more than once. */
  | {
      readonly kind: 'answered';
      readonly batch: number;
      readonly answer: unknown;
      readonly by: WorkerCard;
    }
  /** The queue cannot be used. `known`: it is a QueueError, whose message is for people. */
  | { readonly kind: 'lost'; readonly code: ErrorCode | null; readonly message: string }
  | { readonly kind: 'closed' };

/** How long `close` may take to remove what is left in the queue. */
const CLOSE_MS = 5000;

/** What the coordinating thread is started with. */
export interface CoordinatorOptions {
  readonly address: QueueAddress;
  /** Names the run, even after it was resumed: 32 hexadecimal digits. */
  readonly run: string;
  readonly toolVersion: string;
  /** The worker that this process will be: it is there, even before it shows up. */
  readonly own?: string;
  /** How long the queue may be silent, or full, before the run is given up; it can be resumed. */
  readonly timeoutMs: number;
  readonly timings: QueueTimings;
}

type WorkMessage = ReturnType<typeof toWorkMessage>;
type WorkerAnswer = ReturnType<typeof readResultMessage>;

/** Whom a coordinator tells what happens, and that the run is given up. */
interface Reporter {
  readonly report: (message: CoordinatorReport) => void;
  readonly lose: (error: Error) => void;
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
class Coordinator {
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
    private readonly reporter: Reporter,
  ) {
    const { run, timings, timeoutMs } = options;
    const onNote = (message: string): void => this.tell(message);
    this.runs = CardRegistry.runs(redis);
    this.workers = CardRegistry.workers(redis);
    const onFailure = (error: unknown): void => this.refuseToGoOn(error);
    const strays = (): number => this.answers.strays;
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
  static async open(options: CoordinatorOptions, reporter: Reporter): Promise<Coordinator> {
    const { address, run, timings } = options;
    const redis = connect(address);
    await firstAnswer(redis, address);
    const coordinator = new Coordinator(redis, options, reporter);
    try {
      const warning = await evictionWarning(redis);
      if (warning !== null) coordinator.tell(warning);
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

  /** What is found of the first puzzles of `batch`. @throws if the run is given up. */
  solve(batch: PackedBatch, limits: BatchLimits): Promise<WorkerFindings> {
    if (this.failure !== null) return Promise.reject(this.failure);
    const { results, by, unknown } = this.takenOver.look(batch, askedOf(limits));
    if (results.length > 0) return Promise.resolve({ results, heldMs: 0, by, onCommitted: null });
    const part = cutBatch(batch, 0, unknown)[0];
    return new Promise((resolve, reject) => {
      this.sent.send({ ...UNSENT, batch: part, limits, resolve, reject });
    });
  }

  /** Has a worker do a task until `judge` takes an answer. @throws if too many fail, or all ends */
  doTask(task: object, judge: Judge): Promise<never> {
    if (this.failure !== null) return Promise.reject(this.failure);
    return new Promise((_, reject) => this.sent.send({ ...UNSENT, task, judge, reject }));
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
      // If its batch is done, it is late or a copy; another process may still need its own.
      if (!this.sent.isOwn(answer.batch)) this.takenOver.keep(answer);
      return Promise.resolve();
    }
    const { worker } = answer;
    if (this.conducts.isShutOut(worker.id)) {
      this.sent.send(assignment);
      return Promise.resolve();
    }
    const committed = this.passOn(answer, assignment).then((reason) => {
      this.uncommitted.delete(answer.batch);
      if (reason === null) return;
      this.answers.refuse(reason, worker);
      this.refuseAnswer(assignment, worker, reason);
    });
    this.uncommitted.set(answer.batch, committed);
    return committed;
  }

  /** Passes an answer on, and returns null once it is committed; or why it cannot be right. */
  private async passOn(answer: WorkerAnswer, assignment: Assignment): Promise<string | null> {
    const { worker: by } = answer;
    if ('task' in assignment && 'answer' in answer) {
      this.sent.settle(assignment);
      const reason = await new Promise<string | null>((judged) =>
        assignment.judge(answer.answer, by, judged),
      );
      if (reason === null) this.conducts.praise(by.id);
      return reason;
    }
    if ('task' in assignment || 'answer' in answer) return 'it answers something else';
    const { results, heldMs } = answer;
    const reason = resultsReason(assignment.batch, results);
    if (reason !== null) return reason;
    this.conducts.praise(by.id);
    this.sent.settle(assignment);
    await new Promise<void>((onCommitted) =>
      assignment.resolve({ results, heldMs, by, onCommitted }),
    );
    return null;
  }

  /** Sends a batch again; its puzzles are to blame only if its worker has answered well before. */
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
    else this.tell(this.lastShutOut);
  }

  private tell(message: string): void {
    this.reporter.report({ kind: 'note', message });
  }

  private isThere({ solver, seenMsAgo }: SeenCard<WorkerCard>): boolean {
    return seenMsAgo <= this.options.timings.absentMs && solver === solverVersion();
  }

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
      const workers = all.filter(({ id }) => !this.conducts.isShutOut(id));
      this.reporter.report({ kind: 'workers', workers });
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
    this.reporter.lose(this.failure);
  }
}

/** What is kept at most: far more than was under work when a coordinator died. */
const MOST_RESULTS = 200_000;

/** Results of workers without a coordinator, by their puzzles' names; each is given once. */
class TakenOver {
  private readonly found = new Map<string, { result: ResultInCells; worker: WorkerCard }>();

  /** What came of a task is counted again: its run has a new name. */
  keep(answer: WorkerAnswer): void {
    if ('answer' in answer) return;
    const { puzzles, results, worker } = answer;
    for (const [i, name] of namesIn(puzzles).entries()) {
      if (this.found.size >= MOST_RESULTS) return;
      this.found.set(name, { result: results[i], worker });
    }
  }

  /** What is known of the first puzzles, all by one worker, and how many after them are unknown. */
  look(batch: PackedBatch, asked: string) {
    const count = batchCount(batch);
    const results: ResultInCells[] = [];
    let by: WorkerCard | null = null;
    if (this.found.size === 0) return { results, by, unknown: count };
    const names = puzzleNames(batch, asked, count);
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

/** How often in a row a batch may be lost while messages come that do not say what they answer. */
const MOST_LOST = 3;

const STRAYS =
  'The queue brings messages that cannot be read, and no answers: a worker is broken, or something else ' +
  'writes to the queue. What was committed is kept: stop what writes there, and run the same command with --resume.';

interface SentBatchesOptions {
  readonly run: string;
  /** Batches that have been out for longer are asked about; batches that take long, not so soon. */
  readonly pollMs: number;
  /** How many messages have come that do not say what they answer. */
  readonly strays: () => number;
  readonly health: QueueHealth;
  /** Told if the queue refuses a batch, or a batch is lost again and again. */
  readonly onFailure: (error: unknown) => void;
}

/** The batches that are out at workers, or wait for one in the queue that all runs share. */
export class SentBatches {
  private readonly queue: Queue<WorkMessage>;
  private readonly out = new Map<string, Assignment>();
  /** Tells the batches of this process from those of an earlier one. */
  private readonly session: string;
  /** Batches that go at the end of this turn of the event loop, or once there is room. */
  private readonly leaving = new Set<Assignment>();
  private willFlush = false;
  private asking: Promise<void> | null = null;
  private sent = 0;
  private closed = false;

  constructor(
    private readonly redis: Redis,
    private readonly options: SentBatchesOptions,
  ) {
    this.session = `${options.run}-${randomBytes(4).toString('hex')}`;
    this.queue = queueNamed<WorkMessage>(redis, workQueue());
  }

  /** Sends a batch under a new name: answers to what it was before are late. */
  send(assignment: Assignment): void {
    this.out.delete(assignment.id);
    assignment.id = `${this.session}-${this.sent++}`;
    this.sendAgain(assignment);
  }

  find(id: string): Assignment | undefined {
    return this.out.get(id);
  }

  /** Whether this process sent the batch of that name, however long ago. */
  isOwn(id: string): boolean {
    return id.startsWith(`${this.session}-`);
  }

  /** Notes that a batch has its results. */
  settle({ id }: Assignment): void {
    this.out.delete(id);
  }

  /** Counts failed attempts at a batch, and sends what `blame` leaves of it. */
  tryAgain(assignment: Assignment, attempts: number, reason: string): void {
    if (blame(assignment, attempts, reason)) this.send(assignment);
    else this.settle(assignment);
  }

  reject(error: Error): void {
    for (const { reject } of this.out.values()) reject(error);
    this.out.clear();
    this.leaving.clear();
  }

  /**
   * Asks the queue about batches that have been out for long. `allTaken` finds out whether every
   * answer that has come was taken: what is done is unknown to the queue as well, until then. If
   * Redis is slower than the next time to ask, that time is left out: two questions at once would
   * count as two that follow each other.
   * @throws whatever Redis answers if it does not.
   */
  async ask(allTaken: () => Promise<boolean>): Promise<void> {
    this.asking ??= this.askAfterOld(allTaken).finally(() => (this.asking = null));
    await this.asking;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.queue.close();
  }

  private async askAfterOld(allTaken: () => Promise<boolean>): Promise<void> {
    const now = performance.now();
    const { pollMs } = this.options;
    const isOld = (one: Assignment): boolean => {
      const sliceMs = 'task' in one ? Infinity : one.limits.sliceMs;
      return now - one.sentAt > pollMs + Math.min(sliceMs, 2 * pollMs);
    };
    const old = [...this.out.values()].filter(isOld);
    if (old.length === 0) return;
    const noneWaits = await allTaken();
    await Promise.all(old.map((assignment) => this.askAfter(assignment, noneWaits)));
  }

  private async askAfter(assignment: Assignment, allTaken: boolean): Promise<void> {
    const { id } = assignment;
    // If Redis evicted a part of a queue, its lists may still name batches that are gone.
    const known = (await this.redis.exists(this.queue.toKey(id))) === 1;
    const state = known ? await this.queue.getJobState(id) : 'unknown';
    if (this.out.get(id) !== assignment || this.closed) return;
    if (state === 'failed') {
      await this.queue.remove(id);
      if (this.out.get(id) !== assignment) return;
      // In a full queue workers cannot renew their locks: they look dead, and are not.
      const deaths = this.options.health.wasFullSince(assignment.sentAt) ? 0 : 2;
      const what = 'task' in assignment ? 'task, or failed' : 'puzzle';
      this.tryAgain(assignment, deaths, `the workers died that were on this ${what}`);
    } else if (state !== 'unknown') {
      assignment.missing = 0;
    } else if (allTaken && ++assignment.missing === 2) {
      // Its results would have come by now: Redis has lost the batch, or the results.
      const strays = this.options.strays();
      assignment.lost = strays > assignment.strays ? assignment.lost + 1 : 0;
      if (assignment.lost < MOST_LOST) this.sendAgain(assignment);
      else this.options.onFailure(new QueueError('NM_QUEUE_WORKERS', STRAYS));
    }
  }

  /** Sends a batch under the name that it has: whichever answer comes first counts. */
  private sendAgain(assignment: Assignment): void {
    assignment.sentAt = performance.now();
    assignment.missing = 0;
    assignment.strays = this.options.strays();
    this.out.set(assignment.id, assignment);
    this.leaving.add(assignment);
    if (this.willFlush) return;
    this.willFlush = true;
    setImmediate(() => void this.flush());
  }

  /** Whether batches wait until Redis has room for them. */
  get waitForRoom(): boolean {
    return this.leaving.size > 0;
  }

  /** Many batches in one round trip. */
  private async flush(): Promise<void> {
    const leaving = [...this.leaving].filter((one) => this.out.get(one.id) === one);
    this.leaving.clear();
    this.willFlush = false;
    if (leaving.length === 0 || this.closed) return;
    const { run, health, onFailure } = this.options;
    const jobs = leaving.map((one) => ({
      name: 'batch',
      data: toWorkMessage({ run, ...one }),
      opts: { jobId: one.id, removeOnComplete: true, removeOnFail: false },
    }));
    try {
      await this.queue.addBulk(jobs);
      health.noteFull(false);
    } catch (error) {
      if (!isFull(error)) {
        onFailure(error);
        return;
      }
      health.noteFull(true);
      // Some may have been added: adding them again under their names changes nothing.
      for (const one of leaving) this.leaving.add(one);
      this.willFlush = true;
      setTimeout(() => void this.flush(), FULL_PAUSE_MS);
    }
  }
}

/** Deaths of workers, or refused answers, after which a batch is halved. */
const MOST_ATTEMPTS = 2;

/** The same for a task, which has no halves and no verdict: then the run ends. */
const MOST_ATTEMPTS_AT_TASK = 10;

/** Says what it thinks of the answer to a task: null once it is committed, or why it is refused. */
type Judge = (answer: unknown, by: WorkerCard, judged: (refused: string | null) => void) => void;

/** What was found about the first puzzles of a batch. */
interface WorkerFindings {
  readonly results: readonly ResultInCells[];
  readonly heldMs: number;
  /** Who found it; null if nobody did, as for a puzzle that killed its workers. */
  readonly by: WorkerCard | null;
  /** Is to be called once it is committed, or not needed; null if nobody waits for that. */
  readonly onCommitted: (() => void) | null;
}

/** A batch that is out, or waits to be sent, until its first results come; or a task. */
type Assignment = (
  | {
      batch: PackedBatch;
      readonly limits: BatchLimits;
      readonly resolve: (found: WorkerFindings) => void;
    }
  | { readonly task: object; readonly judge: Judge }
) &
  typeof UNSENT & { readonly reject: (error: Error) => void };

const UNSENT = {
  /** A new one whenever what is asked changes, or an answer was refused. */
  id: '',
  sentAt: 0,
  /** How often in a row the queue did not know it. */
  missing: 0,
  /** How many stray messages had come when it was sent. */
  strays: 0,
  /** How often in a row it was lost while stray messages came, perhaps with its answer. */
  lost: 0,
  /** Since it was last halved. */
  attempts: 0,
};

/**
 * Notes that `attempts` more workers failed on an assignment. After too many it is halved (the
 * other half comes again, as the rest of any batch does), until a single puzzle is left, whose
 * result says so. Then this returns false: there is nothing to send.
 */
function blame(assignment: Assignment, attempts: number, reason: string): boolean {
  assignment.attempts += attempts;
  if (assignment.attempts < ('task' in assignment ? MOST_ATTEMPTS_AT_TASK : MOST_ATTEMPTS))
    return true;
  const why = `${reason}, ${assignment.attempts} times`;
  if ('task' in assignment) {
    const kept = 'What was committed is kept: look at the workers, and run the same command again.';
    assignment.reject(new QueueError('NM_QUEUE_WORKERS', `${why}. ${kept}`));
    return false;
  }
  const count = batchCount(assignment.batch);
  if (count === 1) {
    const death = { status: 'crash', reason: why, solveMs: 0 } as const;
    const result = { ...resultOfDeath(death), solution: null, secondSolution: null };
    assignment.resolve({ results: [result], heldMs: 0, by: null, onCommitted: null });
    return false;
  }
  assignment.batch = cutBatch(assignment.batch, 0, count >> 1)[0];
  assignment.attempts = 0;
  return true;
}

/** How many results may wait for their commit at the same time. */
const RESULTS_AT_ONCE = 400;

/** How many refused messages are reported one by one. */
const TOLD = 3;

interface AnswerQueueOptions {
  readonly run: string;
  readonly timings: QueueTimings;
  /** Takes a sound answer: resolves once its results are committed, or not needed. */
  readonly take: (answer: WorkerAnswer) => Promise<void>;
  /** Is told of a message that cannot be used, but says which batch it answers and who sent it. */
  readonly onRefused: (from: Pick<WorkerAnswer, 'batch' | 'worker'>, reason: string) => void;
  readonly onNote: (message: string) => void;
}

/** The answers to the batches of one run: a queue of its own, of which this is the only worker. */
class AnswerQueue {
  private readonly worker: Worker<ResultMessage>;
  /** Where the answers wait. */
  private readonly unread: Queue<ResultMessage>;
  private refused = 0;
  /** Messages that say neither which batch they answer nor who sent them. */
  strays = 0;

  constructor(
    redis: Redis,
    private readonly options: AnswerQueueOptions,
  ) {
    const { run, timings } = options;
    this.unread = queueNamed<ResultMessage>(redis, resultQueue(run));
    this.worker = new Worker<ResultMessage>(resultQueue(run), (job) => this.read(job), {
      connection: redis,
      ...LINK,
      concurrency: RESULTS_AT_ONCE,
      lockDuration: timings.lockMs,
      stalledInterval: timings.stalledMs,
      maxStalledCount: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
      drainDelay: 1,
      autorun: false,
    });
    this.worker.on('error', () => undefined);
  }

  /** Whether no answer waits to be taken. */
  async allTaken(): Promise<boolean> {
    return (await this.unread.getWaitingCount()) === 0;
  }

  /** Begins to take answers; `keep` gets those that an earlier process of this run had locked. */
  async begin(keep: (answer: WorkerAnswer) => void): Promise<void> {
    for (const { data } of await this.unread.getJobs(['active'])) {
      const answer = this.readOrRefuse(data);
      if (answer !== null) keep(answer);
    }
    void this.worker.run();
    for (let looks = 0; looks < 100; looks++) {
      if ((await this.unread.getJobCountByTypes('wait', 'delayed')) === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Counts a message that cannot be right, and reports the first; null: it names no worker. */
  refuse(reason: string, worker: WorkerCard | null): void {
    this.refused++;
    if (this.refused > TOLD) return;
    const who =
      worker === null
        ? 'The queue brought a message'
        : `Worker ${worker.id} on ${worker.host} sent an answer`;
    const more = this.refused === TOLD ? ' No more is said of messages like this.' : '';
    this.options.onNote(`${who} that is refused: ${reason}.${more}`);
  }

  /** Takes no more; what waits or is not committed stays where it is. */
  async stop(): Promise<void> {
    await this.worker.close(true);
  }

  async close(): Promise<void> {
    const closing = [this.worker.close(true), this.unread.close(), this.worker.disconnect()];
    await Promise.allSettled(closing);
  }

  private read(job: Job<ResultMessage>): Promise<void> {
    const answer = this.readOrRefuse(job.data);
    return answer === null ? Promise.resolve() : this.options.take(answer);
  }

  private readOrRefuse(data: unknown): WorkerAnswer | null {
    try {
      return readResultMessage(data);
    } catch (error) {
      if (!(error instanceof RefusedMessage)) throw error;
      const { from, message } = error;
      if (from === null) this.strays++;
      this.refuse(message, from === null ? null : from.worker);
      if (from !== null) this.options.onRefused(from, message);
      return null;
    }
  }
}

/** Refused answers in a row after which a worker is shut out. */
const MOST_REFUSED = 3;

/** How many workers this is kept for: those not heard of for longest are forgotten. */
const MOST_REMEMBERED = 10_000;

const NEWCOMER = {
  /** Whether it has ever sent an answer that could be used. */
  isTrusted: false,
  /** Refused answers since then. */
  refused: 0,
  /** What the last of them was about. */
  last: null as object | null,
};

type Conduct = Readonly<typeof NEWCOMER>;

/**
 * How the workers of a run answer, and who is shut out. A worker that never sent anything sound is
 * to blame for whatever it sends. Of a trusted one, only failures at different batches count: the
 * puzzle may be to blame.
 */
export class Conducts {
  private readonly known = new Map<string, Conduct>();
  private readonly out = new Set<string>();

  isTrusted(worker: string): boolean {
    return this.known.get(worker)?.isTrusted ?? false;
  }

  isShutOut(worker: string): boolean {
    return this.out.has(worker);
  }

  /** Notes an answer that can be used. */
  praise(worker: string): void {
    this.remember(worker, { isTrusted: true, refused: 0, last: null });
  }

  /** Notes an answer to `batch` that is refused, and returns whether its worker is now shut out. */
  blame(worker: string, batch: object): boolean {
    const { isTrusted, refused, last } = this.known.get(worker) ?? NEWCOMER;
    const more = isTrusted && last === batch ? refused : refused + 1;
    this.remember(worker, { isTrusted, refused: more, last: batch });
    if (more < MOST_REFUSED) return false;
    this.out.add(worker);
    return true;
  }

  private remember(worker: string, conduct: Conduct): void {
    this.known.delete(worker);
    this.known.set(worker, conduct);
    for (const [oldest] of this.known) {
      if (this.known.size <= MOST_REMEMBERED) break;
      this.known.delete(oldest);
    }
  }
}

/** How many ids are looked at together. */
const PAGE = 1000;

/** Removes the batches of a run that nobody has begun, and the failed ones. */
async function removeWork(redis: Redis, run: string, solver: string): Promise<void> {
  const queue = queueNamed(redis, workQueue(solver));
  try {
    const mine: string[] = [];
    for (const kind of ['wait', 'failed', 'delayed'] as const) {
      for (let from = 0; ; from += PAGE) {
        const ids = await queue.getRanges([kind], from, from + PAGE - 1);
        for (const id of ids) if (id.startsWith(run)) mine.push(id);
        if (ids.length < PAGE) break;
      }
    }
    await Promise.all(mine.map((id) => queue.remove(id)));
  } finally {
    await queue.close();
  }
}

/** Removes everything of a run from the queue. Its workers find that it is gone. */
async function removeRun(redis: Redis, run: string, solver: string): Promise<void> {
  await CardRegistry.runs(redis).remove(run);
  await removeWork(redis, run, solver);
  const queue = queueNamed(redis, resultQueue(run));
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}

/** Removes runs and workers not seen for `forgottenMs`, and what such runs left; not `own`. */
async function removeForgotten(redis: Redis, own: string, forgottenMs: number): Promise<void> {
  for (const { run, solver, seenMsAgo } of await CardRegistry.runs(redis).all()) {
    if (run !== own && seenMsAgo > forgottenMs) await removeRun(redis, run, solver);
  }
  const workers = CardRegistry.workers(redis);
  for (const { id, seenMsAgo } of await workers.all()) {
    if (seenMsAgo > forgottenMs) await workers.remove(id);
  }
}
