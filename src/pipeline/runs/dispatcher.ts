import PQueue from 'p-queue';
import { placeFrom, type RowPlace } from '../store/packed/entry-rows.js';
import type { Pool, PuzzleLimits, SolvedBatch } from './pool/pool.js';
import { batchCount, cutBatch, type PackedBatch } from '../../solver/core/puzzle/packed-batch.js';
import { numberOf, durationText } from '../../solver/core/text/numbers.js';
import { trace } from '../files/program.js';

/** Milliseconds after which a thread returns what it has. */
const SLICE_MS = 100;

/** How many milliseconds each part of the rest should then take, at the pace seen. */
const PART_MS = 30;

/** How many jobs wait besides those in the pool, which keep its threads busy. */
const MOST_WAITING = 2;

/** Puzzles that go to the pool together: neighbours from one batch. */
export interface Job<Batch> {
  readonly batch: Batch;
  readonly packed: PackedBatch;
  /** For the rows of the results; left out if these are wanted as they are. */
  readonly place?: RowPlace;
}

/**
 * Hands jobs to the pool, as many at once as it wants. A few more wait; `room` holds back the
 * caller. A job that comes back half done is cut up by the pace it had: the slower its puzzles are,
 * the fewer travel together, until a hard one travels alone and holds up nobody. The parts go
 * first, so that none is left for the very end.
 *
 *   open --a job or its delivery fails--> failed    room and finish throw
 *   open --halt--> halted                           what is under work still comes in
 *   any  --close--> closed                          nothing is delivered any more
 */
export class Dispatcher<Batch> {
  private readonly queue: PQueue;
  private readonly sizer: BatchSizer | PaceSizer;
  private failure: Error | null = null;
  halted = false;
  private closed = false;
  private onHalt: (() => void) | null = null;
  private onFailure: ((error: Error) => void) | null = null;
  private onDone: (() => void) | null = null;
  /** Results that came in and wait for their delivery. */
  private deliveries = 0;
  /** Puzzles that wait or are under work. */
  private inHand = 0;

  constructor(
    private readonly pool: Pool,
    private readonly limits: PuzzleLimits,
    private readonly deliver: (job: Job<Batch>, solved: SolvedBatch) => void,
  ) {
    this.sizer = pool.patience === 1 ? new BatchSizer() : new PaceSizer();
    this.queue = new PQueue({ concurrency: pool.capacity });
    pool.onCapacity?.(() => (this.queue.concurrency = pool.capacity));
  }

  /** The most puzzles of the next job if `left` are left (null: unknown); at the end fewer. */
  sizeFor(left: number | null): number {
    return this.pool.patience === 1 || left === null ? this.sizer.size : this.shareOf(left);
  }

  /** Waits until another job is wanted, if one ever will be. @throws what failed for one before. */
  async room(): Promise<void> {
    await this.queue.onSizeLessThan(MOST_WAITING);
    this.throwFailure();
  }

  /** Notes that `entries` read together needed no solving: the next batch may be larger. */
  passOver(entries: number): void {
    this.sizer.note(entries, 0);
  }

  add(job: Job<Batch>): void {
    this.inHand += batchCount(job.packed);
    this.enqueue(job, 0);
  }

  /** Waits until all results are delivered. @throws as `room`, as soon as something fails. */
  async finish(): Promise<void> {
    this.throwFailure();
    await new Promise<void>((resolve, reject) => {
      this.onFailure = reject;
      this.onDone = resolve;
      void this.queue.onIdle().then(() => this.finishIfDone());
    });
    this.throwFailure();
  }

  /** Drops what waits; what is under work still comes in. */
  halt(): void {
    if (!this.halted) trace('run', () => `halts; ${this.queue.size} waiting jobs are dropped`);
    this.halted = true;
    this.queue.clear();
    this.onHalt?.();
  }

