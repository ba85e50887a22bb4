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
import { messageOf } from '../../../solver/core/text/plain-text.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import {
  packResults,
  type BatchLimits,
  type Pool,
  type PoolHealth,
  type ResultForm,
  type SolvedBatch,
  ALL_SOLVED,
  NOT_BEGUN,
  TaskProgress,
  type HelpTask,
  type SolveTask,
  type SolvingThread,
  type ThreadAnswer,
  resultOfDeath,
  diedDeath,
  stuckDeath,
  type ThreadDeath,
} from './pool.js';
import { Allowance, type LoadWatch, watchLoad } from './rest.js';
import { SHARED_AFTER_MS, newOfferBuffer, isOfferNear, offerOn } from './shared-puzzle.js';
import { builtFile, trace } from '../../files/program.js';
import type { Piscina } from 'piscina';
import { numberOf, durationText } from '../../../solver/core/text/numbers.js';
import { threadsOfPiscina } from './task-threads.js';
import { setTimeout as delay } from 'node:timers/promises';

interface LocalPoolOptions {
  readonly threads: number;
  /** MiB of heap for each thread, or null for Node's own limit. */
  readonly memoryMiB: number | null;
  /** Tells how many threads may work; null, or left out: all, always. */
  readonly loadWatch?: LoadWatch | null;
  /** Threads that start before there is a batch for them; by default one for each processor. */
  readonly atOnce?: number;
  /** The compiled entry point of the threads; its default export takes a SolveTask. */
  readonly threadFile?: URL;
  /** Milliseconds by which a puzzle may exceed its limit before its thread is ended. */
  readonly graceMs?: number;
  readonly pollMs?: number;
  /** Milliseconds within which a thread whose turn it is must begin a task. */
  readonly beginMs?: number;
  /** Whether each thread solves its first puzzles twice, so that no time is that of a cold one. */
  readonly warmsUp?: boolean;
  /** Milliseconds on a puzzle after which threads without work help with it, in other positions. */
  readonly sharedAfterMs?: number;
}

const DEFAULT_THREAD = builtFile('workers/solve.cjs');

/** A thread needs some heap just to start. */
const LEAST_HEAP_MIB = 32;

/** The one that a thread works on, and the next: with a third, threads waited as long in total. */
const BATCHES_A_THREAD = 2;

/** This many threads are started as soon as there is a batch for each. */
const QUICK_THREADS = 8;

/** How often, in milliseconds, it looks whether more threads than those are needed. */
const GROW_MS = 50;

