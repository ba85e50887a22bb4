import { LocalPool } from '../runs/pool/local-pool.js';
import { loadWatchOf } from '../runs/pool/rest.js';
import {
  connect,
  firstAnswer,
  parseQueueAddress,
  QueueError,
  DEFAULT_TIMINGS,
  hangUp,
  onceThereIsRoom,
  LINK,
  queueNamed,
  resultQueue,
  workQueue,
  type QueueAddress,
  type QueueTimings,
  within,
} from './link.js';
import {
  type WorkerCard,
  puzzleNames,
  toResultMessage,
  type ResultMessage,
  askedOf,
  readWorkMessage,
  CardRegistry,
} from './messages.js';
import { randomBytes } from 'node:crypto';
import { cpus, hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, type Queue, type Redis, UnrecoverableError, Worker } from './bullmq.js';
import { packResults, type Pool } from '../runs/pool/pool.js';
import { TaskThreads } from '../runs/pool/task-threads.js';
import { builtFile, solverVersion } from '../files/program.js';
import { messageOf } from '../../solver/core/text/plain-text.js';

/** What a worker is asked to do. */
interface OpenWorkerOptions {
  readonly url: string;
  readonly threads: number;
  readonly memoryMiB: number | null;
  /** The load of this machine above which they rest; null for none. */
  readonly maxLoad: number | null;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
}

export type OpenWorker = Awaited<ReturnType<typeof openWorker>>;

/** Solves puzzles of a queue. @throws QueueError if it cannot be reached or used. */
export async function openWorker(options: OpenWorkerOptions) {
  const { url, threads, memoryMiB, maxLoad, ...rest } = options;
  const address = parseQueueAddress(url);
  const first = connect(address);
  await firstAnswer(first, address);
  first.disconnect();
  const pool = new LocalPool({ threads, memoryMiB, loadWatch: loadWatchOf(maxLoad) });
  const worker = new QueueWorker({ ...rest, address, pool, threads, timings: DEFAULT_TIMINGS });
  const { card } = worker;
  const { shown } = address;
  return {
    card,
    /** Where the queue is, without user and password. */
    shown,
    /** What was done until now. */
    figures: () => worker.figures,
    /** Resolves, if a run shuts this worker out, once it has left the queue. */
    shutOut: worker.shutOut.then(
      (reason) =>
        new QueueError('NM_QUEUE_WORKERS', `worker ${card.id} leaves ${shown}: ${reason}`),
    ),
    /** Leaves the queue: what is under work has `graceMs` to be finished, the rest goes back. */
    async leave(graceMs: number) {
      await worker.leave(graceMs);
      await pool.close();
    },
  };
}

/** Knows all tasks that are sent: see workers/dataset.ts. */
const TASK_THREAD = builtFile('workers/dataset.cjs');

/** How many result queues are kept open: those of the runs that this worker last solved for. */
const OPEN_RUNS = 8;

/** How long each step of leaving may take: each needs Redis, which may be gone. */
const CLOSE_MS = 1000;

interface QueueWorkerOptions {
  readonly address: QueueAddress;
  /** Where puzzles are solved: never in this thread, which renews the locks of batches. */
  readonly pool: Pool;
  /** Batches that are solved at the same time. */
  readonly threads: number;
  readonly toolVersion: string;
  readonly timings: QueueTimings;
  readonly onNote: (message: string) => void;
  /** Its name, if somebody has to know it before; else a new one. */
  readonly id?: string;
}

/**
 * Takes batches from the queue, whichever run they belong to, and sends back what the pool finds.
 * Everything may happen twice: if the lock of a batch was lost, another worker has it by then. The
 * results are sent even so, since the first that arrive count.
 */
export class QueueWorker {
  readonly card: WorkerCard;
  private readonly out = Promise.withResolvers<string>();
  /** Resolves, if a run shuts this worker out, with the reason, once it has left the queue. */
  readonly shutOut = this.out.promise;
  private readonly redis: Redis;
  private readonly worker: Worker;
  private readonly workers: CardRegistry<WorkerCard>;
  private readonly runs: ReturnType<typeof CardRegistry.runs>;
  private readonly resultQueues = new Map<string, Queue<ResultMessage>>();
  private readonly active = new Map<Job, string>();
  private readonly strangers = new Set<string>();
  private readonly timer: NodeJS.Timeout;
  private batches = 0;
  private puzzles = 0;
  private tasks = 0;
  /** Messages that were not batches, and tasks that failed. */
  private refused = 0;
  /** They do tasks: started with the first. */
  private taskThreads: TaskThreads<unknown, unknown> | null = null;
  private leaving = false;

