import type { Watch } from '../../record/counted-work.js';
import { hasRound, limitIn } from '../../record/rounds.js';
import type { Pool } from '../pool/pool.js';
import { StoppedEarly } from '../request/run-error.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { Store } from '../../store/open/open.js';
import { timesOfEarlierRuns, type EarlierTimes } from './earlier-runs.js';
import { solveSample, type SeenKind } from './solve-sample.js';
import type { Survey } from './survey.js';

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

export interface SampleParts {
  /** Without a queue: this machine solves it. */
  readonly request: RunRequest;
  /** Null if there is no database. */
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
  readonly makePool: SamplePool;
  /** Milliseconds that it may take. */
  readonly sampleMs: number;
}

/** Of a kind of puzzles, this many earlier times are enough. */
const ENOUGH = 30;

const NO_SAMPLE = { runIds: [], covered: 0, solved: 0, sampleMs: 0, resting: 0 };

/**
 * How long the puzzles of a survey take, as earlier runs tell; a sample of the others is solved.
 * @throws StoppedEarly
 */
export async function knownTimes(
  survey: Survey,
  parts: SampleParts,
): Promise<{ readonly seen: readonly SeenKind[]; readonly basis: Basis }> {
  if (survey.puzzles === 0) return { seen: [], basis: NO_SAMPLE };
  const { request, store } = parts;
  const earlier = store === null ? null : timesOfEarlierRuns(store, request);
  const known = survey.kinds.flatMap(
    ({ kind, puzzles }) => knownKind(earlier, kind, puzzles) ?? [],
  );
  const kinds = new Set(known.map(({ kind }) => kind));
  const unknown = survey.kinds.filter(({ kind }) => !kinds.has(kind));
  const covered = known.reduce((sum, { puzzles }) => sum + puzzles, 0);
  const runIds = covered > 0 ? (earlier?.runIds ?? []) : [];
  if (unknown.length === 0) return { seen: known, basis: { ...NO_SAMPLE, runIds, covered } };
  const began = performance.now();
  const { solved, resting } = await solvedSample(unknown, parts);
  const count = solved.reduce((sum, one) => sum + one.seen.length, 0);
  return {
    seen: [...known, ...withNeighbours(solved)],
    basis: { runIds, covered, solved: count, sampleMs: performance.now() - began, resting },
  };
}

async function solvedSample(
  kinds: Survey['kinds'],
  { request, controls, watch, makePool, sampleMs }: SampleParts,
): Promise<{ readonly solved: SeenKind[]; readonly resting: number }> {
  watch.stage('solving a sample');
  const pool = await makePool(request, {
    queueKey: () => '',
    toolVersion: controls.toolVersion,
    onNote: () => undefined,
    atOnce: Infinity,
  });
  try {
    const wish = {
      ms: sampleMs,
      // No proof is kept; and where steps would end a puzzle, its time tells.
      limits: { ...request.limits, proveTo: undefined, maxSteps: Infinity },
      longestMs: longestLimit(request),
      threads: request.threads,
    };
    const solved = await solveSample(pool, kinds, wish, controls.stop);
    if (controls.stop.reason !== null) throw new StoppedEarly();
    return { solved, resting: pool.health?.resting ?? 0 };
  } finally {
    await pool.close();
  }
}

/** What earlier runs tell of a kind, if that is enough. */
function knownKind(earlier: EarlierTimes | null, kind: number, puzzles: number): SeenKind | null {
  const known = earlier?.kinds.get(kind);
  if (known === undefined || known.seen.length < Math.min(ENOUGH, puzzles)) return null;
  const { seen, ms, steps } = known;
  return { kind, puzzles, seen, areOwn: false, msPerStep: steps > 0 ? ms / steps : null };
}

/** Kinds of which nothing was seen, as there was no time, are taken to be like the nearest one. */
function withNeighbours(kinds: readonly SeenKind[]): SeenKind[] {
  const known = kinds.filter(({ seen }) => seen.length > 0);
  if (known.length === 0) return [];
  return kinds.map((one) => {
    if (one.seen.length > 0) return one;
    const { seen, msPerStep } = known.reduce((best, other) =>
      Math.abs(other.kind - one.kind) < Math.abs(best.kind - one.kind) ? other : best,
    );
    return { ...one, seen, msPerStep, areOwn: false };
  });
}

/** The longest limit of time that a puzzle may get. */
function longestLimit({ limits, rounds = {} }: RunRequest): number {
  const { timeoutMs: list } = rounds;
  if (list === undefined) return limits.timeoutMs;
  let round = 1;
  while (hasRound({ timeoutMs: list }, round + 1) && round < list.length + ROUNDS_LOOKED_AT)
    round++;
  return limitIn('timeoutMs', list, round);
}

/**
 * Of limits that go on growing, so many further ones are looked at: beyond, a sample cannot tell.
 */
const ROUNDS_LOOKED_AT = 10;