/** How often, in milliseconds, idle threads look for one that has been on a puzzle for long. */
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
 * solve. Batches wait in the threads (see ThreadSlot); how many there are is up to the caller.
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
    this.allowance = loadWatch && new Allowance(threads);
    this.makeSlot = () => {
      const { allowance } = this;
      const place = this.slots.length;
      const rest = allowance && { allowance: allowance.buffer, place };
      const sharing = threads > 1 ? { buffer: newOfferBuffer(), afterMs: sharedAfterMs } : null;
      const isResting = (): boolean => allowance !== null && place >= allowance.threads;
      const told = { rest, sharing, warmsUp };
      return new ThreadSlot({ told, threadFile, heapMiB, watchdog, isResting, onIdle });
    };
    this.unwatchLoad = loadWatch && this.watchLoad(loadWatch);
    if (threads > 1) this.lending = setInterval(() => this.lend(), LEND_MS).unref();
    // Threads take a while to start; those that the machine cannot use now wait until needed.
    while (this.slots.length < Math.min(threads, atOnce, availableParallelism())) {
      this.slots.push(this.makeSlot());
    }
  }

  get health(): PoolHealth {
    const { allowance } = this;
    return {
      oldestMs: this.watchdog.oldestMs,
      threadDeaths: this.deaths,
      ...(allowance && { resting: Math.max(0, this.threads - allowance.threads) }),
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
    return watchLoad(watch, threads, atWork, (allowed) => (allowance!.threads = allowed));
  }

  /** Starts threads for batches that wait, some at a time, once all others are at work. */
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

  /** Lets idle threads help one that is long on its puzzle, each in a position (SharedPuzzle). */
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
      heldMs += tried.kind === 'solved' ? tried.answer.heldMs : tried.death.solveMs;
      if (pardoned < tried.pardons) {
        pardoned++;
        continue;
      }
      if (tried.kind === 'solved') {
        const { answer } = tried;
        const isAll = answer.count === end && death !== null;
        return { ...(isAll ? withDeath(answer, batch, death!, form) : answer), heldMs };
      }
      if (tried.at === NOT_BEGUN) {
        // Two threads in a row could not even begin: the next one could not either.
        const why = `no thread starts: ${tried.death.reason}`;
        if (++falseStarts === 2) throw new NonomillError('NM_THREADS_NOT_STARTED', why);
      } else if (tried.at === ALL_SOLVED && end > 1) {
        // It died after its last puzzle (because the results need too much memory): send half.
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

/** The resident memory that is too much: most of the machine's, or twice what threads may take. */
function memoryCeiling(threads: number, memoryMiB: number | null): number {
  const most = 0.8 * Math.min(totalmem(), process.constrainedMemory() || Infinity);
  if (memoryMiB === null) return most;
  return Math.min(most, (OWN_MIB + threads * (THREAD_MIB + 2 * memoryMiB)) * 2 ** 20);
}

/** How long it may take until a thread's memory is given back; less than the watchdog waits. */
const MEMORY_BACK_MS = 600;

/** Far more than a thread holds that solves ordinary puzzles. */
const MUCH_MEMORY = 128 * 2 ** 20;

/**
 * How many attempts in which the process was stopped are made again if a deadline passed in them:
 * it may be stopped again, but a machine that keeps stopping must not keep a puzzle forever.
 */
const MOST_STOPPED = 3;

type Attempt =
  | {
      readonly kind: 'solved';
      readonly answer: ThreadAnswer;
      /** It is made again unless as many were before: the process was stopped meanwhile. */
      readonly pardons: number;
    }
  | {
      readonly kind: 'died';
      readonly death: ThreadDeath;
      /** The index of the puzzle under work, or NOT_BEGUN or ALL_SOLVED. */
      readonly at: number;
      /**
       * It is made again unless as many were before: something else may be to blame. The process
       * was stopped, or memory ran out and the end of this thread did not free any.
       */
      readonly pardons: number;
    }
  /** No result: it was taken back, or its thread died because of another batch. */
  | { readonly kind: 'untouched' };

const UNTOUCHED: Attempt = { kind: 'untouched' };

/** Whether the end of a thread frees much memory: then its puzzle had taken it. */
async function memoryComesBack(): Promise<boolean> {
  const before = process.memoryUsage.rss();
  await delay(MEMORY_BACK_MS);
  return before - process.memoryUsage.rss() > MUCH_MEMORY;
}

interface ThreadSlotOptions {
  readonly told: SolvingThread;
  /** The compiled entry point of the thread; its default export takes a SolveTask. */
  readonly threadFile: string;
  /** MiB of heap, or null for Node's own limit. */
  readonly heapMiB: number | null;
  readonly watchdog: Watchdog;
  readonly isResting: () => boolean;
  /** Called when the thread has nothing more to do. */
  readonly onIdle: () => void;
}

/**
 * MiB of a thread's heap for new objects. They are few, and with Node 24's own 48 MiB every thread
 * takes 35 MB more. If the heap has a limit, Node.js ends the thread past it and lets it have 16
 * MiB more until then. All new objects may move to the old ones at once: if they took more than
 * that, V8 would end the whole process, as it did with 48 MiB.
 */
const YOUNG_MIB = 12;

interface OfferInBatch extends Omit<HelpTask, 'progress'> {
  readonly limits: BatchLimits;
}

/** What a thread is to do, and what the watchdog sees of it. */
class SlotTask {
  readonly progress = new TaskProgress();
  readonly ended = new AbortController();
  /** Milliseconds that a puzzle may take. */
  readonly mostMs: number;
  /** The thread that it was sent to, which may be replaced meanwhile. */
  thread: Piscina['threads'][number] | undefined = undefined;
  alarm: Alarm | null = null;
  /** Its thread died of another task. */
  spared = false;
  /** Ends the attempt before its answer comes. */
  letGo = (): void => undefined;
  /** It waits for another task of its thread, which may take its time. */
  waits = true;
  /** The puzzle under work as it was last seen, and since when, by the clock. */
  index = NOT_BEGUN;
  since = performance.now();
  /** The shortest stop of this process so far, in ms, after which times mean nothing; or null. */
  stoppedMs: number | null = null;

  constructor(
    readonly limits: BatchLimits,
    /** Whether it only helps another thread: nothing is lost if it is ended. */
    readonly isHelp: boolean,
    /** Whether its thread rests: then its clock stops. */
    readonly rests: () => boolean,
  ) {
    // A second engine may take just as long again, and so may a proof.
    const shares = 1 + Number((limits.crossCheck ?? 0) > 0) + Number(limits.prove === true);
    this.mostMs = limits.timeoutMs * shares;
  }

  /** Milliseconds that the puzzle under work has been seen there. */
  get puzzleMs(): number {
    return performance.now() - this.since;
  }

  /** Its turn has come: its thread must begin it soon. */
  comeUp(): void {
    this.waits = false;
    if (this.index === NOT_BEGUN) this.since = performance.now();
  }

  /** Ends its thread: no answer comes any more. */
  raise(alarm: Alarm): void {
    this.alarm = alarm;
    trace(
      'pool',
      () =>
        `${threadName(this.thread)} is ended: ${alarm} at puzzle ${this.progress.place} of its batch, ${durationText(this.puzzleMs)} on it`,
    );
    this.ended.abort();
  }
}

function threadName(thread: SlotTask['thread']): string {
  return `thread ${thread?.threadId ?? '(new)'}`;
}

/**
 * One thread, by Piscina, and the batches sent to it: the one it works on, and some more that
 * wait in the thread, so that it need not wait for a message while the main thread is in a
 * transaction. They can be taken back until the thread begins them, and survive the death of the
 * thread: only the batch that was under work is to blame.
 */
class ThreadSlot {
  private readonly piscina: Piscina;
  /** In the order in which the thread does them. */
  private readonly tasks: SlotTask[] = [];
  private hasAnswered = false;

  constructor(private readonly options: ThreadSlotOptions) {
    this.piscina = threadsOfPiscina({
      filename: options.threadFile,
      minThreads: 1,
      maxThreads: 1,
      // Piscina's own balancer sends no second task to a thread whose task can be aborted, so that
      // a run of 10x10 takes 5 % longer. With one Piscina for all threads nobody knows which tasks
      // a dead thread had.
      loadBalancer: (_, [thread]) => thread ?? null,
      idleTimeout: Infinity,
      recordTiming: false,
      workerData: options.told,
      resourceLimits: {
        ...(options.heapMiB !== null && { maxOldGenerationSizeMb: options.heapMiB }),
        maxYoungGenerationSizeMb: YOUNG_MIB,
      },
    });
  }

  /** How many batches it has, including one that was taken back until the thread skips it. */
  get load(): number {
    return this.tasks.length;
  }

  /** How many of them wait for another, and were not taken back. */
  get waiting(): number {
    return this.tasks.filter(({ progress }, i) => i > 0 && progress.place === NOT_BEGUN).length;
  }

  /** Whether it has something to do, and does not rest. */
  get isAtWork(): boolean {
    return this.tasks.length > 0 && !this.isResting;
  }

  get isResting(): boolean {
    return this.options.isResting();
  }

  /** Whether the thread, which takes a while to start, has begun to work. */
  get isUp(): boolean {
    return this.hasAnswered || this.tasks.some(({ progress }) => progress.hasBegun);
  }

  /** Lets the thread solve `batch`, whose buffer moves there, after its other tasks. */
  async attempt(batch: PackedBatch, limits: BatchLimits, form: ResultForm | null) {
    const task = this.newTask(limits);
    const letGo = new Promise<Attempt>((resolve) => {
      task.letGo = () => resolve(UNTOUCHED);
    });
    this.tasks.push(task);
    trace(
      'pool',
      () =>
        `${this.name} gets ${numberOf(batchCount(batch), 'puzzle')}; it has ${numberOf(this.tasks.length, 'batch', 'batches')}`,
    );
    if (this.tasks.length === 1) task.comeUp();
    const { buffer: progress } = task.progress;
    return Promise.race([letGo, this.work(task, { batch, limits, form, progress })]);
  }

  /** What its thread offers others to help with, and under which limits; null for nothing. */
  get offer(): OfferInBatch | null {
    const shared = this.options.told.sharing?.buffer;
    const limits = this.tasks[0]?.limits;
    if (shared === undefined || limits === undefined) return null;
    const offer = offerOn(shared);
    return offer === null ? null : { buffer: shared, offer, limits };
  }

  get isOfferNear(): boolean {
    const shared = this.options.told.sharing?.buffer;
    return shared !== undefined && isOfferNear(shared);
  }

  /** Lets the thread, which has nothing to do, help another one. */
  help(offered: OfferInBatch): void {
    const task = this.newTask(offered.limits, true);
    this.tasks.push(task);
    trace('pool', () => `${this.name} helps with a puzzle of another thread, in another position`);
    task.comeUp();
    void this.work(task, { ...offered, progress: task.progress.buffer });
  }

  /** Calls the thread back if it helps another. */
  recall(): void {
    for (const { isHelp, progress } of this.tasks) if (isHelp) progress.recall();
  }

  /** Takes back a batch that waits for another; false if there is none. */
  takeBack(): boolean {
    const waiting = this.tasks.find(({ progress }, i) => i > 0 && progress.takeBack());
    if (waiting === undefined) return false;
    trace('pool', () => `a batch that waits in ${this.name} is taken back for an idle thread`);
    this.options.watchdog.end(waiting);
    waiting.letGo();
    return true;
  }

  async close(): Promise<void> {
    // A thread that was ended shortly before may still be dying; Piscina would replace it.
    this.piscina.options.minThreads = 0;
    await this.piscina.destroy();
  }

  private get name(): string {
    return threadName(this.piscina.threads[0]);
  }

  private newTask(limits: BatchLimits, isHelp = false): SlotTask {
    const task = new SlotTask(limits, isHelp, () => this.isResting);
    this.options.watchdog.watch(task);
    return task;
  }

  private async work(task: SlotTask, message: SolveTask | HelpTask): Promise<Attempt> {
    const { watchdog } = this.options;
    try {
      const transferList = 'batch' in message ? [message.batch] : [];
      const options = { transferList, signal: task.ended.signal };
      const answering = this.piscina.run(message, options);
      task.thread = this.piscina.threads[0];
      const answer = (await answering) as ThreadAnswer | null;
      if (answer === null) return UNTOUCHED;
      const stoppedMs = watchdog.stoppedMs(task);
      // The stop of the process may be what ended a puzzle, or took its time.
      const isDoubtful = stoppedMs !== null && answer.longestMs >= stoppedMs;
      const mostStopped = answer.longestMs === Infinity ? MOST_STOPPED : 1;
      const pardons = isDoubtful ? mostStopped : 0;
      return { kind: 'solved', answer, pardons };
    } catch (error) {
      trace('pool', () => `a batch came to nothing: ${messageOf(error)}`);
      if (this.piscina.threads[0] !== task.thread) this.judge(task);
      return task.spared ? UNTOUCHED : await this.deathOf(task, error);
    } finally {
      this.remove(task);
    }
  }

  /** What a task died of, which is removed before anything else happens. */
  private async deathOf(task: SlotTask, error: unknown): Promise<Attempt> {
    const { alarm, progress, mostMs, puzzleMs: solveMs } = task;
    const at = progress.place;
    this.remove(task);
    if (alarm === 'memory') {
      const reason = 'memory ran out while the thread was on this puzzle, and it was ended';
      const pardons = (await memoryComesBack()) ? 0 : 1;
      return { kind: 'died', death: { status: 'memory', reason, solveMs }, at, pardons };
    }
    const death = alarm === 'stuck' ? stuckDeath(at, mostMs, solveMs) : diedDeath(error, solveMs);
    const isDoubtful = death.status === 'timeout' && this.options.watchdog.stoppedMs(task) !== null;
    return { kind: 'died', death, at, pardons: isDoubtful ? MOST_STOPPED : 0 };
  }

  /**
   * The thread of `one` died, and all its tasks with it. To blame is the one for which it was
   * ended, or else the last that it began (the answers of earlier ones were lost on the way).
   */
  private judge(one: SlotTask): void {
    if (one.spared) return;
    const dead = this.tasks.filter(({ thread }) => thread === one.thread);
    const culprit =
      dead.find(({ alarm }) => alarm !== null) ??
      dead.findLast(({ progress }) => progress.hasBegun) ??
      dead[0];
    for (const task of dead) task.spared = task !== culprit;
  }

  /** The task is over: the next has come up. */
  private remove(task: SlotTask): void {
    const at = this.tasks.indexOf(task);
    if (at === -1) return;
    this.tasks.splice(at, 1);
    this.hasAnswered = true;
    this.options.watchdog.end(task);
    if (this.tasks.length === 0) this.options.onIdle();
    else this.tasks[0].comeUp();
  }
}

interface WatchdogOptions extends Required<
  Pick<LocalPoolOptions, 'pollMs' | 'graceMs' | 'beginMs'>
> {
  /** Bytes of resident memory from which on some puzzle takes too much; Infinity for no limit. */
  readonly memoryCeiling: number;
}

/** What the watchdog reports: the puzzle does not come back, or memory runs out during it. */
type Alarm = 'stuck' | 'memory';

/** If a gap between two looks is this much longer than asked for, the machine has slept. */
const JUMP_MS = 2000;

/**
 * A shorter gap counts, too, if hardly any processor time passed in it: then the process was
 * stopped. In the gaps that a long commit of this thread or a busy machine makes, threads go on.
 */
const SHORT_JUMP_MS = 250;
const IDLE_SHARE = 0.05;

/** How long the system needs to take back the memory of a thread that was ended. */
const SETTLE_MS = 1000;

/**
 * Looks at the progress of all tasks from one timer and raises an alarm if a thread has stayed on a
 * puzzle longer than its limit and the grace: as the solver keeps its own deadline, such a thread
 * will not come back.
 *
 * It also looks at the memory of the whole process, since a thread's own limit covers only its
 * heap. Above the ceiling it raises an alarm for the puzzle that takes longest, one at a time.
 *
 * It measures time itself, from the first look at which it saw a puzzle: it trusts no clock of
 * another thread, and does not count time in which this process was stopped.
 */
class Watchdog {
  private readonly watched = new Set<SlotTask>();
  private timer: NodeJS.Timeout | null = null;
  private lastLook = 0;
  /** Milliseconds of processor time, of all threads, at that look. */
  private lastCpu = 0;
  private settledAt = 0;

  constructor(private readonly options: WatchdogOptions) {}

  /** Watches a task until `end` is called, or it raises an alarm: never before `comeUp`. */
  watch(task: SlotTask): void {
    this.watched.add(task);
    if (this.timer !== null) return;
    this.lastLook = performance.now();
    this.lastCpu = cpuMs();
    this.timer = setInterval(() => this.look(), this.options.pollMs);
  }

  /** What is known of stops during a task; its answer may come before the next look. */
  stoppedMs(task: SlotTask): number | null {
    return task.stoppedMs ?? this.gapNow().stoppedMs;
  }

  /** Milliseconds that the puzzle under work for longest has been seen there; null if none is. */
  get oldestMs(): number | null {
    return this.longestAtPuzzle()?.puzzleMs ?? null;
  }

  end(task: SlotTask): void {
    this.watched.delete(task);
    if (this.watched.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /** The time since the last look, and how much of it the process was stopped, or null. */
  private gapNow(): { now: number; gap: number; cpu: number; stoppedMs: number | null } {
    const now = performance.now();
    const gap = now - this.lastLook;
    const late = gap - this.options.pollMs;
    const cpu = cpuMs();
    // The processor time the threads can have used before the stop; each may have its own core.
    const before = this.options.pollMs * (1 + this.watched.size);
    const idle = cpu - this.lastCpu < before + IDLE_SHARE * gap;
    const stopped = late > JUMP_MS || (late > SHORT_JUMP_MS && idle);
    return { now, gap, cpu, stoppedMs: stopped ? late : null };
  }

  private look(): void {
    const { graceMs, beginMs } = this.options;
    const { now, gap, cpu, stoppedMs } = this.gapNow();
    this.lastLook = now;
    this.lastCpu = cpu;
    if (stoppedMs !== null) trace('pool', () => `the process was stopped: ${durationText(gap)}`);
    for (const task of this.watched) {
      if (stoppedMs !== null) {
        task.stoppedMs = Math.min(stoppedMs, task.stoppedMs ?? Infinity);
        task.since += gap;
      }
      if (task.rests()) task.since += gap;
      const index = task.progress.place;
      if (index !== task.index) {
        task.index = index;
        task.since = now;
        continue;
      }
      if (index === NOT_BEGUN && task.waits) continue;
      const limit = index === NOT_BEGUN ? beginMs : task.mostMs + graceMs;
      if (index === ALL_SOLVED || now - task.since <= limit) continue;
      this.raise(task, 'stuck');
    }
    if (now >= this.settledAt && process.memoryUsage.rss() > this.options.memoryCeiling) {
      this.settledAt = now + SETTLE_MS;
      const help = [...this.watched].find(({ isHelp, index }) => isHelp && index >= 0);
      const suspect = help ?? this.longestAtPuzzle();
      if (suspect !== null) this.raise(suspect, 'memory');
    }
  }

  /** Nobody can tell from outside how much each thread holds: most likely it is this one. */
  private longestAtPuzzle(): SlotTask | null {
    let longest: SlotTask | null = null;
    for (const task of this.watched) {
      if (task.index >= 0 && task.since < (longest?.since ?? Infinity)) longest = task;
    }
    return longest;
  }

  private raise(task: SlotTask, alarm: Alarm): void {
    this.end(task);
    task.raise(alarm);
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
