import { randomBytes } from 'node:crypto';
import { FEW_EVENTS, LINK, workQueue } from '../link/names.js';
import { Queue, type Redis } from '../link/bullmq.js';
import { toWorkMessage, type WorkMessage } from '../messages/work-message.js';
import { FULL_PAUSE_MS, isFull } from '../link/connection.js';
import type { QueueHealth } from '../link/health.js';
import { QueueError } from '../link/queue-error.js';
import { blame, type Assignment } from './assignment.js';

/** How often in a row a batch may be lost while messages come that do not say what they answer. */
const MOST_LOST = 3;

const STRAYS =
  'The queue brings messages that cannot be read, and no answers: a worker is broken, or something else ' +
  'writes to the queue. What was committed is kept: stop what writes there, and run the same command with --resume.';

export interface SentBatchesOptions {
  readonly run: string;
  /** Batches that have been out for longer are asked about; batches that take long, not so soon. */
  readonly pollMs: number;
  /** How many messages have come that do not say what they answer. */
  readonly strays: () => number;
  /** Told whether there is room for batches. */
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
  /**
   * Batches that are sent together: at the end of this turn of the event loop, or once there is
   * room.
   */
  private readonly leaving = new Set<Assignment>();
  private willFlush = false;
  private isAsking = false;
  private sent = 0;
  private closed = false;

  constructor(
    private readonly redis: Redis,
    private readonly options: SentBatchesOptions,
  ) {
    this.session = `${options.run}-${randomBytes(4).toString('hex')}`;
    this.queue = new Queue<WorkMessage>(workQueue(), {
      connection: redis,
      ...LINK,
      streams: FEW_EVENTS,
    });
    this.queue.on('error', () => undefined);
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
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      await this.askAfterOld(allTaken);
    } finally {
      this.isAsking = false;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.queue.close();
  }

  private async askAfterOld(allTaken: () => Promise<boolean>): Promise<void> {
    const now = performance.now();
    const { pollMs } = this.options;
    const isOld = ({ sentAt, limits }: Assignment): boolean =>
      now - sentAt > pollMs + Math.min(limits.sliceMs, 2 * pollMs);
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
      this.tryAgain(assignment, deaths, 'the workers died that were on this puzzle');
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
    const jobs = leaving.map(({ id, batch, limits }) => ({
      name: 'batch',
      data: toWorkMessage({ run, batch, limits }),
      opts: { jobId: id, removeOnComplete: true, removeOnFail: false },
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
