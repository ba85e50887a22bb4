import { readFileSync } from 'node:fs';
import { loadavg, platform } from 'node:os';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/** What a thread is told that may have to rest. */
export interface RestingThread {
  /** Of an Allowance. */
  readonly allowance: SharedArrayBuffer;
  readonly place: number;
}

/** How many threads of a pool may work, in a word that they share. The others rest. */
export class Allowance {
  readonly buffer = new SharedArrayBuffer(4);
  private readonly word = new Int32Array(this.buffer);

  constructor(threads: number) {
    this.word[0] = threads;
  }

  /** Lets so many threads work: the others rest as soon as they look at the clock. */
  set threads(threads: number) {
    Atomics.store(this.word, 0, threads);
    Atomics.notify(this.word, 0);
  }

  get threads(): number {
    return Atomics.load(this.word, 0);
  }
}

/** Lets this thread rest when it looks at `performance.now()`, whose clock stops meanwhile. */
export function restInClock({ allowance, place }: RestingThread): void {
  const shared = new Int32Array(allowance);
  const clock = performance.now.bind(performance);
  let restedMs = 0;
  performance.now = () => {
    let now = Atomics.load(shared, 0);
    if (place >= now) {
      const began = clock();
      for (; place >= now; now = Atomics.load(shared, 0)) Atomics.wait(shared, 0, now);
      restedMs += clock() - began;
    }
    return clock() - restedMs;
  };
}

/** How often it is looked at what runs on the machine. */
const LOOK_MS = 500;

/** After so many milliseconds, what was seen counts for a third. */
const MEMORY_MS = 5000;

/** The same where only the mean of a minute is known. */
const MEAN_MS = 60_000;

/** Tells how many run, or wait for a processor, and for how long that counts; null: unknown. */
function machineLoad() {
  if (platform() === 'win32') return null;
  if (runningNow() !== null) return { running: () => runningNow() ?? 0, memoryMs: MEMORY_MS };
  return { running: () => loadavg()[0], memoryMs: MEAN_MS };
}

/** How many run or wait now, as Linux counts, but for the thread that asks; null elsewhere. */
function runningNow(): number | null {
  try {
    const [, , , counts] = readFileSync('/proc/loadavg', 'utf8').split(' ');
    return Math.max(0, Number.parseInt(counts, 10) - 1);
  } catch {
    return null;
  }
}

/** Tells how many threads may work with the load at `most`, by means of the last seconds. */
export class LoadWatch {
  private all: number | null = null;
  private own = 0;
  private last: number;

  constructor(
    private readonly most: number,
    private readonly load: NonNullable<ReturnType<typeof machineLoad>>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.last = now();
  }

  /** How many of `threads` may work, if `atWork` of them do now. */
  allowed(threads: number, atWork: number): number {
    const { load, all } = this;
    const now = this.now();
    const running = load.running();
    const weight = all === null ? 0 : Math.exp((this.last - now) / load.memoryMs);
    this.last = now;
    this.all = (all ?? 0) * weight + running * (1 - weight);
    this.own = this.own * weight + Math.min(atWork, running) * (1 - weight);
    const others = Math.max(0, this.all - this.own);
    return Math.max(0, Math.min(threads, Math.round(this.most - others)));
  }
}

/** Tells `allow` from time to time how many threads may work; returns what ends that. */
export function watchLoad(
  watch: LoadWatch,
  threads: number,
  atWork: () => number,
  allow: (threads: number) => void,
): () => void {
  const timer = setInterval(() => allow(watch.allowed(threads, atWork())), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Keeps the load at `most`; null: no limit. @throws NonomillError where no load is known. */
export function loadWatchOf(most: number | null): LoadWatch | null {
  if (most === null) return null;
  const load = machineLoad();
  if (load !== null) return new LoadWatch(most, load);
  throw new NonomillError(
    'NM_SYSTEM_UNSUPPORTED',
    'Windows does not say how busy it is: leave --max-load out, and use --nice.',
  );
}
