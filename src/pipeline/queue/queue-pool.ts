import { LocalPool } from '../runs/pool/local-pool.js';
import { loadWatchOf } from '../runs/pool/rest.js';
import type { Pool, BatchLimits, SolvedBatch } from '../runs/pool/pool.js';
import { parseQueueAddress, DEFAULT_TIMINGS, QueueError, within } from './link.js';
import { Worker } from 'node:worker_threads';
import type { RowPlace } from '../store/packed/entry-rows.js';
import type { PackedBatch } from '../../solver/core/puzzle/packed-batch.js';
import type { CoordinatorOptions, CoordinatorReport, CoordinatorRequest } from './coordinator.js';
import type { PoolMember } from '../record/options.js';
import { solverVersion, builtFile } from '../files/program.js';
import type { openWorker } from './queue-worker.js';
import type { WorkerCard, SeenCard } from './messages.js';

/** The threads are those of this machine that solve, too. */
type OpenQueueOptions = Parameters<typeof openWorker>[0] &
  Pick<CoordinatorOptions, 'timeoutMs' | 'run'>;

/** A queue as a pool; with `threads`, this process is a worker, too. @throws QueueError */
export async function openQueue(options: OpenQueueOptions): Promise<QueuePool> {
  const { threads, memoryMiB, maxLoad, url, toolVersion, onNote } = options;
  const address = parseQueueAddress(url);
  const timings = DEFAULT_TIMINGS;
  if (threads === 0) return QueuePool.open({ ...options, address, timings });
  // The client of Redis takes a while to load, and the coordinating thread loads one of its own.
  const { QueueWorker } = await import('./queue-worker.js');
  const id = QueueWorker.newId();
  const pool = await QueuePool.open({ ...options, address, timings, own: id });
  const own = new LocalPool({ threads, memoryMiB, loadWatch: loadWatchOf(maxLoad) });
  const worker = new QueueWorker({ address, pool: own, threads, toolVersion, timings, onNote, id });
  void worker.shutOut.then((reason) => onNote(`The threads of this machine: ${reason}`));
  const closeQueue = pool.close.bind(pool);
  pool.close = async () => {
    await own.close();
    await worker.leave(0);
    await closeQueue();
  };
  return pool;
}

/** How long the coordinating thread may take to leave: a little more than its own limit. */
const CLOSE_MS = 7000;

/** The coordinator's nursery, whose garbage lives for one message; left alone it grows fourfold. */
const NURSERY_MIB = 32;

interface QueuePoolOptions extends CoordinatorOptions {
  readonly onNote: (message: string) => void;
}

type AskedBatch = Pick<PromiseWithResolvers<SolvedBatch>, 'resolve' | 'reject'>;

interface AskedTask {
  /** Takes what a worker says: null once it is committed, or why it cannot be right. */
  readonly take: (answer: unknown, by: WorkerCard) => Promise<string | null>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The workers of a queue as a pool. What they find comes from a thread of its own (see
 * coordinator.ts), which has checked it and made rows of it.
 *
 *   opening --opened--> open --close--> closed
 *      | --lost--> failed  | --lost--> failed, which rejects all
 */
export class QueuePool implements Pool {
  private readonly thread: Worker;
  private readonly crew: Crew;
  private readonly asked = new Map<number, AskedBatch | AskedTask>();
  private batches = 0;
  private failure: Error | null = null;
  private closed = false;
  private readonly opened = Promise.withResolvers<null>();
  private readonly left = Promise.withResolvers<null>();

  private constructor(private readonly options: QueuePoolOptions) {
    const { onNote, ...task } = options;
    this.crew = new Crew({ ...task, onNote });
    this.thread = new Worker(builtFile('workers/queue.js'), {
      workerData: task satisfies CoordinatorOptions,
      resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MIB },
    });
    this.thread.on('message', (report: CoordinatorReport) => this.take(report));
    this.thread.on('error', (error) => this.lose(error));
    this.thread.on('exit', () => {
      this.lose(new Error('the coordinating thread ended early'));
      this.left.resolve(null);
    });
  }

  /** Opens the queue for a run. @throws QueueError if it cannot be reached or used. */
  static async open(options: QueuePoolOptions): Promise<QueuePool> {
    const pool = new QueuePool(options);
    try {
      await pool.opened.promise;
    } catch (error) {
      await pool.thread.terminate();
      throw error;
    }
    if (pool.crew.threads === 0) {
      options.onNote(
        'No worker is at the queue yet. The run waits for one: nonomill worker --queue ...',
      );
    }
    return pool;
  }

  /** Enough that every worker finds its next batch when it asks for it. */
  get capacity(): number {
    return this.crew.threads === 0 ? 2 : Math.ceil(this.crew.threads * 1.5) + 1;
  }

  /** A message costs as much as hundreds of small puzzles: for many workers, batches are larger. */
  get patience(): number {
    return Math.min(50, Math.max(4, this.crew.threads / 20));
  }

  onCapacity(listener: () => void): void {
    this.crew.onChange = listener;
  }

  /** The workers that are there, or have solved something. */
  get members(): readonly CrewMember[] {
    return this.crew.members;
  }

