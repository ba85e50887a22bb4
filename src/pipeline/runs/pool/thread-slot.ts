import type { Piscina } from 'piscina';
import { batchCount, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { numberOf, durationText } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/program.js';
import type { BatchLimits, ResultForm } from './pool.js';
import { isResting } from './rest.js';
import { isOfferNear, offerOn, type Offer } from './shared-puzzle.js';
import {
  NOT_BEGUN,
  TAKEN_BACK,
  heldMsOf,
  newProgress,
  batchPlace,
  recall,
  takeBack,
  type HelpTask,
  type TaskWords,
  type SolveTask,
  type SolvingThread,
  type ThreadAnswer,
} from './protocol.js';
import type { Alarm, WatchedTask, Watchdog } from './watchdog.js';
import { diedDeath, memoryDeath, stuckDeath, type ThreadDeath } from './thread-death.js';
import { threadsOfPiscina } from './threads-of-piscina.js';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** How long it may take until a thread's memory is given back; less than the watchdog waits. */
const MEMORY_BACK_MS = 600;

/** Far more than a thread holds that solves ordinary puzzles. */
const MUCH_MEMORY = 128 * 2 ** 20;

/**
 * How many attempts in which the process was stopped are made again if a deadline passed in them:
 * it may be stopped again, but a machine that keeps stopping must not keep a puzzle forever.
 */
const MOST_STOPPED = 3;

/** The outcome of one attempt at a batch. */
export type Attempt =
  | {
      readonly kind: 'solved';
      readonly answer: ThreadAnswer;
      readonly heldMs: number;
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

export interface ThreadSlotOptions extends SolvingThread {
  /** The compiled entry point of the thread; its default export takes a SolveTask. */
  readonly threadFile: string;
  /** MiB of heap, or null for Node's own limit. */
  readonly heapMiB: number | null;
  readonly watchdog: Watchdog;
  /** Called when the thread has nothing more to do. */
  readonly onIdle: () => void;
}

/**
 * MiB of a thread's heap for new objects. They are few, and the 48 MiB that Node 24 gives them only
 * make every thread take 35 MB more. If the heap has a limit: past the limit Node.js ends the
 * thread and lets it have 16 MiB more until then. All new objects may move to the old ones at once:
 * if they took more than that, V8 would end the whole process, as it did with the 48 MiB that Node
 * 24 gives them.
 */
const YOUNG_MIB = 12;

/** The offer of a thread of a pool. */
interface OfferInBatch extends Offer {
  readonly limits: BatchLimits;
}

/** One batch that was sent to the thread and has not come back. */
interface SlotTask {
  readonly progress: TaskWords;
  readonly watch: WatchedTask;
  readonly limits: BatchLimits;
  /** Milliseconds that a puzzle may take. */
  readonly puzzleMs: number;
  /** Whether it only helps another thread. */
  readonly isHelp: boolean;
  readonly ended: AbortController;
  /** The thread that it was sent to, which may be replaced meanwhile. */
  thread: Piscina['threads'][number] | undefined;
  alarm: Alarm | null;
  /** Its thread died of another task. */
  spared: boolean;
  /** Ends the attempt before its answer comes. */
  letGo: () => void;
}

/**
 * One thread, by Piscina, and the batches sent to it: the one it works on, and some more that
 * wait in the thread, so that it need not wait for a message while the main thread is in a
 * transaction. They can be taken back until the thread begins them, and survive the death of the
 * thread: only the batch that was under work is to blame.
 */
export class ThreadSlot {
  private readonly piscina: Piscina;
  private readonly options: ThreadSlotOptions;
  /** In the order in which the thread does them. */
  private readonly tasks: SlotTask[] = [];
  private hasAnswered = false;

  constructor(options: ThreadSlotOptions) {
    this.options = options;
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
      workerData: {
        rest: options.rest,
        sharing: options.sharing,
        warmsUp: options.warmsUp,
      } satisfies SolvingThread,
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
    return this.tasks.filter(({ progress }, i) => i > 0 && batchPlace(progress) === NOT_BEGUN)
      .length;
  }

  /** Whether it has something to do, and does not rest. */
  get isAtWork(): boolean {
    return this.tasks.length > 0 && !this.isResting;
  }

  /** Whether it leaves the machine to others. */
  get isResting(): boolean {
    const { rest } = this.options;
    return rest !== null && isResting(new Int32Array(rest.allowance), rest.place);
  }

  /** Whether the thread, which takes a while to start, has begun to work. */
  get isUp(): boolean {
    return this.hasAnswered || this.tasks.some(hasBegun);
  }

  /** Lets the thread solve `batch`, whose buffer moves there, after its other tasks. */
  async attempt(
    batch: PackedBatch,
    limits: BatchLimits,
    form: ResultForm | null,
  ): Promise<Attempt> {
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
    if (this.tasks.length === 1) task.watch.comeUp();
    return Promise.race([
      letGo,
      this.work(task, { batch, limits, form, progress: task.progress.buffer }),
    ]);
  }

  /**
   * The offer of its thread for others to help with, and under which limits; null if there is none.
   */
  get offer(): OfferInBatch | null {
    const shared = this.options.sharing?.buffer;
    const limits = this.tasks[0]?.limits;
    if (shared === undefined || limits === undefined) return null;
    const offer = offerOn(shared);
    return offer === null ? null : { buffer: shared, offer, limits };
  }

  /** Whether it will have an offer soon. */
  get isOfferNear(): boolean {
    const shared = this.options.sharing?.buffer;
    return shared !== undefined && isOfferNear(shared);
  }

  /** Lets the thread, which has nothing to do, help another one. */
  help(offered: OfferInBatch): void {
    const task = this.newTask(offered.limits, true);
    this.tasks.push(task);
    trace('pool', () => `${this.name} helps with a puzzle of another thread, in another position`);
    task.watch.comeUp();
    void this.work(task, { ...offered, progress: task.progress.buffer });
  }

  /** Calls the thread back if it helps another. */
  recall(): void {
    for (const { isHelp, progress } of this.tasks) if (isHelp) recall(progress);
  }

  /** Takes back a batch that waits for another; false if there is none. */
  takeBack(): boolean {
    const waiting = this.tasks.find(({ progress }, i) => i > 0 && takeBack(progress));
    if (waiting === undefined) return false;
    trace('pool', () => `a batch that waits in ${this.name} is taken back for an idle thread`);
    waiting.watch.end();
    waiting.letGo();
    return true;
  }

  /** Ends the thread at once. */
  async close(): Promise<void> {
    // A thread that was ended shortly before may still be dying; Piscina would replace it after it
    // has been closed.
    this.piscina.options.minThreads = 0;
    await this.piscina.destroy();
  }

  private get name(): string {
    return `thread ${this.piscina.threads[0]?.threadId ?? '(new)'}`;
  }

  private newTask(limits: BatchLimits, isHelp = false): SlotTask {
    const progress = newProgress();
    const ended = new AbortController();
    // A second engine may take just as long again, and so may a proof.
    const shares = 1 + Number((limits.crossCheck ?? 0) > 0) + Number(limits.prove === true);
    const puzzleMs = limits.timeoutMs * shares;
    const onAlarm = (alarm: Alarm): void => {
      task.alarm = alarm;
      trace(
        'pool',
        () =>
          `${this.name} is ended: ${alarm} at puzzle ${batchPlace(progress)} of its batch, ${durationText(watch.puzzleMs)} on it`,
      );
      ended.abort();
    };
    const { watchdog, rest } = this.options;
    const rests = rest && (() => isResting(new Int32Array(rest.allowance), rest.place));
    const watch = watchdog.watch(progress, puzzleMs, onAlarm, { rests, isHelp });
    const task: SlotTask = {
      progress,
      watch,
      limits,
      puzzleMs,
      ended,
      isHelp,
      thread: undefined,
      alarm: null,
      spared: false,
      letGo: () => undefined,
    };
    return task;
  }

  private async work(task: SlotTask, message: SolveTask | HelpTask): Promise<Attempt> {
    const { progress, watch } = task;
    try {
      const transferList = 'batch' in message ? [message.batch] : [];
      const options = { transferList, signal: task.ended.signal };
      const answering = this.piscina.run(message, options);
      task.thread = this.piscina.threads[0];
      const answer = (await answering) as ThreadAnswer | null;
      if (answer === null) return UNTOUCHED;
      const { stoppedMs } = watch;
      // The stop of the process may be what ended a puzzle, or took its time.
      const isDoubtful = stoppedMs !== null && answer.longestMs >= stoppedMs;
      const mostStopped = answer.longestMs === Infinity ? MOST_STOPPED : 1;
      const pardons = isDoubtful ? mostStopped : 0;
      return { kind: 'solved', answer, heldMs: heldMsOf(progress), pardons };
    } catch (error) {
      trace('pool', () => `a batch came to nothing: ${messageOf(error)}`);
      if (this.piscina.threads[0] !== task.thread) this.judge(task);
      return task.spared ? UNTOUCHED : await deathOf(task, error, () => this.remove(task));
    } finally {
      this.remove(task);
    }
  }

  /**
   * The thread of `one` died, and all its tasks with it. To blame is the one for which it was
   * ended, or else the last that it began (the answers of earlier ones were lost on the way).
   */
  private judge(one: SlotTask): void {
    if (one.spared) return;
    const dead = this.tasks.filter(({ thread }) => thread === one.thread);
    const culprit = dead.find(({ alarm }) => alarm !== null) ?? dead.findLast(hasBegun) ?? dead[0];
    for (const task of dead) task.spared = task !== culprit;
  }

  /** The task is over: the next has come up. */
  private remove(task: SlotTask): void {
    const at = this.tasks.indexOf(task);
    if (at === -1) return;
    this.tasks.splice(at, 1);
    this.hasAnswered = true;
    task.watch.end();
    if (this.tasks.length === 0) this.options.onIdle();
    else this.tasks[0].watch.comeUp();
  }
}

/** What a task died of; `gone` is called before anything else happens. */
async function deathOf(task: SlotTask, error: unknown, gone: () => void): Promise<Attempt> {
  const { alarm, progress, watch, puzzleMs } = task;
  const solveMs = watch.puzzleMs;
  const at = batchPlace(progress);
  gone();
  if (alarm === 'memory') {
    const pardons = (await memoryComesBack()) ? 0 : 1;
    return { kind: 'died', death: memoryDeath(solveMs), at, pardons };
  }
  const death = alarm === 'stuck' ? stuckDeath(at, puzzleMs, solveMs) : diedDeath(error, solveMs);
  const isDoubtful = watch.stoppedMs !== null && death.status === 'timeout';
  return { kind: 'died', death, at, pardons: isDoubtful ? MOST_STOPPED : 0 };
}

function hasBegun({ progress }: SlotTask): boolean {
  const place = batchPlace(progress);
  return place !== NOT_BEGUN && place !== TAKEN_BACK;
}