  constructor(private readonly options: QueueWorkerOptions) {
    const { address, threads, toolVersion, timings } = options;
    this.card = {
      id: options.id ?? QueueWorker.newId(),
      host: hostname(),
      cpu: cpus().at(0)?.model ?? 'unknown',
      threads,
      version: toolVersion,
      solver: solverVersion(),
      node: process.version,
    };
    this.redis = connect(address);
    this.workers = CardRegistry.workers(this.redis);
    this.runs = CardRegistry.runs(this.redis);
    this.worker = new Worker(workQueue(), (job, token) => this.work(job, token ?? ''), {
      connection: this.redis,
      ...LINK,
      concurrency: threads,
      lockDuration: timings.lockMs,
      stalledInterval: timings.stalledMs,
      maxStalledCount: 1,
      removeOnComplete: { count: 0 },
      removeOnFail: { age: 3600, count: 5000 },
      drainDelay: 1,
    });
    // A lost lock or a broken connection: both are noticed again where they matter.
    this.worker.on('error', () => undefined);
    this.timer = setInterval(() => void this.showUp(), timings.presenceMs);
    void this.showUp();
  }

  /** A name for a worker: see `WorkerCard`. */
  static newId(): string {
    return randomBytes(8).toString('hex');
  }

  get figures() {
    const { batches, puzzles, tasks, refused } = this;
    return { batches, puzzles, tasks, refused, underWork: this.active.size };
  }

  /** Waits `graceMs` for batches under work, returns the others, and leaves; the pool stays. */
  async leave(graceMs: number): Promise<void> {
    if (this.leaving) return;
    this.leaving = true;
    clearInterval(this.timer);
    await within(this.worker.pause(true), graceMs);
    const end = performance.now() + graceMs;
    while (this.active.size > 0 && performance.now() < end) await delay(20);
    const givenBack = [...this.active].map(([job, token]) => job.moveToWait(token));
    await within(Promise.allSettled([...givenBack, this.workers.remove(this.card.id)]), CLOSE_MS);
    await within(this.worker.close(true), CLOSE_MS);
    this.redis.disconnect();
    // If Redis is gone, the connection that waits for batches still tries to reconnect.
    await within(this.worker.disconnect(), CLOSE_MS);
    hangUp(this.redis);
    await this.taskThreads?.close();
  }

  private async work(job: Job, token: string): Promise<void> {
    let work: ReturnType<typeof readWorkMessage>;
    try {
      work = readWorkMessage(job.data);
    } catch (error) {
      throw this.refusal('A message in the queue is not a batch, and is ignored', error);
    }
    this.active.set(job, token);
    try {
      const found = 'task' in work ? await this.doTask(work.task) : await this.solve(work);
      if (!(await this.runs.has(work.run))) return;
      const message = toResultMessage({ batch: job.id ?? '', worker: this.card, ...found });
      await onceThereIsRoom(() => this.resultsOf(work.run).add('results', message));
      if ('answer' in found) {
        this.tasks++;
      } else {
        this.batches++;
        this.puzzles += found.puzzles.length;
      }
    } finally {
      this.active.delete(job);
    }
  }

  private async solve(work: Exclude<ReturnType<typeof readWorkMessage>, { task: object }>) {
    const solving = this.options.pool.solve(work.batch, work.limits, 'packed');
    // Meanwhile this thread has nothing else to do.
    const names = puzzleNames(work.batch, askedOf(work.limits));
    const { count, results, packed, heldMs } = await solving;
    return { heldMs, parts: packed ?? [packResults(results)], puzzles: names.slice(0, count) };
  }

  private async doTask(task: object): Promise<{ readonly answer: unknown }> {
    this.taskThreads ??= new TaskThreads(TASK_THREAD, this.options.threads);
    try {
      return { answer: await this.taskThreads.run(task) };
    } catch (error) {
      throw this.refusal('A task of the queue failed here', error);
    }
  }

  /** Tells why a job is not done; nobody is to try it again as it is. */
  private refusal(what: string, error: unknown): Error {
    const why = messageOf(error);
    this.refused++;
    if (!this.leaving) this.options.onNote(`${what}: ${why}`);
    return new UnrecoverableError(`the worker refused it: ${why}`);
  }

  /** The queue for a run's results; the one used least recently is closed. */
  private resultsOf(run: string): Queue<ResultMessage> {
    const queue =
      this.resultQueues.get(run) ??
      queueNamed<ResultMessage>(this.redis, resultQueue(run), {
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      });
    this.resultQueues.delete(run);
    this.resultQueues.set(run, queue);
    for (const [other, oldest] of this.resultQueues) {
      if (this.resultQueues.size <= OPEN_RUNS) break;
      this.resultQueues.delete(other);
      void oldest.close();
    }
    return queue;
  }

  /** Sends a sign of life, and looks for runs that it cannot solve for. */
  private async showUp(): Promise<void> {
    try {
      const reason = await this.workers.whyShutOut(this.card.id);
      if (reason !== null) {
        await this.leave(0);
        this.out.resolve(reason);
      }
      if (this.leaving) return;
      await this.workers.announce(this.card.id, this.card);
      for (const { run, host, solver, version, seenMsAgo } of await this.runs.all()) {
        if (solver === this.card.solver || seenMsAgo > this.options.timings.absentMs) continue;
        if (this.strangers.has(run)) continue;
        this.strangers.add(run);
        this.options.onNote(
          `A run on ${host} is of nonomill ${version} (solver ${solver}), this worker of ` +
            `${this.card.version} (solver ${this.card.solver}): it cannot solve for that run. ` +
            'Use the same build on both.',
        );
      }
    } catch {
      // Not connected: it tries again soon.
    }
  }
}