  solve(packed: PackedBatch, limits: BatchLimits, place?: RowPlace): Promise<SolvedBatch> {
    return new Promise((resolve, reject) => {
      const batch = this.note({ resolve, reject });
      this.send({ kind: 'solve', batch, packed, limits, place: place ?? null });
    });
  }

  /** Has workers do a task, one after the other until `take` takes what one of them says. */
  doTask(task: object, take: AskedTask['take']): Promise<void> {
    return new Promise((resolve, reject) => {
      const batch = this.note({ take, resolve, reject });
      this.send({ kind: 'task', batch, task });
    });
  }

  /** Numbers what is asked. */
  private note(asked: AskedBatch | AskedTask): number {
    if (this.failure !== null) throw this.failure;
    if (this.closed) throw new Error('the pool is closed');
    this.asked.set(this.batches, asked);
    return this.batches++;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.reject(new Error('the pool was closed while it worked'));
    this.send({ kind: 'close' });
    await within(this.left.promise, CLOSE_MS);
    await this.thread.terminate();
  }

  private send(request: CoordinatorRequest): void {
    this.thread.postMessage(request);
  }

  private take(report: CoordinatorReport): void {
    if (report.kind === 'solved') this.takeResults(report);
    else if (report.kind === 'answered') void this.takeAnswer(report);
    else if (report.kind === 'workers') this.crew.see(report.workers);
    else if (report.kind === 'note') this.options.onNote(report.message);
    else if (report.kind === 'opened') this.opened.resolve(null);
    else if (report.kind === 'closed') this.left.resolve(null);
    else {
      const { code, message } = report;
      this.lose(code === null ? new Error(message) : new QueueError(code, message));
    }
  }

  private takeResults(report: CoordinatorReport & { readonly kind: 'solved' }): void {
    const { batch, results, rows, heldMs } = report;
    const asked = this.asked.get(batch);
    if (asked === undefined || 'take' in asked) return;
    this.asked.delete(batch);
    const count = results.length + rows.reduce((sum, made) => sum + made.count, 0);
    const reused = rows.reduce((sum, made) => sum + made.reused, 0);
    const by = report.by === null ? null : this.crew.credit(report.by, count - reused);
    const kept = (): void => this.send({ kind: 'kept', batch, refused: null });
    asked.resolve({ count, results, rows, heldMs, by, onCommitted: kept });
  }

  private async takeAnswer(report: CoordinatorReport & { readonly kind: 'answered' }) {
    const { batch, answer, by } = report;
    const asked = this.asked.get(batch);
    if (asked === undefined || !('take' in asked)) return;
    try {
      const refused = await asked.take(answer, by);
      this.send({ kind: 'kept', batch, refused });
      if (refused !== null) return;
      asked.resolve();
    } catch (error) {
      asked.reject(error);
    }
    this.asked.delete(batch);
  }

  private lose(error: Error): void {
    if (this.closed || this.failure !== null) return;
    this.failure = error;
    this.reject(error);
    this.opened.reject(error);
  }

  private reject(error: Error): void {
    for (const { reject } of this.asked.values()) reject(error);
    this.asked.clear();
  }
}

interface CrewMember extends WorkerCard, PoolMember {}

/** For how many workers their work is counted, also workers that are gone. */
const MOST_REMEMBERED = 10_000;

/** The workers of a queue as one run sees them: who is there, and who has solved how much. */
class Crew {
  private readonly known = new Map<string, CrewMember>();
  private readonly strangers = new Set<string>();
  /** Is called whenever `threads` changes. */
  onChange: () => void = () => undefined;
  /** The threads of all workers that are there and have the same solver. */
  threads = 0;

  constructor(
    private readonly options: Pick<QueuePoolOptions, 'timings' | 'toolVersion' | 'onNote'>,
  ) {}

  get members(): readonly CrewMember[] {
    return [...this.known.values()];
  }

  /** Notes who is there, and reports workers that it cannot use. */
  see(workers: readonly SeenCard<WorkerCard>[]): void {
    let threads = 0;
    for (const worker of workers) {
      if (worker.seenMsAgo > this.options.timings.absentMs) continue;
      if (worker.solver !== solverVersion()) {
        this.refuse(worker);
        continue;
      }
      threads += worker.threads;
      this.remember({ ...worker, puzzles: this.known.get(worker.id)?.puzzles ?? 0 });
    }
    if (threads === this.threads) return;
    this.threads = threads;
    this.onChange();
  }

  /** Counts `puzzles` for a worker, which may be gone; null if too many workers are counted. */
  credit(worker: WorkerCard, puzzles: number): WorkerCard | null {
    const before = this.known.get(worker.id)?.puzzles ?? 0;
    return this.remember({ ...worker, puzzles: before + puzzles, seenMsAgo: 0 });
  }

  private remember(member: CrewMember): CrewMember | null {
    if (this.known.size >= MOST_REMEMBERED && !this.known.has(member.id)) return null;
    this.known.set(member.id, member);
    return member;
  }

  private refuse({ id, host, version, solver }: WorkerCard): void {
    if (this.strangers.size >= MOST_REMEMBERED || this.strangers.has(id)) return;
    this.strangers.add(id);
    this.options.onNote(
      `A worker on ${host} is of nonomill ${version} (solver ${solver}), this run of ` +
        `${this.options.toolVersion} (solver ${solverVersion()}): it gets no puzzles. Use the same build on both.`,
    );
  }
}
