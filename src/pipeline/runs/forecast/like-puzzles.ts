import { cpus } from 'node:os';
import { packBatch } from '../../../solver/core/puzzle/packed-batch.js';
import {
  blocksAtMost,
  coloursOf,
  filledBy,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import type { Watch } from '../../record/progress.js';
import { limitIn, otherSolverOf } from '../../record/options.js';
import type { Store } from '../../store/open/open.js';
import { earlierTimes, solvingTime, type EarlierTime } from '../../store/queries/earlier-times.js';
import { listRuns, type Run } from '../../store/stored-runs/read-runs.js';
import type { Pool } from '../pool/pool.js';
import { matchingValues, type MatchingPart } from '../request/matching-options.js';
import { StoppedEarly } from '../request/run-error.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { StopRequest } from '../request/stop-request.js';

/** A puzzle that was tried, like some of a run: how long it took. */
export interface TimedPuzzle {
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

/** Makes the pool of a sample, as a run makes its own. */
export type SamplePool = (
  request: RunRequest,
  needs: {
    readonly queueKey: () => string;
    readonly toolVersion: string;
    readonly onNote: (message: string) => void;
    readonly atOnce: number;
  },
) => Pool | Promise<Pool>;

interface SampleParts {
  /** Without a queue: this machine solves the sample. */
  readonly request: RunRequest;
  /** Null if there is no database. */
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
  readonly makePool: SamplePool;
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
