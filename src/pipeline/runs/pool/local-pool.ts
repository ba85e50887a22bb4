import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { requireWebAssembly } from '../../../solver/engine/wasm/instance.js';
import {
  batchCount,
  cutBatch,
  pickFromBatch,
  type PackedBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import { POSITIONS } from '../../../solver/core/puzzle/fingerprint.js';
import { placeFrom, rowsOf } from '../../store/packed/entry-rows.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import { packResults } from './packed-results.js';
import type { BatchLimits, Pool, PoolHealth, ResultForm, SolvedBatch } from './pool.js';
import { watchLoad, type LoadWatch } from './machine-load.js';
import { ALL_SOLVED, NOT_BEGUN } from './protocol.js';
import { allow, newAllowance, type Allowance } from './rest.js';
import { Watchdog } from './watchdog.js';
import { resultOfDeath } from './thread-death.js';
import { SHARED_AFTER_MS, newOfferBuffer } from './shared-puzzle.js';
import { ThreadSlot } from './thread-slot.js';
import { builtFile } from '../../files/program.js';

export interface LocalPoolOptions {
  readonly threads: number;
  /** MiB of heap for each thread, or null for Node's own limit. */
  readonly memoryMiB: number | null;
  /** Tells how many threads may work; null, or left out: all, always. */
  readonly loadWatch?: LoadWatch | null;
  /**
   * Threads that start before there is a batch for them; by default as many as the machine has
   * processors.
   */
  readonly atOnce?: number;
  /** The compiled entry point of the threads; its default export takes a SolveTask. */
  readonly threadFile?: URL;
  /** Milliseconds by which a puzzle may exceed its limit before its thread is ended. */
  readonly graceMs?: number;
  readonly pollMs?: number;
  /** Milliseconds within which a thread must begin a task. */
  readonly beginMs?: number;
  /** Whether each thread solves its first puzzles twice, so that no time is that of a cold one. */
  readonly warmsUp?: boolean;
  /** Milliseconds on a puzzle after which threads without work help with it, in other positions. */
  readonly sharedAfterMs?: number;
}

const DEFAULT_THREAD = builtFile('workers/solve.cjs');

/** A thread needs some heap just to start. */
const LEAST_HEAP_MIB = 32;

/**
 * Batches sent to a thread at once: the one that it works on, and the next. With a third, threads
 * waited a third as often, but as long in total: the long waits remain, while this thread copies
 * the log into the database.
 */
const BATCHES_A_THREAD = 2;

/** This many threads are started as soon as there is a batch for each. */
const QUICK_THREADS = 8;

/** How often, in milliseconds, it looks whether more threads than those are needed. */
const GROW_MS = 50;

/**
 * How often, in milliseconds, threads without work look for one that has been on a puzzle for long.
 */
const LEND_MS = 10;

/**
 * Threads of this process.
 *
 * The solver ends a puzzle at its own deadline; if a thread does not come back, or dies, the puzzle
 * that it was on gets a result that says so, and the puzzles before it, whose results died with the
 * thread, are solved again. The puzzles after it are left to the caller, as after any batch that
 * ends early.
 *
 * Threads are started as they are needed: a run of ten batches does not need a thousand. The first
 * few start at once. Others follow if there are more batches than two for each thread, and all
 * threads that were started are at work: a thread takes longer to start than small puzzles take to
 * solve. Batches wait in the threads (see thread-slot.ts); how many there are is up to the caller.
 * A thread that has nothing to do gets one that waits in another.
 */
export class LocalPool implements Pool {
  readonly capacity: number;
  readonly patience = 1;
  private readonly slots: ThreadSlot[] = [];
  private readonly threads: number;
  /** How many of them start as soon as there is a batch for each. */
  private readonly quickThreads: number;
  private readonly allowance: Allowance | null;
  private readonly unwatchLoad: (() => void) | null;
  private growing: NodeJS.Timeout | null = null;
  private readonly makeSlot: () => ThreadSlot;
  private sharing: NodeJS.Immediate | null = null;
  private lending: NodeJS.Timeout | null = null;
  private closed = false;
  private readonly watchdog: Watchdog;
  private deaths = 0;

  constructor(options: LocalPoolOptions) {
    requireWebAssembly();
    const { threads, memoryMiB, atOnce = availableParallelism() } = options;
    const { graceMs = 1000, pollMs = 50, beginMs = 30_000 } = options;
    const { sharedAfterMs = SHARED_AFTER_MS, warmsUp = true } = options;
    this.threads = threads;
    this.capacity = threads * BATCHES_A_THREAD;
    this.quickThreads = Math.min(threads, Math.max(QUICK_THREADS, availableParallelism()));
    const ceiling = memoryCeiling(threads, memoryMiB);
    const watchdog = new Watchdog({ graceMs, pollMs, beginMs, memoryCeiling: ceiling });
    this.watchdog = watchdog;
    const threadFile = fileURLToPath(options.threadFile ?? DEFAULT_THREAD);
    const heapMiB = memoryMiB === null ? null : Math.max(LEAST_HEAP_MIB, memoryMiB);
    const onIdle = (): void => this.shareSoon();
    const { loadWatch = null } = options;
    this.allowance = loadWatch && newAllowance(threads);
    this.makeSlot = () => {
      const allowance = this.allowance?.buffer;
      const rest = allowance === undefined ? null : { allowance, place: this.slots.length };
      const sharing = threads > 1 ? { buffer: newOfferBuffer(), afterMs: sharedAfterMs } : null;
      return new ThreadSlot({ threadFile, heapMiB, watchdog, rest, sharing, warmsUp, onIdle });
    };
    this.unwatchLoad = loadWatch && this.watchLoad(loadWatch);
    if (threads > 1) this.lending = setInterval(() => this.lend(), LEND_MS).unref();
    // Threads take a while to start; those beyond what the machine can use now wait until they are
    // needed.
    while (this.slots.length < Math.min(threads, atOnce, availableParallelism())) {
      this.slots.push(this.makeSlot());
    }
  }

  get health(): PoolHealth {
    const { allowance } = this;
    return {
      oldestMs: this.watchdog.oldestMs,
      threadDeaths: this.deaths,
      ...(allowance && { resting: Math.max(0, this.threads - allowance[0]) }),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.unwatchLoad?.();
    if (this.sharing !== null) clearImmediate(this.sharing);
    if (this.lending !== null) clearInterval(this.lending);
    this.stopGrowing();
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private watchLoad(watch: LoadWatch): () => void {
    const { threads, allowance } = this;
    const atWork = (): number => this.slots.filter((slot) => slot.isAtWork).length;
    return watchLoad(watch, threads, atWork, (allowed) => allow(allowance!, allowed));
  }

  /**
   * Starts threads for batches that wait, some at a time, once all that were started are at work.
   */
  private grow(): void {
    const { slots, threads } = this;
    const waiting = slots.reduce((sum, slot) => sum + slot.waiting, 0);
    if (waiting > 0 && !slots.every(({ isUp }) => isUp)) return;
    const more = Math.min(waiting, availableParallelism(), threads - slots.length);
    for (let i = 0; i < more; i++) slots.push(this.makeSlot());
    if (more > 0) this.shareSoon();
    else this.stopGrowing();
  }

  private stopGrowing(): void {
    if (this.growing !== null) clearInterval(this.growing);
    this.growing = null;
  }

  /**
   * Lets threads that have nothing to do help one that has been on its puzzle for long (see
   * shared-puzzle.ts), each in a position of its own. If not all were needed so far, new ones start
   * a little before.
   */
  private lend(): void {
    const { slots } = this;
    const idle = slots.filter(({ load, isResting }) => load === 0 && !isResting);
    if (idle.length === 0 && slots.length >= this.quickThreads) return;
    const offers = slots.flatMap(({ offer }) => offer ?? []);
    const near = slots.filter(({ isOfferNear }) => isOfferNear).length;
    const useful = (offers.length + near) * (POSITIONS - 1);
    while (idle.length < useful && slots.length < this.quickThreads) {
      const made = this.makeSlot();
      slots.push(made);
      idle.push(made);
    }
    if (offers.length === 0) return;
    for (const [i, slot] of idle.entries()) slot.help(offers[i % offers.length]);
  }

  /** After the caller had time to send more: then idle threads get what waits in others. */
  private shareSoon(): void {
    this.sharing ??= setImmediate(() => {
      this.sharing = null;
      let idle = this.slots.filter(({ load }) => load === 0).length;
      for (const slot of this.slots) while (idle > 0 && slot.takeBack()) idle--;
    });
  }

  /** An idle thread, a new one if there is none, or else the least busy one. */
  private leastBusy(): ThreadSlot {
    const best = this.slots.reduce((one, other) => (other.load < one.load ? other : one));
    if (best.load > 0 && this.slots.length < this.quickThreads) {
      const made = this.makeSlot();
      this.slots.push(made);
      return made;
    }
    if (best.load >= BATCHES_A_THREAD && this.slots.length < this.threads) {
      this.growing ??= setInterval(() => this.grow(), GROW_MS);
    }
    return best;
  }

  async solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch> {
    // How many puzzles are sent: all at first; after a death, those before it.
    let end = batchCount(batch);
    /** The result of the puzzle after these, which killed its thread. */
    let death: PuzzleResult | null = null;
    let { sliceMs } = limits;
    let pardoned = 0;
    let falseStarts = 0;
    let heldMs = 0;
    while (end > 0) {
      if (this.closed) throw new Error('the pool is closed');
      const sent = end === batchCount(batch) ? batch.slice(0) : cutBatch(batch, 0, end)[0];
      if (this.lending !== null) for (const slot of this.slots) slot.recall();
      const asked = { ...limits, sliceMs };
      const tried = await this.leastBusy().attempt(sent, asked, form ?? null);
      if (this.closed) throw new Error('the pool was closed while it worked');

      if (tried.kind === 'untouched') continue;
      if (tried.kind === 'died') this.deaths++;
      heldMs += tried.kind === 'solved' ? tried.heldMs : tried.death.solveMs;
      if (pardoned < tried.pardons) {
        pardoned++;
        continue;
      }
      if (tried.kind === 'solved') {
        const { count, results, rows, packed } = tried.answer;
        const found = {
          count,
          results: results ?? [],
          rows: rows === null ? [] : [rows],
          ...(packed !== null && { packed: [packed] }),
        };
        const isAll = count === end && death !== null;
        return { ...(isAll ? withDeath(found, batch, death!, form) : found), heldMs };
      }
      if (tried.at === NOT_BEGUN) {
        // Two threads in a row could not even begin: the next one could not either.
        if (++falseStarts === 2)
          throw new NonomillError(
            'NM_THREADS_NOT_STARTED',
            `no thread starts: ${tried.death.reason}`,
          );
      } else if (tried.at === ALL_SOLVED && end > 1) {
        // It died after its last puzzle (because the results did not fit in memory, for example):
        // send half as many.
        end = end >> 1;
        death = null;
      } else {
        end = tried.at === ALL_SOLVED ? 0 : tried.at;
        death = resultOfDeath(tried.death);
        // The puzzles before it took less than a slice, and get through again.
        sliceMs = Infinity;
      }
    }
    return { ...withDeath({ count: 0, results: [], rows: [] }, batch, death!, form), heldMs };
  }
}

type ThreadFindings = Pick<SolvedBatch, 'count' | 'results' | 'rows' | 'packed'>;

/** The first results of a batch, and that of the puzzle after them, which killed its thread. */
function withDeath(
  { count, results, rows, packed = [] }: ThreadFindings,
  batch: PackedBatch,
  death: PuzzleResult,
  form: ResultForm | undefined,
): ThreadFindings {
  const all = { count: count + 1, results, rows };
  if (form === undefined) return { ...all, results: [...results, death] };
  if (form === 'packed') return { ...all, packed: [...packed, packResults([death])] };
  const place = placeFrom(form, count);
  return { ...all, rows: [...rows, rowsOf(pickFromBatch(batch, [count]), [death], place)] };
}

/** Reading, writing and the threads themselves: measured 450 MiB with a million puzzles. */
const OWN_MIB = 768;
const THREAD_MIB = 64;

/**
 * The resident memory at which some puzzle must be taking too much: most of what the machine has,
 * or what all threads may take together: twice each one's limit, for its heap and for the buffers
 * outside it.
 */
function memoryCeiling(threads: number, memoryMiB: number | null): number {
  const most = 0.8 * Math.min(totalmem(), process.constrainedMemory() || Infinity);
  if (memoryMiB === null) return most;
  return Math.min(most, (OWN_MIB + threads * (THREAD_MIB + 2 * memoryMiB)) * 2 ** 20);
}
