import {
  LIMITS_OF_ROUNDS,
  hasRound,
  limitIn,
  type RoundLists,
  otherSolverOf,
} from '../record/options.js';
import { cpus } from 'node:os';
import { packBatch } from '../../solver/core/puzzle/packed-batch.js';
import {
  blocksAtMost,
  coloursOf,
  filledBy,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../solver/core/puzzle/packed.js';
import type { Watch } from '../record/progress.js';
import type { Store } from '../store/open/open.js';
import { listRuns, type Run } from '../store/stored-runs.js';
import type { RunContext } from './active-run.js';
import type { Pool } from './pool/pool.js';
import {
  matchingValues,
  type MatchingPart,
  StoppedEarly,
  type RunControls,
  type RunRequest,
  type StopRequest,
} from './request.js';
import { isUndecided, type Status, type StoppedBy } from '../../solver/core/result/outcome.js';

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

/** A puzzle that was tried, like some of a run: how long it took. */
interface TimedPuzzle {
  /** Milliseconds of a thread until it was solved or, if it is not over, given up. */
  readonly ms: number;
  readonly isOver: boolean;
  /** Steps that it took; null if nobody counted. */
  readonly steps: number | null;
  /** How many puzzles of the run it stands for. */
  readonly weight: number;
  /** Whether it is one of these puzzles itself. */
  readonly isOwn: boolean;
}

/**
 * Puzzles of one kind have about as many cells, about the same share of them filled, and blocks as
 * drawings have or as chance makes them: what shows without solving them.
 */
type PuzzleKind = number;

/** Some puzzles of a kind, drawn as if by lot, and how many there are. */
export interface DrawnKind {
  readonly kind: PuzzleKind;
  readonly puzzles: number;
  readonly sample: readonly PackedWords[];
}

/** What an estimate comes from. */
export interface Basis {
  /** Earlier runs of the database, and how many of the puzzles are like puzzles of them. */
  readonly runIds: readonly number[];
  readonly covered: number;
  /** Puzzles that were solved for it, and how long that took. */
  readonly solved: number;
  readonly sampleMs: number;
  /** How many threads rested at the end of the sample, since others need the machine. */
  readonly resting: number;
}

interface SampleParts {
  /** Without a queue: this machine solves the sample. */
  readonly request: RunRequest;
  /** Null if there is no database. */
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
  /** Makes the pool of the sample, as a run makes its own. */
  readonly makePool: RunContext['makePool'];
  /** Milliseconds that a sample may take. */
  readonly sampleMs: number;
  /** What the puzzles took before. */
  readonly takenMs: number;
}

/**
 * Puzzles like those of a run, and how long they took: as earlier runs tell, and a sample of the
 * others, which is solved now. @throws StoppedEarly
 */
export async function likePuzzles(
  kinds: readonly DrawnKind[],
  { request, store, controls, watch, makePool, sampleMs, takenMs }: SampleParts,
): Promise<{ readonly like: readonly TimedPuzzle[]; readonly basis: Basis }> {
  const earlier =
    store === null || kinds.length === 0
      ? { timed: [], runIds: [], unknown: kinds }
      : likePuzzlesOfRuns(store, request, kinds, takenMs);
  const { timed, runIds, unknown } = earlier;
  const basis = {
    runIds,
    covered: puzzlesOf(kinds) - puzzlesOf(unknown),
    solved: 0,
    sampleMs: 0,
    resting: 0,
  };
  if (unknown.length === 0) return { like: timed, basis };
  watch.stage('solving a sample');
  const began = performance.now();
  const { toolVersion, stop } = controls;
  const needs = { queueKey: () => '', toolVersion, onNote: () => undefined, atOnce: Infinity };
  const pool = await makePool(request, needs);
  try {
    const { sample, solved } = await solveSample(pool, unknown, request, sampleMs, stop);
    if (stop.reason !== null) throw new StoppedEarly();
    const resting = pool.health?.resting ?? 0;
    return {
      like: [...timed, ...sample],
      basis: { ...basis, solved, sampleMs: performance.now() - began, resting },
    };
  } finally {
    await pool.close();
  }
}

function puzzlesOf(kinds: readonly DrawnKind[]): number {
  return kinds.reduce((sum, { puzzles }) => sum + puzzles, 0);
}

type PuzzleLook = Pick<EarlierTime, 'width' | 'height' | 'colours' | 'filled' | 'blocks'>;

/** The kind of a puzzle: a number for each, and kinds of about one size have numbers close by. */
function kindOf({ width, height, colours, filled, blocks }: PuzzleLook): PuzzleKind {
  const cells = width * height;
  const density = cells === 0 ? 0 : filled / cells;
  const size = Math.round(2 * Math.log2(cells + 1));
  const byDensity = [0.35, 0.45, 0.55, 0.65].filter((from) => density >= from).length;
  // A picture that somebody drew has far fewer blocks than chance would make, and is far easier.
  const isLikeChance = blocks >= 0.75 * 2 * cells * density * (1 - density);
  return ((size * 8 + byDensity) * 2 + Number(isLikeChance)) * 2 + Number(colours > 1);
}

/** The kind of the packed puzzle at `offset`. */
export function kindOfPacked(words: PackedWords, offset: number): PuzzleKind {
  return kindOf({
    width: widthOf(words, offset),
    height: heightOf(words, offset),
    colours: coloursOf(words, offset),
    filled: filledBy(words, offset),
    blocks: blocksAtMost(words, offset),
  });
}

/** What earlier runs tell of some kinds, and which kinds they do not know. */
interface EarlierPuzzles {
  readonly timed: readonly TimedPuzzle[];
  /** The runs, the latest first; none if they have nothing like it. */
  readonly runIds: readonly number[];
  readonly unknown: readonly DrawnKind[];
}

/** How many runs are asked, about how many results of each, and how many of a kind are enough. */
const RUNS = { most: 5, results: 20_000, enough: 30 };

/** What decides how long a puzzle takes, besides limits. */
const QUESTIONS = ['count', 'guessDepth', 'noDifficulty', 'crossCheck', 'prove'] as const;

/**
 * The times of like puzzles in the latest runs of a database that asked the same, on a processor of
 * the same name: of those that took longer than `takenMs`, as the puzzles of the run have before.
 */
function likePuzzlesOfRuns(
  store: Store,
  request: MatchingPart,
  kinds: readonly DrawnKind[],
  takenMs: number,
): EarlierPuzzles {
  const asked = matchingValues(request);
  const isLike = ({ options, cpu }: Run): boolean =>
    otherSolverOf(options) === null &&
    cpu === (cpus().at(0)?.model ?? 'unknown') &&
    Number(options.threads) > 0 &&
    QUESTIONS.every((key) => (options[key] ?? null) === asked[key]);
  const seen = new Map<PuzzleKind, Pick<TimedPuzzle, 'ms' | 'isOver' | 'steps'>[]>();
  const runIds: number[] = [];
  for (const run of listRuns(store).filter(isLike)) {
    const { results, solveMs } = solvingTime(store, run.runId);
    if (results === 0) continue;
    runIds.push(run.runId);
    const beside = besideMs(run, results, solveMs);
    for (const time of earlierTimes(store, run.runId, results, RUNS.results)) {
      const kind = kindOf(time);
      const { ms, isOver, steps } = time;
      if (isOver && ms <= takenMs) continue;
      const one = { ms: ms + beside, isOver, steps };
      const others = seen.get(kind);
      if (others === undefined) seen.set(kind, [one]);
      else others.push(one);
    }
    if (runIds.length === RUNS.most) break;
  }
  const isKnown = ({ kind, puzzles }: DrawnKind): boolean =>
    (seen.get(kind)?.length ?? 0) >= Math.min(RUNS.enough, puzzles);
  const timed = kinds.filter(isKnown).flatMap(({ kind, puzzles }) => {
    const those = seen.get(kind)!;
    return those.map((one) => ({ ...one, weight: puzzles / those.length, isOwn: false }));
  });
  return {
    timed,
    runIds: timed.length > 0 ? runIds : [],
    unknown: kinds.filter((kind) => !isKnown(kind)),
  };
}

/**
 * What the threads did for each puzzle besides solving it, rating above all: the time of the run
 * tells, without its start and its end, unless these are much of it or rounds followed.
 */
function besideMs({ wallMs, options, retries }: Run, results: number, solveMs: number): number {
  if (retries.length > 0 || wallMs < 6000) return 0;
  const heldMs = (wallMs - 1200) * Math.min(Number(options.threads), cpus().length);
  return Math.max(0, (heldMs - solveMs) / results);
}

/** The first limit of a sample, and how much longer each further one is. */
const LIMITS = { firstMs: 25, growth: 4 };

/** How many puzzles go to a thread together under the first limit. */
const TOGETHER = 64;

/** How often it is looked whether threads rest that would be waited for. */
const LOOK_MS = 100;

/** A kind while its sample is solved. */
interface SampledKind {
  readonly kind: PuzzleKind;
  /** How many puzzles of the run are open after the latest limit that some were tried under. */
  puzzles: number;
  /** Those that were open then. */
  open: OpenPuzzle[];
  /** Those that were tried under the limit of now. */
  tried: (OpenPuzzle & { readonly isOver: boolean })[];
  readonly timed: TimedPuzzle[];
}

interface OpenPuzzle {
  readonly words: PackedWords;
  readonly ms: number;
  readonly steps: number | null;
}

/**
 * Solves some puzzles of each kind in turn with the pool of the run, for `sampleMs`. Few puzzles
 * take most of the time of a run, and one may take hours; so many are tried for a short time, some
 * of those that are open then for longer, and so on: they stand for the others that were open. Once
 * the time is over, threads that rest are not waited for: the pool is to be closed then.
 */
async function solveSample(
  pool: Pool,
  drawn: readonly DrawnKind[],
  { limits, rounds = {}, threads }: RunRequest,
  sampleMs: number,
  stop: StopRequest,
): Promise<{ readonly sample: readonly TimedPuzzle[]; readonly solved: number }> {
  const end = performance.now() + sampleMs;
  const left = (): number => end - performance.now();
  const { timeoutMs: list } = rounds;
  const longestMs =
    list === undefined ? limits.timeoutMs : limitIn('timeoutMs', list, Number.MAX_SAFE_INTEGER);
  const firstMs = Math.min(LIMITS.firstMs, longestMs);
  const kinds = drawn.map(({ kind, puzzles, sample }): SampledKind => {
    const open = sample.map((words) => ({ words, ms: 0, steps: null }));
    return { kind, puzzles, open, tried: [], timed: [] };
  });
  let isGivenUp = false;
  let solved = 0;
  const isOver = (): boolean => isGivenUp || stop.reason !== null;

  const tryPuzzles = async (limitMs: number, until: number): Promise<void> => {
    const waiting = inTurn(kinds);
    const together = limitMs === firstMs ? TOGETHER : 1;
    // No proof is kept; and where steps would end a puzzle, its time tells.
    const each = { ...limits, proveTo: undefined, maxSteps: Infinity, timeoutMs: limitMs };
    const work = async (): Promise<void> => {
      while (waiting.length > 0 && performance.now() < until && !isOver()) {
        const some = waiting.splice(0, together);
        const batch = packBatch(some.map(({ words }) => words));
        const { results, heldMs, count } = await pool.solve(batch, { ...each, sliceMs: LOOK_MS });
        waiting.unshift(...some.slice(count));
        if (limitMs === firstMs) solved += count;
        const solveMs = results.reduce((sum, one) => sum + one.solveMs, 0);
        // Rating above all. What is held is rounded up.
        const besideMs = Math.max(0, heldMs - 0.5 - solveMs) / count;
        for (const [i, { solveMs: ms, stoppedBy, lineSolves: steps = null }] of results.entries()) {
          const { kind, words } = some[i];
          const isSolved = stoppedBy !== 'timeout';
          const tookMs = isSolved ? ms + besideMs : Math.max(limitMs, ms);
          kind.tried.push({ words, ms: tookMs, steps, isOver: isSolved });
        }
      }
    };
    await Promise.all(Array.from({ length: threads }, work));
  };
  const tryLonger = async (): Promise<void> => {
    for (let limitMs = firstMs; ;) {
      await tryPuzzles(limitMs, performance.now() + left() / 2);
      kinds.forEach(account);
      const next = Math.min(LIMITS.growth * limitMs, longestMs, left());
      if (next <= limitMs || isOver()) return;
      limitMs = next;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let giveUp = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    giveUp = resolve;
    stop.onRequest(giveUp);
    timer = setInterval(() => {
      if (left() <= 0 && (pool.health?.resting ?? 0) > 0) resolve();
    }, LOOK_MS);
  });
  try {
    await Promise.race([tryLonger(), given]);
  } finally {
    isGivenUp = true;
    clearInterval(timer);
    stop.off(giveUp);
  }
  kinds.forEach(account);
  return { sample: kinds.flatMap((kind) => timesOf(kind, kinds)), solved };
}

/** The puzzles that are open: one of each kind, then a second of each, and so on. */
function inTurn(kinds: readonly SampledKind[]): { kind: SampledKind; words: PackedWords }[] {
  return kinds
    .flatMap((kind) => kind.open.map(({ words }, turn) => ({ kind, words, turn })))
    .sort((one, other) => one.turn - other.turn);
}

/** Those of a kind that were tried now stand for all that were open before. */
function account(kind: SampledKind): void {
  const { tried } = kind;
  if (tried.length === 0) return;
  const weight = kind.puzzles / tried.length;
  for (const { ms, steps, isOver } of tried) {
    if (isOver) kind.timed.push({ ms, steps, isOver, weight, isOwn: true });
  }
  kind.open = tried.filter(({ isOver }) => !isOver);
  kind.puzzles = weight * kind.open.length;
  kind.tried = [];
}

/** What was seen of a kind; of one that was not tried, what was seen of the nearest one. */
function timesOf(one: SampledKind, kinds: readonly SampledKind[]): readonly TimedPuzzle[] {
  const { kind, puzzles, open, timed } = one;
  if (isSeen(one)) {
    const weight = puzzles / open.length;
    const given = open.map(({ ms, steps }) => ({ ms, steps, isOver: false, weight, isOwn: true }));
    return [...timed, ...given];
  }
  const [near] = kinds
    .filter(isSeen)
    .sort((a, b) => Math.abs(a.kind - kind) - Math.abs(b.kind - kind));
  if (near === undefined) return [];
  const those = timesOf(near, kinds);
  const all = those.reduce((sum, { weight }) => sum + weight, 0);
  return those.map((like) => ({ ...like, weight: (like.weight * puzzles) / all, isOwn: false }));
}

function isSeen({ timed, open }: SampledKind): boolean {
  return timed.length > 0 || open.some(({ ms }) => ms > 0);
}

/** A number that looks drawn by lot, and is the same for a puzzle every time. */
const LOT = `(((r.puzzle_id + (r.puzzle_id >> 32)) & 4294967295) * 1103515245 >> 16)`;

/** How long a puzzle took in a run, and what shows about it without solving it. */
interface EarlierTime {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly filled: number;
  /** Blocks of rows and columns together, about. */
  readonly blocks: number;
  readonly ms: number;
  /** Whether its work came to an end by itself. */
  readonly isOver: boolean;
  /** Steps that it took; null if nobody counted. */
  readonly steps: number | null;
}

type Row = [
  width: number,
  height: number,
  colours: number,
  filled: number,
  commas: number,
  ms: number,
  status: Status,
  stoppedBy: StoppedBy,
  steps: number | null,
];

/**
 * The times of about `most` of a run's `results`, drawn as if by lot; without rows that cannot be
 * right.
 */
export function* earlierTimes(
  store: Store,
  runId: number,
  results: number,
  most: number,
): Generator<EarlierTime, void, undefined> {
  const step = Math.max(1, Math.ceil(results / most));
  const rows = store.db
    .prepare<[number, number], Row>(
      `SELECT p.width, p.height, p.colours, p.filled, length(p.clues) - length(replace(p.clues, ',', '')),
         r.solve_ms, r.status, r.stopped_by, r.line_solves
       FROM results r CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? + 0 AND ${LOT} % ? = 0 AND r.solve_ms >= 0 AND r.status <> 'crash'`,
    )
    .raw();
  for (const row of rows.iterate(runId, step)) {
    const [width, height, colours, filled, commas, ms, status, stoppedBy, steps] = row;
    const isOver = stoppedBy !== 'timeout' && !(isUndecided(status) && stoppedBy === 'steps');
    // There is one comma less than blocks, and one more for each empty line.
    yield { width, height, colours, filled, blocks: commas + 1, ms, isOver, steps };
  }
}

/** How many results a run has, and how long their puzzles took together, in milliseconds. */
function solvingTime(
  { db }: Store,
  runId: number,
): { readonly results: number; readonly solveMs: number } {
  return db
    .prepare<[number], { readonly results: number; readonly solveMs: number }>(
      `SELECT count(*) AS results, coalesce(sum(solve_ms), 0) AS solveMs FROM results WHERE run_id = ? + 0`,
    )
    .get(runId)!;
}
