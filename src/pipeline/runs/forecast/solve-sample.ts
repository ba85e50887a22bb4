import {
  packBatch,
  viewBatch,
  type PackedBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import { wordsOf, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import { Dispatcher, type Job } from '../feed/dispatcher.js';
import type { Pool, PuzzleLimits, SolvedBatch } from '../pool/pool.js';
import type { StopRequest } from '../request/stop-request.js';
import type { PuzzleKind } from './puzzle-kinds.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import { lotOf } from './spread-sample.js';
import type { SurveyedKind } from './survey.js';
import type { TimeSeen } from './times.js';

/** What was seen of a kind of puzzles. */
export interface SeenKind {
  readonly kind: PuzzleKind;
  /** How many puzzles of the kind there are to solve. */
  readonly puzzles: number;
  readonly seen: readonly TimeSeen[];
  /** Whether the puzzles that were seen are some of these, and not others like them. */
  readonly areOwn: boolean;
  /** Milliseconds for a step of the solver; null if none was seen. */
  readonly msPerStep: number | null;
}

/** How long a sample may be solved, and under which limits. */
export interface SampleWish {
  /** Milliseconds for all of it. */
  readonly ms: number;
  readonly limits: PuzzleLimits;
  /** The longest limit of time of the run, in all its rounds: nothing is tried for longer. */
  readonly longestMs: number;
  readonly threads: number;
}

/** The first limit of time, and how much longer each further one is. */
const FIRST_MS = 25;
const GROWTH = 4;

/** The share of the time for the first limit: it tells most, and most puzzles need no other. */
const FIRST_SHARE = 0.4;

/** Jobs hold a few puzzles of a kind at first, then more. */
const FIRST_JOB = 2;
const MOST_JOB = 256;

/** How often it is looked whether threads rest that would be waited for. */
const LOOK_MS = 100;

/** For how long each thread is warmed up at most, and with how many puzzles of a kind. */
const WARM = { ms: 150, puzzles: 1000 };

/** What was seen of one puzzle so far. */
interface Tried {
  readonly kind: KindState;
  ms: number;
  isOver: boolean;
}

interface OpenPuzzle {
  readonly tried: Tried;
  readonly words: PackedWords;
}

/** A kind while its sample is solved. */
interface KindState extends SurveyedKind {
  taken: number;
  readonly seen: Tried[];
  readonly open: OpenPuzzle[];
  /** Of the time and the steps of all that was solved. */
  ms: number;
  steps: number;
}

/**
 * Solves samples of all kinds with the pool of the run, for a few seconds. Few puzzles take most of
 * the time of a run, and one may take hours; so all are tried under a short limit first, then some
 * of the puzzles that this limit ended under a longer one, and so on: longer times are left to the
 * tail of `Times`. Kinds take turns, and the whole sample is used if there is time. Once the time
 * is over, threads that rest are not waited for: the pool is to be closed then.
 */
export async function solveSample(
  pool: Pool,
  kinds: readonly SurveyedKind[],
  wish: SampleWish,
  stop: StopRequest,
): Promise<SeenKind[]> {
  const states: KindState[] = kinds.map((kind) => ({
    ...kind,
    taken: 0,
    seen: [],
    open: [],
    ms: 0,
    steps: 0,
  }));
  await new Sampling(pool, states, wish, stop).solveInTime();
  return states.map(({ kind, puzzles, seen, ms, steps }) => ({
    kind,
    puzzles,
    areOwn: true,
    seen: seen.map(({ ms: time, isOver }) => ({ ms: time, isOver })),
    msPerStep: steps > 0 ? ms / steps : null,
  }));
}

class Sampling {
  private readonly end: number;
  /** Of each puzzle, in milliseconds. */
  private limit: number;
  /** Whether nobody waits for the rest of it. */
  private isGivenUp = false;

  constructor(
    private readonly pool: Pool,
    private readonly states: readonly KindState[],
    private readonly wish: SampleWish,
    private readonly stop: StopRequest,
  ) {
    this.end = performance.now() + wish.ms;
    this.limit = Math.min(FIRST_MS, wish.longestMs);
  }

  /** As `solve`, but ends at once if it is to stop, or if its time is over and threads rest. */
  async solveInTime(): Promise<void> {
    const { pool, stop } = this;
    let timer: NodeJS.Timeout | undefined;
    let end = (): void => undefined;
    const given = new Promise<void>((resolve) => {
      end = resolve;
      stop.onRequest(end);
      timer = setInterval(() => {
        if (this.left <= 0 && (pool.health?.resting ?? 0) > 0) resolve();
      }, LOOK_MS);
    });
    try {
      await Promise.race([this.solve(), given]);
    } finally {
      this.isGivenUp = true;
      clearInterval(timer);
      stop.off(end);
    }
  }

  private async solve(): Promise<void> {
    const { states, wish } = this;
    // The threads of a long run are warm for most of their time.
    if (states.some(({ puzzles, sample }) => puzzles > sample.length)) await this.warmUp();
    await this.solveJobs();
    while (!this.isStopped) {
      const { left } = this;
      const next = Math.min(GROWTH * this.limit, wish.longestMs, left);
      const open = inTurn(states.flatMap((state) => state.open.splice(0)));
      if (next <= this.limit || open.length === 0) break;
      this.limit = next;
      const until = performance.now() + left / levelsLeft(next, left);
      await Promise.all(Array.from({ length: wish.threads }, () => this.tryLonger(open, until)));
    }
  }

  private get left(): number {
    return this.end - performance.now();
  }

  private get isStopped(): boolean {
    return this.isGivenUp || this.stop.reason !== null;
  }

  /** Has each thread solve some puzzles for nothing. */
  private async warmUp(): Promise<void> {
    const { pool, wish, limit, states } = this;
    const some = states.flatMap(({ sample }) => sample.slice(0, WARM.puzzles));
    const batches = Array.from({ length: wish.threads }, () => packBatch(some));
    const limits = { ...wish.limits, timeoutMs: limit, sliceMs: WARM.ms };
    await Promise.all(batches.map((batch) => pool.solve(batch, limits)));
  }

  /**
   * Solves all kinds under the first limit, until the samples are used up, or its share of the time
   * is.
   */
  private async solveJobs(): Promise<void> {
    const { pool, wish, limit, stop } = this;
    const limits = { ...wish.limits, timeoutMs: limit };
    const dispatcher = new Dispatcher<KindState>(pool, limits, ({ batch, packed }, solved) => {
      const overhead = besideMs(solved) / solved.count;
      for (const { words, at, result } of resultsOf(packed, solved)) {
        const tried = { kind: batch, ms: 0, isOver: false };
        batch.seen.push(tried);
        note({ tried, words, at }, result, { limit, overhead: overhead });
      }
    });
    const halt = (): void => dispatcher.halt();
    stop.onRequest(halt);
    const timer = setTimeout(halt, FIRST_SHARE * wish.ms);
    try {
      for (const job of firstJobs(this.states)) {
        await dispatcher.unlessHalted(dispatcher.room(), undefined);
        if (dispatcher.halted) break;
        dispatcher.add(job);
      }
      await dispatcher.finish();
    } finally {
      clearTimeout(timer);
      stop.off(halt);
    }
  }

  /** What one thread does: one puzzle after the other, until they are used up or the time is. */
  private async tryLonger(open: OpenPuzzle[], until: number): Promise<void> {
    const { pool, wish, limit } = this;
    while (performance.now() < until && this.left >= limit && !this.isStopped) {
      const next = open.shift();
      if (next === undefined) return;
      const limits = { ...wish.limits, timeoutMs: limit, sliceMs: Infinity };
      const solved = await pool.solve(packBatch([next.words]), limits);
      note({ ...next, at: 0 }, solved.results[0], { limit, overhead: besideMs(solved) });
    }
  }
}

/** How many limits are tried from this one on, each longer than the one before. */
function levelsLeft(limit: number, ms: number): number {
  return Math.max(1, 1 + Math.floor(Math.log(ms / limit) / Math.log(GROWTH)));
}

/** Jobs of all kinds in turn, small ones first, until the samples are used up. */
function* firstJobs(states: readonly KindState[]): Generator<Job<KindState>, void, undefined> {
  for (let size = FIRST_JOB; ; size = Math.min(MOST_JOB, 2 * size)) {
    let isOver = true;
    for (const state of states) {
      const puzzles = state.sample.slice(state.taken, state.taken + size);
      if (puzzles.length === 0) continue;
      isOver = false;
      state.taken += puzzles.length;
      yield { batch: state, packed: packBatch(puzzles) };
    }
    if (isOver) return;
  }
}

/**
 * Drawn as if by lot, those sooner that are there for many others (Efraimidis and Spirakis,
 * "Weighted random sampling with a reservoir", 2006).
 */
function inTurn(open: readonly OpenPuzzle[]): OpenPuzzle[] {
  return open
    .map((one, i) => {
      const { puzzles, seen } = one.tried.kind;
      const lot = (1 + lotOf(i, open.length)) / 2 ** 32;
      return { one, at: -Math.log(lot) / (puzzles / seen.length) };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** The results of a job's first puzzles, with these. */
function* resultsOf(
  packed: PackedBatch,
  { results }: SolvedBatch,
): Generator<{ words: PackedWords; at: number; result: PuzzleResult }, void, undefined> {
  const { words, offsets } = viewBatch(packed);
  for (const [i, result] of results.entries()) yield { words, at: offsets[i], result };
}

/**
 * Milliseconds of a thread for all that is done besides solving, rating above all: what is held is
 * rounded up.
 */
function besideMs({ results, heldMs }: SolvedBatch): number {
  const solveMs = results.reduce((sum, result) => sum + result.solveMs, 0);
  return Math.max(0, heldMs - 0.5 - solveMs);
}

function note(
  { tried, words, at }: OpenPuzzle & { readonly at: number },
  { solveMs, stoppedBy, lineSolves }: PuzzleResult,
  { limit, overhead: overhead }: { readonly limit: number; readonly overhead: number },
): void {
  const { kind } = tried;
  tried.isOver = stoppedBy !== 'timeout';
  tried.ms = tried.isOver ? solveMs + overhead : Math.max(limit, solveMs);
  kind.ms += solveMs;
  kind.steps += lineSolves ?? 0;
  if (!tried.isOver) kind.open.push({ tried, words: words.slice(at, at + wordsOf(words, at)) });
}
