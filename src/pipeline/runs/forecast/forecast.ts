import { LIMITS_OF_ROUNDS, hasRound, limitIn, type RoundLists } from '../../record/options.js';
import type { TimedPuzzle } from './like-puzzles.js';

/** The least and the most that is expected: the truth is below and above once in ten times each. */
interface Between {
  readonly from: number;
  readonly to: number;
}

interface ForeseenRound {
  readonly round: number;
  /** Null for no limit of time, and of steps. */
  readonly limitMs: number | null;
  readonly maxSteps: number | null;
  /** How many puzzles it tries: whole numbers. */
  readonly puzzles: Between;
}

/** How a run goes, as far as that can be told before. */
export interface Forecast {
  /** From the start of the command to its end, report included; `to` is null if nobody can tell. */
  readonly ms: { readonly from: number; readonly to: number | null };
  /** Puzzles without a verdict at the end: whole numbers. */
  readonly open: Between;
  /** The rounds that the run comes to: one, unless limits grow. */
  readonly rounds: readonly ForeseenRound[];
  /**
   *   complete     everything is done
   *   time-up      open puzzles fill the time: all were tried, and the run is complete
   *   interrupted  the time is up before all were tried
   *   endless      rounds go on for longer than anybody waits
   *
   * If puzzles take the most that is expected: with the least, a run may end before its time is up.
   */
  readonly ends: 'complete' | 'time-up' | 'interrupted' | 'endless';
}

/** What a run is asked, as far as its time depends on that. */
export interface ForecastTask {
  /** Puzzles like those of the run, and how many it has to solve. */
  readonly like: readonly TimedPuzzle[];
  readonly puzzles: number;
  readonly threads: number;
  /** What the machine can do at once. */
  readonly cores: number;
  /** The limits of the first round, or of each. */
  readonly limits: { readonly timeoutMs: number; readonly maxSteps: number };
  readonly rounds: RoundLists;
  /** The round with which the run begins. */
  readonly firstRound: number;
  /** The time that the run may take; null for any. */
  readonly budgetMs: number | null;
  /** Milliseconds of the reading thread, and of the main thread. */
  readonly readMs: number;
  readonly mainMs: number;
}

/** So many standard deviations leave one in ten cases beyond each end. */
const DEVIATIONS = 1.28;

/** A machine is never as busy, or as warm, as it was. */
const MACHINE = { least: 0.9, most: 1.2 };

/** The start and the end of the program; and of each further round, with threads of its own. */
const START_MS = 500;
const ROUND_MS = 300;

/** Nobody waits for longer. */
const ENDLESS_MS = 20 * 24 * 3_600_000;

/** Foresees how long a run takes, and what it leaves open. */
export function forecast(task: ForecastTask): Forecast {
  const [least, most] = [course(task, 'from'), course(task, 'to')];
  return {
    ms: { from: least.ms, to: most.ends === 'endless' ? null : most.ms },
    open: { from: Math.round(least.open), to: Math.round(most.open) },
    rounds: most.tries.map((to, i) => ({
      ...named(task, task.firstRound + i),
      puzzles: { from: Math.round(least.tries[i] ?? 0), to: Math.round(to) },
    })),
    ends: most.ends,
  };
}

/** How a run goes if puzzles take the least that is expected, or the most. */
function course(
  task: ForecastTask,
  end: keyof Between,
): Pick<Forecast, 'ends'> & {
  readonly ms: number;
  readonly open: number;
  readonly tries: number[];
} {
  const { like, firstRound } = task;
  const budgetMs = task.budgetMs ?? Infinity;
  const doubt = end === 'from' ? MACHINE.least : MACHINE.most;
  const tries: number[] = [];
  let before: (one: TimedPuzzle) => number = () => 0;
  let [at, open] = [doubt * START_MS, task.puzzles];
  for (let round = firstRound; ; round++) {
    const [given, after, limit] = [open, before, limitOf(task, round)];
    tries.push(given);
    const solveMs = expected(like, (one) => msWithin(one, after(one), limit(one)))[end];
    open = Math.min(given, expected(like, (one) => openAfter(one, limit(one)))[end]);
    const ms = doubt * wallMs(task, solveMs, round);
    if (at + ms > budgetMs) {
      const left = given - (Math.max(0, budgetMs - at) / ms) * (given - open);
      return { ms: budgetMs, open: left, tries, ends: round === 1 ? 'interrupted' : 'time-up' };
    }
    at += ms;
    if (at > ENDLESS_MS) return { ms: at, open, tries, ends: 'endless' };
    if (open < 0.5 || !hasRound(task.rounds, round + 1)) {
      return { ms: at, open, tries, ends: 'complete' };
    }
    at += doubt * ROUND_MS;
    before = limit;
  }
}

function named(
  { limits, rounds: { timeoutMs, maxSteps } }: ForecastTask,
  round: number,
): Pick<ForeseenRound, 'round' | 'limitMs' | 'maxSteps'> {
  const ms = timeoutMs === undefined ? limits.timeoutMs : limitIn('timeoutMs', timeoutMs, round);
  const steps = maxSteps === undefined ? limits.maxSteps : limitIn('maxSteps', maxSteps, round);
  return {
    round,
    limitMs: Number.isFinite(ms) ? ms : null,
    maxSteps: Number.isFinite(steps) ? steps : null,
  };
}

/** The limit of a round for a puzzle: a limit of steps is the time that these take. */
function limitOf(task: ForecastTask, round: number): (one: TimedPuzzle) => number {
  const { limitMs, maxSteps } = named(task, round);
  const most = limitMs ?? LIMITS_OF_ROUNDS.timeoutMs.most;
  return ({ ms, steps }) =>
    maxSteps === null || steps === null || steps === 0
      ? most
      : Math.min(most, (maxSteps * ms) / steps);
}

/** How long a puzzle takes in a round, which tries what was open after `before`. */
function msWithin({ ms, isOver }: TimedPuzzle, before: number, limit: number): Between {
  const from = ms > before || (!isOver && ms === before) ? Math.min(ms, limit) : 0;
  return { from, to: isOver ? from : limit };
}

/** Whether a puzzle is open after a limit, 0 or 1: what was given up before may have been over. */
function openAfter({ ms, isOver }: TimedPuzzle, limit: number): Between {
  const from = Number(isOver ? ms > limit : ms >= limit);
  return { from, to: isOver ? from : 1 };
}

/**
 * The sum of something over all puzzles of a run, by those like them that were tried: what these
 * have, as often as there are others, and how far from that it may be by which of them were tried.
 */
function expected(like: readonly TimedPuzzle[], of: (one: TimedPuzzle) => Between): Between {
  const sum = { from: 0, to: 0 };
  const variance = { from: 0, to: 0 };
  for (const one of like) {
    const { weight, isOwn } = one;
    const seen = of(one);
    for (const end of ['from', 'to'] as const) {
      sum[end] += weight * seen[end];
      variance[end] += Math.max(0, weight * (weight + (isOwn ? -1 : 1))) * seen[end] ** 2;
    }
  }
  return {
    from: Math.max(0, sum.from - DEVIATIONS * Math.sqrt(variance.from)),
    to: sum.to + DEVIATIONS * Math.sqrt(variance.to),
  };
}

/** How long a round takes if its puzzles take the threads so long; the first reads them, too. */
function wallMs(
  { threads, cores, readMs, mainMs }: ForecastTask,
  solveMs: number,
  round: number,
): number {
  const [read, main] = round === 1 ? [readMs, mainMs] : [0, 0];
  const solve = solveMs / Math.min(threads, cores);
  return Math.max(solve, read, main, (solveMs + read + main) / cores);
}
