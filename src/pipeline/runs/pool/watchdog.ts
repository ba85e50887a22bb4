import { performance } from 'node:perf_hooks';
import { ALL_SOLVED, NOT_BEGUN, batchPlace, type TaskWords } from './protocol.js';
import { durationText } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/program.js';

export interface WatchdogOptions {
  /** How often it looks. */
  readonly pollMs: number;
  /** How long a puzzle may exceed its limit before its thread is ended. */
  readonly graceMs: number;
  /** How long a thread whose turn it is may take to begin a task. */
  readonly beginMs: number;
  /** Bytes of resident memory from which on some puzzle takes too much; Infinity for no limit. */
  readonly memoryCeiling: number;
}

/** What the watchdog reports: the puzzle does not come back, or memory runs out during it. */
export type Alarm = 'stuck' | 'memory';

/** If a gap between two looks is this much longer than asked for, the machine has slept. */
const JUMP_MS = 2000;

/**
 * A shorter gap counts, too, if hardly any processor time passed in it: then the process was
 * stopped. A long commit of this thread, or a busy machine, makes gaps as well, but the threads go
 * on in them.
 */
const SHORT_JUMP_MS = 250;
const IDLE_SHARE = 0.05;

/** How long the system needs to take back the memory of a thread that was ended. */
const SETTLE_MS = 1000;

export interface WatchedTask {
  /**
   * The shortest stop of this process while the task ran, in milliseconds: after it, deadlines and
   * times of that length mean nothing. Null if it never stopped.
   */
  readonly stoppedMs: number | null;
  /** Milliseconds that the puzzle under work has been seen there. */
  readonly puzzleMs: number;
  /** The task has come up: its thread must begin it soon. */
  comeUp(): void;
  end(): void;
}

interface Watched {
  readonly progress: TaskWords;
  readonly timeoutMs: number;
  readonly onAlarm: (alarm: Alarm) => void;
  /** Whether its thread rests: then its clock stops. Null if it never does. */
  readonly rests: (() => boolean) | null;
  /** Its thread only helps another one: nothing is lost if it is ended. */
  readonly isHelp: boolean;
  /** It waits for another task of its thread, which may take its time. */
  waits: boolean;
  index: number;
  since: number;
  stoppedMs: number | null;
}

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
export class Watchdog {
  private readonly options: WatchdogOptions;
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | null = null;
  private lastLook = 0;
  /** Milliseconds of processor time, of all threads, at that look. */
  private lastCpu = 0;
  private settledAt = 0;

  constructor(options: WatchdogOptions) {
    this.options = options;
  }

  /**
   * Watches a task until `end` is called; `onAlarm` is called at most once. As long as it has
   * not begun and has not come up either, no clock runs.
   */
  watch(
    progress: TaskWords,
    timeoutMs: number,
    onAlarm: (alarm: Alarm) => void,
    { rests = null, isHelp = false }: Partial<Pick<Watched, 'rests' | 'isHelp'>> = {},
  ): WatchedTask {
    const now = performance.now();
    const watched: Watched = {
      progress,
      timeoutMs,
      onAlarm,
      rests,
      isHelp,
      waits: true,
      index: NOT_BEGUN,
      since: now,
      stoppedMs: null,
    };
    this.watched.add(watched);
    if (this.timer === null) {
      this.lastLook = now;
      this.lastCpu = cpuMs();
      this.timer = setInterval(() => this.look(), this.options.pollMs);
    }
    const stoppedNow = (): number | null => this.gapNow().stoppedMs;
    return {
      // An answer may come before the next look.
      get stoppedMs() {
        return watched.stoppedMs ?? stoppedNow();
      },
      get puzzleMs() {
        return performance.now() - watched.since;
      },
      comeUp() {
        watched.waits = false;
        if (watched.index === NOT_BEGUN) watched.since = performance.now();
      },
      end: () => this.end(watched),
    };
  }

  /** Milliseconds that the puzzle under work for longest has been seen there; null if none is. */
  get oldestMs(): number | null {
    const oldest = this.longestAtPuzzle();
    return oldest === null ? null : performance.now() - oldest.since;
  }

  private end(watched: Watched): void {
    this.watched.delete(watched);
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
    // The processor time that the threads can have used before they were stopped; each may have its
    // own core.
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
    for (const watched of this.watched) {
      if (stoppedMs !== null) {
        watched.stoppedMs = Math.min(stoppedMs, watched.stoppedMs ?? Infinity);
        watched.since += gap;
      }
      if (watched.rests?.() === true) watched.since += gap;
      const index = batchPlace(watched.progress);
      if (index !== watched.index) {
        watched.index = index;
        watched.since = now;
        continue;
      }
      if (index === NOT_BEGUN && watched.waits) continue;
      const limit = index === NOT_BEGUN ? beginMs : watched.timeoutMs + graceMs;
      if (index === ALL_SOLVED || now - watched.since <= limit) continue;
      this.raise(watched, 'stuck');
    }
    if (now >= this.settledAt && process.memoryUsage.rss() > this.options.memoryCeiling) {
      this.settledAt = now + SETTLE_MS;
      const suspect = this.anyHelp() ?? this.longestAtPuzzle();
      if (suspect !== null) this.raise(suspect, 'memory');
    }
  }

  /** Nobody can tell from outside how much each thread holds: most likely it is this one. */
  private longestAtPuzzle(): Watched | null {
    let longest: Watched | null = null;
    for (const watched of this.watched) {
      if (watched.index >= 0 && watched.since < (longest?.since ?? Infinity)) longest = watched;
    }
    return longest;
  }

  private anyHelp(): Watched | null {
    return [...this.watched].find(({ isHelp, index }) => isHelp && index >= 0) ?? null;
  }

  private raise(watched: Watched, alarm: Alarm): void {
    this.end(watched);
    watched.onAlarm(alarm);
  }
}

/** Processor time of this process so far, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
