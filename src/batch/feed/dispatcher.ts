import PQueue from 'p-queue';
import type { BatchLimits, Pool, PuzzleLimits } from '../../pool/pool.js';
import { batchCount } from '../../puzzle/packed-batch.js';
import type { PuzzleResult } from '../../result/result.js';
import { BatchSizer, type BatchSize } from './batch-size.js';
import { splitRest, type Parcel } from './parcel.js';

/** Milliseconds after which a worker gives back what it has. */
const SLICE_MS = 100;

/** Milliseconds that each part of what is left then should take, at the pace seen. */
const PART_MS = 30;

/** Parcels that wait beside those that the pool has: it holds enough that nobody waits for more. */
const MOST_WAITING = 2;

/** Takes the results of the puzzles of `origin` from place `first` on. */
export type Deliver<Origin> = (
  origin: Origin,
  first: number,
  results: readonly PuzzleResult[],
) => void;

/**
 * Hands parcels to the pool, as many at once as it wants. A few more wait; `room` holds back
 * whoever brings them. A parcel that comes back half done is cut up by the pace it had: the
 * slower its puzzles are, the fewer travel together, until a hard one travels alone and holds
 * up nobody; and parts go first, so that none is left for the very end.
 *
 *   open --a parcel or its delivery fails--> failed    room and finish throw
 *   open --halt--> halted                              what is under work still comes in
 *   any  --close--> closed                             nothing is delivered any more
 */
export class Dispatcher<Origin> {
  readonly #pool: Pool;
  readonly #limits: BatchLimits;
  readonly #deliver: Deliver<Origin>;
  readonly #queue: PQueue;
  readonly #sizer = new BatchSizer();
  #failure: Error | null = null;
  #halted = false;
  #closed = false;
  #onHalt: (() => void) | null = null;
  #onFailure: ((error: Error) => void) | null = null;
  #onDone: (() => void) | null = null;
  /** Results that came in and wait for their delivery. */
  #deliveries = 0;

  constructor(pool: Pool, limits: PuzzleLimits, deliver: Deliver<Origin>) {
    this.#pool = pool;
    this.#limits = { ...limits, sliceMs: SLICE_MS };
    this.#deliver = deliver;
    this.#queue = new PQueue({ concurrency: pool.capacity });
  }

  /** How much the next parcel should hold. */
  get size(): BatchSize {
    return this.#sizer.size;
  }

  /**
   * Waits until another parcel is wanted; at once where none ever will be again.
   * @throws what went wrong with an earlier one, in the pool or in its delivery.
   */
  async room(): Promise<void> {
    await this.#queue.onSizeLessThan(MOST_WAITING);
    this.#throwFailure();
  }

  /** Takes note that `entries` of a parcel's size needed no solving: the next may be larger. */
  passOver(entries: number): void {
    this.#sizer.note(entries, 0);
  }

  add(parcel: Parcel<Origin>): void {
    this.#enqueue(parcel, 0);
  }

  /** Waits until every parcel is delivered. @throws as `room`, as soon as something fails. */
  async finish(): Promise<void> {
    this.#throwFailure();
    await new Promise<void>((resolve, reject) => {
      this.#onFailure = reject;
      this.#onDone = resolve;
      void this.#queue.onIdle().then(() => this.#finishIfDone());
    });
    this.#throwFailure();
  }

  /** Whether no parcel is taken any more. */
  get halted(): boolean {
    return this.#halted;
  }

  /** Drops what waits; what is under work still comes in. */
  halt(): void {
    this.#halted = true;
    this.#queue.clear();
    this.#onHalt?.();
  }

  /** Halts because of `error`, which `room` and `finish` then throw. */
  fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.halt();
    this.#onFailure?.(this.#failure);
  }

  /**
   * What `promise` gives, or `otherwise` as soon as the dispatcher is halted. One caller at a
   * time. (Promise.race with a promise that lives as long as the run would keep a reaction for
   * every call, and memory would grow with the corpus.)
   */
  async unlessHalted<T, U>(promise: Promise<T>, otherwise: U): Promise<T | U> {
    if (this.#halted) return otherwise;
    try {
      return await new Promise<T | U>((resolve, reject) => {
        this.#onHalt = () => resolve(otherwise);
        promise.then(resolve, reject);
      });
    } finally {
      this.#onHalt = null;
    }
  }

  /** Ends the pool at once: what has not come in by now is never delivered. */
  async close(): Promise<void> {
    this.#closed = true;
    this.halt();
    await this.#pool.close();
  }

  #enqueue(parcel: Parcel<Origin>, priority: number): void {
    if (!this.#halted) void this.#queue.add(() => this.#work(parcel), { priority });
  }

  async #work(parcel: Parcel<Origin>): Promise<void> {
    try {
      const { results, heldMs } = await this.#pool.solve(parcel.packed, this.#limits);
      if (this.#closed) return;
      this.#deliverSoon(parcel, results);
      this.#sizer.note(results.length, heldMs);
      if (results.length === batchCount(parcel.packed)) return;
      const size = Math.max(1, Math.floor((results.length * PART_MS) / Math.max(1, heldMs)));
      for (const part of splitRest(parcel, results.length, size)) this.#enqueue(part, 1);
    } catch (error) {
      if (!this.#closed) this.fail(error);
    }
  }

  /**
   * The worker gets its next parcel first: a delivery takes milliseconds of this thread, in
   * which it would stand idle (a quarter of its time with 15x15 on one thread).
   */
  #deliverSoon({ origin, first }: Parcel<Origin>, results: readonly PuzzleResult[]): void {
    this.#deliveries++;
    setImmediate(() => {
      try {
        if (!this.#closed) this.#deliver(origin, first, results);
      } catch (error) {
        this.fail(error);
      }
      this.#deliveries--;
      this.#finishIfDone();
    });
  }

  #finishIfDone(): void {
    const { size, pending } = this.#queue;
    if (size === 0 && pending === 0 && this.#deliveries === 0) this.#onDone?.();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