  /** Halts because of `error`, which `room` and `finish` then throw. */
  fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    trace('run', () => `failed: ${this.failure?.message}`);
    this.halt();
    this.onFailure?.(this.failure);
  }

  /**
   * What `promise` resolves to, or `otherwise` as soon as the dispatcher is halted. Only for one
   * caller at a time. (Promise.race with a promise that lives as long as the run would keep a
   * reaction for every call, and memory would grow with the corpus.)
   */
  async unlessHalted<T, U>(promise: Promise<T>, otherwise: U): Promise<T | U> {
    if (this.halted) return otherwise;
    try {
      return await new Promise<T | U>((resolve, reject) => {
        this.onHalt = () => resolve(otherwise);
        promise.then(resolve, reject);
      });
    } finally {
      this.onHalt = null;
    }
  }

  /** Ends the pool at once: what has not come in by now is never delivered. */
  async close(): Promise<void> {
    this.closed = true;
    this.halt();
    await this.pool.close();
  }

  /** What one job should hold if all of `left` puzzles were dealt out: at most the usual size. */
  private shareOf(left: number): number {
    const share = Math.ceil(left / this.pool.capacity);
    return Math.max(1, Math.min(this.sizer.size, share));
  }

  /**
   * How many puzzles go into each part of the rest of a job, after `done` of it took `heldMs`. To a
   * pool whose messages cost much, a part may be as large as any other job: if its puzzles are hard
   * as well, it comes back after its slice and is cut up again.
   */
  private sizeOfParts(done: number, heldMs: number): number {
    const { patience } = this.pool;
    const byPace = Math.floor((done * PART_MS * patience) / Math.max(1, heldMs));
    return Math.max(byPace, patience === 1 ? 1 : this.shareOf(this.inHand));
  }

  private enqueue(job: Job<Batch>, priority: number): void {
    if (!this.halted) void this.queue.add(() => this.work(job), { priority });
  }

  private async work(job: Job<Batch>): Promise<void> {
    const { patience } = this.pool;
    try {
      const limits = { ...this.limits, sliceMs: SLICE_MS * patience };
      const puzzles = batchCount(job.packed);
      trace('run', () => `hands over ${numberOf(puzzles, 'puzzle')}; ${this.queue.size} jobs wait`);
      const solved = await this.pool.solve(job.packed, limits, job.place);
      if (this.closed) return;
      this.deliverSoon(job, solved);
      const { heldMs, count: done } = solved;
      trace('run', () => `got back ${done} of ${puzzles} after ${durationText(heldMs)}`);
      this.sizer.note(done, heldMs / patience);
      this.inHand -= done;
      if (done === puzzles) return;
      const size = this.sizeOfParts(done, heldMs);
      for (const part of restOf(job, done, size)) this.enqueue(part, 1);
    } catch (error) {
      if (!this.closed) this.fail(error);
    }
  }

  /**
   * The solving thread gets its next job first: a delivery takes milliseconds of this thread, in
   * which the other would be idle (a quarter of its time with 15x15 on one thread). Nobody needs
   * the puzzles any more then: left to the garbage collector, such buffers call it twice as often.
   */
  private deliverSoon(job: Job<Batch>, solved: SolvedBatch): void {
    this.deliveries++;
    setImmediate(() => {
      try {
        if (!this.closed) this.deliver(job, solved);
        job.packed.transfer(0);
      } catch (error) {
        this.fail(error);
      }
      this.deliveries--;
      this.finishIfDone();
    });
  }

  private finishIfDone(): void {
    const { size, pending } = this.queue;
    if (size === 0 && pending === 0 && this.deliveries === 0) this.onDone?.();
  }

  private throwFailure(): void {
    if (this.failure !== null) throw this.failure;
  }
}

/** The rest of a job after its first `done` puzzles, in jobs of at most `size`. */
function restOf<Batch>(job: Job<Batch>, done: number, size: number): Job<Batch>[] {
  const { place } = job;
  return cutBatch(job.packed, done, size).map((packed, i) => {
    const from = done + i * size;
    return { ...job, packed, ...(place && { place: placeFrom(place, from) }) };
  });
}

/** How many milliseconds a batch should occupy a thread: far more than a message costs. */
const QUICK_MS = 40;
const SLOW_MS = 90;

const FIRST_PUZZLES = 32;
/** Small puzzles are quick: this many at once cost the writer some tens of milliseconds. */
const MOST_PUZZLES = 4096;

/** Finds the size at which a batch takes tens of ms: doubles after quick, halves after slow. */
export class BatchSizer {
  size = FIRST_PUZZLES;

  /** Notes that a batch of `puzzles` occupied a thread for `ms`. */
  note(puzzles: number, ms: number): void {
    if (ms > SLOW_MS && puzzles <= this.size) this.size = Math.max(1, puzzles >> 1);
    else if (ms < QUICK_MS && puzzles > this.size >> 1) {
      this.size = Math.min(MOST_PUZZLES, this.size * 2);
    }
  }
}

/** How many milliseconds a batch should occupy a thread, if there are many. */
const WANTED_MS = 60;

/** How much each batch leaves of the weight of those before it: about a hundred of them count. */
const KEPT = 0.99;

/**
 * Finds the size of batches for a pool of many workers by the mean time that puzzles took lately.
 * BatchSizer, which a single batch can make halve or double its size, would shrink batches again
 * and again there: among a thousand, some always meet a hard puzzle, and return after their slice.
 */
export class PaceSizer {
  private ms = 0;
  private puzzles = 0;
  /** Twice the largest batch that has come back: the first that come back are the easy ones. */
  private most = FIRST_PUZZLES;

  get size(): number {
    const puzzles = this.puzzles === 0 ? FIRST_PUZZLES : (WANTED_MS * this.puzzles) / this.ms;
    return Math.max(1, Math.floor(Math.min(puzzles, this.most)));
  }

  /** Notes that a batch of `puzzles` occupied a thread for `ms`. */
  note(puzzles: number, ms: number): void {
    this.ms = this.ms * KEPT + ms;
    this.puzzles = this.puzzles * KEPT + puzzles;
    this.most = Math.min(MOST_PUZZLES, Math.max(this.most, 2 * puzzles));
  }
}
