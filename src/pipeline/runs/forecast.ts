import { LIMITS_OF_ROUNDS, hasRound, limitIn, type RoundLimits } from '../record/options.js';
import { cpus } from 'node:os';
import { packBatch } from '../../solver/core/puzzle/packed-batch.js';
import { wordsOf, type PackedWords } from '../../solver/core/puzzle/packed.js';
import type { Watch } from '../record/progress.js';
import { seriesOf } from '../store/changes/nights.js';
import type { NumberList } from '../store/number-lists.js';
import { scanResults } from '../store/queries/scan-results.js';
import type { Store } from '../store/open/open.js';
import type { Run } from '../store/stored-runs.js';
import type { RunContext } from './active-run.js';
import type { Pool, PuzzleLimits } from './pool/pool.js';
import { limitsOf, StoppedEarly, type RunControls, type RunRequest } from './request.js';

/** How a run goes, as far as that can be told before. */
export type Forecast = ReturnType<typeof forecast>;

/**
 *   complete     everything is done
 *   time-up      open puzzles fill the time: all were tried, and the run is complete
 *   interrupted  the time is up before all were tried
 *   endless      rounds go on for longer than anybody waits
 */
type End = 'complete' | 'time-up' | 'interrupted' | 'endless';

interface ForecastTask {
  /** Puzzles like those of the run, and how many it has to solve. */
  readonly like: readonly TimedPuzzle[];
  readonly puzzles: number;
  readonly threads: number;
  /** What the machine can do at once. */
  readonly cores: number;
  readonly limits: RoundLimits;
  readonly firstRound: number;
  /** The time that the run may take; null for any. */
  readonly budgetMs: number | null;
  /** Milliseconds of the threads that do not solve. */
  readonly otherMs: number;
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

/**
 * Foresees how long a run takes, and what it leaves open: the least and the most that is expected,
 * below and above which the truth is once in ten times each.
 */
export function forecast(task: ForecastTask) {
  const [least, most] = [course(task, 'from'), course(task, 'to')];
  return {
    /** From the start of the command to the end of its report; `to` is null if nobody can tell. */
    ms: { from: least.ms, to: most.ends === 'endless' ? null : most.ms },
    /** Puzzles without a verdict at the end: whole numbers. */
    open: { from: Math.round(least.open), to: Math.round(most.open) },
    /** The rounds that it comes to, one unless limits grow, and how many puzzles each tries. */
    rounds: most.tries.map((to, i) => ({
      ...named(task, task.firstRound + i),
      puzzles: { from: Math.round(least.tries[i] ?? 0), to: Math.round(to) },
    })),
    /** If puzzles take the most: with the least, a run may end before its time is up. */
    ends: most.ends,
  };
}

/** How a run goes if puzzles take the least that is expected, or the most. */
function course(
  task: ForecastTask,
  end: 'from' | 'to',
): { readonly ends: End; readonly ms: number; readonly open: number; readonly tries: number[] } {
  const { like, firstRound } = task;
  const budgetMs = task.budgetMs ?? Infinity;
  const doubt = end === 'from' ? MACHINE.least : MACHINE.most;
  const tries: number[] = [];
  let before: (one: TimedPuzzle) => number = () => 0;
  let [at, open] = [doubt * START_MS, task.puzzles];
  for (let round = firstRound; ; round++) {
    const [given, after, limit] = [open, before, limitOf(task, round)];
    tries.push(given);
    // What was given up before may have been over at once, or take any limit.
    const solveMs = expected(like, end, (one) => {
      if (!one.isOver && end === 'to') return limit(one);
      const isTried = one.ms > after(one) || (!one.isOver && one.ms === after(one));
      return isTried ? Math.min(one.ms, limit(one)) : 0;
    });
    const stillOpen = expected(like, end, (one) => {
      if (one.isOver) return Number(one.ms > limit(one));
      return Number(end === 'to' || one.ms >= limit(one));
    });
    open = Math.min(given, stillOpen);
    const ms = doubt * wallMs(task, solveMs, round);
    if (at + ms > budgetMs) {
      const left = given - (Math.max(0, budgetMs - at) / ms) * (given - open);
      return { ms: budgetMs, open: left, tries, ends: round === 1 ? 'interrupted' : 'time-up' };
    }
    at += ms;
    if (at > ENDLESS_MS) return { ms: at, open, tries, ends: 'endless' };
    if (open < 0.5 || !hasRound(task.limits, round + 1)) {
      return { ms: at, open, tries, ends: 'complete' };
    }
    at += doubt * ROUND_MS;
    before = limit;
  }
}

/** The limits of a round: null for none. */
function named({ limits }: ForecastTask, round: number) {
  const ms = limitIn('timeoutMs', limits, round);
  const steps = limitIn('maxSteps', limits, round);
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

/**
 * The sum of something over all puzzles of a run, by those like them that were tried: what these
 * have, as often as there are others, and how far from that it may be by which of them were tried.
 */
function expected(
  like: readonly TimedPuzzle[],
  end: 'from' | 'to',
  of: (one: TimedPuzzle) => number,
): number {
  let [sum, variance] = [0, 0];
  for (const one of like) {
    const { count, weight } = one;
    const seen = of(one);
    sum += count * weight * seen;
    variance += count * Math.max(0, weight * (weight - 1)) * seen ** 2;
  }
  const doubt = DEVIATIONS * Math.sqrt(variance);
  return end === 'to' ? sum + doubt : Math.max(0, sum - doubt);
}

/** How long a round takes if its puzzles take the threads so long; the first reads them, too. */
function wallMs({ threads, cores, otherMs }: ForecastTask, solveMs: number, round: number): number {
  const other = round === 1 ? otherMs : 0;
  return Math.max(solveMs / Math.min(threads, cores), other, (solveMs + other) / cores);
}

/** A puzzle that was tried, like some of a run: how long it took. */
interface TimedPuzzle {
  /** Milliseconds of a thread until it was solved or, if it is not over, given up. */
  readonly ms: number;
  readonly isOver: boolean;
  /** Steps that it took; null if nobody counted. */
  readonly steps: number | null;
  /** How many took so long, and of how many puzzles of the run each is a sample. */
  readonly count: number;
  readonly weight: number;
}

/** How many 32-bit words of puzzles are drawn, to be solved. */
const DRAWN_WORDS = 1 << 21;

/** Some puzzles out of many, drawn as if by lot, always the same ones. Memory stays flat. */
export class PuzzleDraw {
  size = 0;
  private drawn: { readonly lot: number; readonly words: PackedWords }[] = [];
  private length = 0;
  /** Puzzles with this lot, or a larger one, are not among the drawn any more. */
  private end = Infinity;

  /** Offers the puzzle at `offset`, which is entry `ordinal` of a file. */
  offer(file: number, ordinal: number, words: PackedWords, offset: number): void {
    this.size++;
    const lot = chanceOf(file, ordinal);
    if (lot >= this.end) return;
    const own = words.slice(offset, offset + wordsOf(words, offset));
    this.drawn.push({ lot, words: own });
    this.length += own.length;
    if (this.length < 2 * DRAWN_WORDS) return;
    this.sort();
    while (this.length > DRAWN_WORDS) {
      const last = this.drawn.pop()!;
      this.length -= last.words.length;
      this.end = last.lot;
    }
  }

  /** The puzzles that were drawn, in an order without meaning. */
  take(): PackedWords[] {
    this.sort();
    return this.drawn.map(({ words }) => words);
  }

  private sort(): void {
    this.drawn.sort((one, other) => one.lot - other.lot);
  }
}

/** A number from 0 to below 2^32 for an entry of a file, as if by chance. */
function chanceOf(file: number, ordinal: number): number {
  let h = Math.imul(ordinal ^ Math.imul(file + 1, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}

interface SampleParts {
  /** Without a queue: this machine solves the sample. */
  readonly request: RunRequest;
  /** The database whose runs may tell; null if none may. */
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
  readonly makePool: RunContext['makePool'];
  readonly sampleMs: number;
}

/** Puzzles like a run's, and times: of the run before, or of a sample now. @throws StoppedEarly */
export async function likePuzzles(
  draw: PuzzleDraw,
  { request, store, controls, watch, makePool, sampleMs }: SampleParts,
) {
  /** An earlier run, if one tells; the puzzles that were solved for it, and how long that took. */
  const none = { run: null as number | null, solved: 0, sampleMs: 0 };
  if (draw.size === 0) return { like: [] as readonly TimedPuzzle[], basis: none };
  const before = store === null ? null : timesBefore(store, request, draw.size);
  if (before !== null) return { like: before.like, basis: { ...none, run: before.runId } };
  watch.stage('solving a sample');
  const began = performance.now();
  const { toolVersion, stop } = controls;
  const needs = { queueKey: () => '', toolVersion, onNote: () => undefined, atOnce: Infinity };
  const pool = await makePool(request, needs);
  const close = (): void => void pool.close();
  stop.onRequest(close);
  try {
    const { like, solved } = await solveSample(pool, draw, request, sampleMs);
    return { like, basis: { ...none, solved, sampleMs: performance.now() - began } };
  } catch (error) {
    throw stop.reason === null ? error : new StoppedEarly();
  } finally {
    stop.off(close);
    await pool.close();
  }
}

/** What decides how long a puzzle takes, besides limits. */
const QUESTIONS = ['count', 'guessDepth', 'noDifficulty', 'crossCheck', 'prove'] as const;

/** How many times of a run are enough to tell, if there are more puzzles. */
const ENOUGH = 30;

/** Times in the latest run that asked the same on such a processor; null if it solved few. */
function timesBefore(store: Store, request: RunRequest, puzzles: number) {
  const { name, corpora, maxSteps } = request;
  // How long so many steps take, a sample tells.
  if (maxSteps !== null) return null;
  const isLike = ({ options, cpu }: Run): boolean =>
    cpu === (cpus().at(0)?.model ?? 'unknown') &&
    Number(options.threads) > 0 &&
    QUESTIONS.every((key) => (options[key] ?? null) === request[key]);
  const run = seriesOf(store, name === null ? corpora : [name])?.runs.findLast(isLike);
  if (run === undefined) return null;
  const { decidedTimes, openTimes, puzzles: results } = scanResults(store, run.runId);
  const solved = decidedTimes.length + openTimes.length;
  if (solved < Math.max(1, Math.min(ENOUGH, puzzles), results / 2)) return null;
  const beside = besideMs(run, solved, decidedTimes.sum() + openTimes.sum());
  const timesOf = (times: NumberList, isOver: boolean): TimedPuzzle[] =>
    Array.from(times.steps(), ([ms, count]) => {
      return { ms: ms + beside, isOver, steps: null, count, weight: puzzles / solved };
    });
  return { runId: run.runId, like: [...timesOf(decidedTimes, true), ...timesOf(openTimes, false)] };
}

/** What threads did for a puzzle besides solving it, if the run was long enough to tell. */
function besideMs({ wallMs, options, retries }: Run, results: number, solveMs: number): number {
  if (retries.length > 0 || wallMs < 6000) return 0;
  const heldMs = (wallMs - 1200) * Math.min(Number(options.threads), cpus().length);
  return Math.max(0, (heldMs - solveMs) / results);
}

/** The first limit of a sample, and how much longer each further one is. */
const LIMITS = { firstMs: 25, growth: 4 };

/** How many puzzles go to a thread together under the first limit. */
const TOGETHER = 64;

interface TriedPuzzle extends TimedPuzzle {
  readonly words: PackedWords;
}

/**
 * Solves drawn puzzles with the pool of the run, for `sampleMs`. Few puzzles take most of the time
 * of a run, and one may take hours; so many are tried for a short time, some of those that are open
 * then for longer, and so on. What is tried is a sample of all that were open before.
 */
async function solveSample(pool: Pool, draw: PuzzleDraw, request: RunRequest, sampleMs: number) {
  const end = performance.now() + sampleMs;
  const longestMs = limitIn('timeoutMs', request, Number.MAX_SAFE_INTEGER);
  const over: TriedPuzzle[] = [];
  let open = draw.take();
  let standing = draw.size;
  let solved = 0;
  for (let timeoutMs = Math.min(LIMITS.firstMs, longestMs); ;) {
    // No proof is written; and where steps would end a puzzle, its time tells.
    const each = { ...limitsOf(request), proveTo: undefined, maxSteps: Infinity, timeoutMs };
    const together = solved === 0 ? TOGETHER : 1;
    const until = (performance.now() + end) / 2;
    const tried: TriedPuzzle[] = [];
    const work = async (): Promise<void> => {
      while (open.length > 0 && performance.now() < until) {
        const some = open.splice(0, together);
        const found = await tryTogether(pool, some, each);
        open.unshift(...some.slice(found.length));
        tried.push(...found);
      }
    };
    await Promise.all(Array.from({ length: request.threads }, work));
    solved ||= tried.length;
    const weight = standing / Math.max(1, tried.length);
    const now = tried.map((one) => ({ ...one, weight }));
    over.push(...now.filter(({ isOver }) => isOver));
    const left = now.filter(({ isOver }) => !isOver);
    const next = Math.min(LIMITS.growth * timeoutMs, longestMs, end - performance.now());
    if (next <= timeoutMs) return { like: [...over, ...left], solved };
    open = left.map(({ words }) => words);
    standing = weight * left.length;
    timeoutMs = next;
  }
}

/** Solves the first puzzles of some under a limit. */
async function tryTogether(pool: Pool, some: readonly PackedWords[], limits: PuzzleLimits) {
  const batch = packBatch(some);
  const { results, heldMs, count } = await pool.solve(batch, { ...limits, sliceMs: 100 });
  const solveMs = results.reduce((sum, one) => sum + one.solveMs, 0);
  // Rating above all. What is held is rounded up.
  const beside = Math.max(0, heldMs - 0.5 - solveMs) / count;
  return results.map(({ solveMs: ms, stoppedBy, lineSolves: steps }, i) => {
    const isOver = stoppedBy !== 'timeout';
    const took = isOver ? ms + beside : Math.max(limits.timeoutMs, ms);
    return { words: some[i], ms: took, isOver, steps, count: 1, weight: 0 };
  });
}
