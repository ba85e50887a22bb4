import { type Job, Queue, type Redis, Worker } from '../link/bullmq.js';
import { FEW_EVENTS, LINK, resultQueue } from '../link/names.js';
import type { QueueTimings } from '../link/timings.js';
import type { WorkerCard } from '../messages/cards.js';
import {
  RefusedMessage,
  readResultMessage,
  type WorkerAnswer,
  type ResultMessage,
} from '../messages/result-message.js';

/** How many results may wait for their commit at the same time. */
const RESULTS_AT_ONCE = 400;

/** How many refused messages are reported one by one. */
const TOLD = 3;

export interface AnswerQueueOptions {
  readonly run: string;
  readonly timings: QueueTimings;
  /** Takes a sound answer: resolves once its results are committed, or not needed. */
  readonly take: (answer: WorkerAnswer) => Promise<void>;
  /** Is told of a message that cannot be used, but says which batch it answers and who sent it. */
  readonly onRefused: (from: Pick<WorkerAnswer, 'batch' | 'worker'>, reason: string) => void;
  readonly onNote: (message: string) => void;
}

/** The answers to the batches of one run: a queue of its own, of which this is the only worker. */
export class AnswerQueue {
  private readonly worker: Worker<ResultMessage>;
  /** Where the answers wait. */
  private readonly unread: Queue<ResultMessage>;
  private refused = 0;
  /** Messages that do not even say who sent them. */
  private strays = 0;

  constructor(
    redis: Redis,
    private readonly options: AnswerQueueOptions,
  ) {
    const { run, timings } = options;
    const connection = { connection: redis, ...LINK };
    this.unread = new Queue<ResultMessage>(resultQueue(run), {
      ...connection,
      streams: FEW_EVENTS,
    });
    this.unread.on('error', () => undefined);
    this.worker = new Worker<ResultMessage>(resultQueue(run), (job) => this.read(job), {
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
    this.worker.on('error', () => undefined);
  }

  /** How many messages came that say neither which batch they answer nor who sent them. */
  get strayMessages(): number {
    return this.strays;
  }

  /** Whether no answer waits to be taken. */
  async allTaken(): Promise<boolean> {
    return (await this.unread.getWaitingCount()) === 0;
  }

  /**
   * Begins to take answers, first the answers that wait for an earlier process of this run. `keep`
   * gets the answers that it was about to commit: they are still locked for it, but can be read.
   */
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

  /**
   * Counts a message that cannot be right, and reports the first ones; `worker` is null if it names
   * none.
   */
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
