import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { UNWATCHED, type Watch } from '../../core/progress/counted-work.js';
import { curedStatuses, hasRound, limitIn, storedLimit } from '../../core/run-record/rounds.js';
import { leftOutLines, type LeftOutFile } from '../corpus/sources/source.js';
import { timesOfEarlierRuns, type EarlierTimes } from '../forecast/earlier-runs.js';
import { forecast, type Forecast } from '../forecast/forecast.js';
import { roomFor, type Room } from '../forecast/room.js';
import { solveSample, type SeenKind } from '../forecast/solve-sample.js';
import { Surveyor, type Survey } from '../forecast/survey.js';
import { surveyCorpora, type ReadSurvey } from '../forecast/survey-corpora.js';
import { surveyStored } from '../forecast/survey-stored.js';
import { findCorpora, knowCorpora, type KnownCorpora } from '../plan/known-sources.js';
import { nextRound } from '../plan/next-round.js';
import { planRun, type RunPlan } from '../plan/plan-run.js';
import { NO_RUNS, storedRuns } from '../plan/stored-runs.js';
import type { Pool } from '../pool/pool.js';
import { isWhole } from '../request/accounting.js';
import { RunError, StoppedEarly } from '../request/run-error.js';
import { isAboutLatest, type RunControls, type RunRequest } from '../request/run-request.js';
import { openStore, type Store } from '../store/open/open.js';
import { StoreError } from '../store/open/store-error.js';
import { whyNotWritable } from '../store/open/usable-file.js';
import type { Run } from '../store/stored-runs/read-runs.js';
import type { PoolNeeds } from './run-task.js';

/** What a run would do, and what it would take. */
export interface RunPreview {
  /** What it would be: `refused` if it would not begin. */
  readonly kind: RunPlan['kind'] | 'refused';
  /** Why it would be refused: every reason. */
  readonly refusals: readonly Error[];
  /** What it would say besides. */
  readonly notes: readonly string[];
  /** What was asked for, with the options of the run that goes on. */
  readonly request: RunRequest;
  /** The run that would go on, or be left as it is; null for a new one. */
  readonly run: Run | null;
  /** The round with which it would go on: 1 is the way through the corpora; null for a retry, and if nothing is to be done. */
  readonly round: number | null;
  readonly leftOut: readonly LeftOutFile[];
  readonly survey: Survey;
  /** Null if there is nothing to solve. */
  readonly forecast: Forecast | null;
  readonly basis: Basis;
  readonly room: Room;
}

/** What an estimate comes from. */
export interface Basis {
  /** Earlier runs of the database, and how many of the puzzles are like puzzles of them. */
  readonly runIds: readonly number[];
  readonly covered: number;
  /** Puzzles that were solved for it, and how long that took. */
  readonly solved: number;
  readonly sampleMs: number;
}

/** How a preview gets what it needs. */
export interface PreviewParts {
  /** Makes the pool of the sample, as a run makes its own. */
  readonly makePool: (request: RunRequest, needs: PoolNeeds) => Pool | Promise<Pool>;
  /** Milliseconds that a sample may be solved. */
  readonly sampleMs: number;
  /** Looks at what is not the run's: a reason to refuse it, or null. */
  readonly whyNot?: () => Error | null;
}

/** Of a kind of puzzles, this many earlier times are enough. */
const ENOUGH = 30;

const NO_SAMPLE = { runIds: [], covered: 0, solved: 0, sampleMs: 0 };

/** Milliseconds of the main thread for a row and for each byte of it, report included. */
const ROW_MS = 0.002;
const BYTE_MS = 6e-6;

/**
 * Says what a run would do and take, and writes nothing: it reads the corpora and the database as the run would, and solves a
 * sample with its pool if earlier runs of the database do not tell how long such puzzles take.
 * @throws CorpusError, and StoreError if there is no database that the request needs; StoppedEarly if it is to stop.
 */
export async function previewRun(
  asked: RunRequest,
  controls: RunControls,
  { makePool, sampleMs, whyNot = () => null }: PreviewParts,
): Promise<RunPreview> {
  const found = await findCorpora(asked);
  const refusals: Error[] = [];
  const notes: string[] = [];
  const warn = (message: string): void => void notes.push(message);
  const observer = { started: () => undefined, progress: () => undefined, warn };
  const watch = controls.observer.beforehand ?? UNWATCHED;
  const store = openIfPossible(asked, refusals);
  try {
    const stored = store === null ? NO_RUNS : storedRuns(store);
    const corpora = await knowCorpora(asked, found, stored, { ...controls, observer });
    const plan = planIfPossible(() => planRun(asked, stored, corpora.sources), refusals);
    const other = whyNot();
    if (other !== null) refusals.push(other);
    if (plan?.kind === 'started' || plan?.kind === 'untouched') plan.warnings.forEach(warn);
    const request = plan === null || plan.kind === 'untouched' ? asked : plan.request;
    const work = workOf(plan, store, request);
    const read = await surveyWork(work, { request, corpora, store, controls, watch });
    const { survey, readMs } = read;
    const leftOut = corpora.leftOut ?? [];
    const said = new Set(leftOutLines(leftOut));
    const { seen, basis } = await timesOf(survey, { request, store, controls, watch });
    const mainMs =
      survey.puzzles * ROW_MS + (survey.rowBytes.puzzles + survey.rowBytes.results) * BYTE_MS;
    const isEmpty = survey.puzzles === 0 || seen.length === 0;
    return {
      kind: refusals.length > 0 || plan === null ? 'refused' : plan.kind,
      refusals,
      notes: notes.filter((note) => !said.has(note)),
      request,
      run: plan === null || plan.kind === 'started' ? null : plan.run,
      round: work.kind === 'corpora' ? 1 : work.kind === 'stored' ? work.round : null,
      leftOut,
      survey,
      forecast: isEmpty
        ? null
        : forecast({
            kinds: seen,
            threads: threadsOf(request),
            cores: availableParallelism(),
            limits: request.limits,
            rounds: plan?.kind === 'retried' ? {} : (request.rounds ?? {}),
            firstRound: work.kind === 'stored' ? (work.round ?? 1) : 1,
            takenMs: work.kind === 'stored' ? work.takenMs : 0,
            budgetMs: budgetOf(request),
            readMs,
            mainMs,
          }),
      basis,
      room: roomFor(asked.db, survey, threadsOf(request)),
    };
  } finally {
    store?.close();
  }

  /** How long the puzzles take, as earlier runs tell; a sample of others is solved. */
  async function timesOf(
    survey: Survey,
    { request, store, controls, watch }: Setting,
  ): Promise<{ seen: SeenKind[]; basis: Basis }> {
    if (survey.puzzles === 0) return { seen: [], basis: NO_SAMPLE };
    const earlier = store === null ? null : timesOfEarlierRuns(store, request);
    const known = survey.kinds.flatMap(
      ({ kind, puzzles }) => knownKind(earlier, kind, puzzles) ?? [],
    );
    const kinds = new Set(known.map(({ kind }) => kind));
    const unknown = survey.kinds.filter(({ kind }) => !kinds.has(kind));
    const covered = known.reduce((sum, { puzzles }) => sum + puzzles, 0);
    const runIds = covered > 0 ? (earlier?.runIds ?? []) : [];
    if (unknown.length === 0) {
      return { seen: known, basis: { ...NO_SAMPLE, runIds, covered } };
    }
    watch.doing('solving a sample');
    const began = performance.now();
    const sample = { ...request, queue: null, threads: threadsOf(request) };
    const pool = await makePool(sample, {
      queueKey: () => '',
      toolVersion: controls.toolVersion,
      onNote: () => undefined,
      atOnce: Infinity,
    });
    try {
      const { proveTo: _, ...limits } = request.limits;
      const solved = await solveSample(
        pool,
        unknown,
        {
          ms: sampleMs,
          limits: { ...limits, maxSteps: Infinity },
          longestMs: longestLimit(request),
          threads: sample.threads,
        },
        controls.stop,
      );
      if (controls.stop.reason !== null) throw new StoppedEarly();
      const seen = [...known, ...withNeighbours(solved)];
      const count = solved.reduce((sum, one) => sum + one.seen.length, 0);
      return {
        seen,
        basis: { runIds, covered, solved: count, sampleMs: performance.now() - began },
      };
    } finally {
      await pool.close();
    }
  }
}

interface Setting {
  readonly request: RunRequest;
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
}

/** The database for reading; null if there is none, or if it cannot be used, which is a reason to refuse the run. */
function openIfPossible(request: RunRequest, refusals: Error[]): Store | null {
  const { db } = request;
  const isThere = existsSync(db) && statSync(db).size > 0;
  // Without any run in it there would be nothing to say of one.
  if (!isThere && !isAboutLatest(request)) {
    refusals.push(...[whyNotWritable(db)].filter((why) => why !== null));
    return null;
  }
  let store: Store | null = null;
  try {
    store = openStore(db, { readonly: true });
  } catch (error) {
    if (!(error instanceof StoreError) || isAboutLatest(request)) throw error;
    refusals.push(error);
    return null;
  }
  refusals.push(...[whyNotWritable(db)].filter((why) => why !== null));
  return store;
}

/** Null if it would be refused. */
function planIfPossible(plan: () => RunPlan, refusals: Error[]): RunPlan | null {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    refusals.push(error);
    return null;
  }
}

/** What there is to solve. */
type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'corpora'; readonly runId: number | null }
  | {
      readonly kind: 'stored';
      readonly runId: number;
      readonly wanted: Parameters<typeof surveyStored>[2];
      /** Null for a retry. */
      readonly round: number | null;
      /** What its puzzles took before, at least. */
      readonly takenMs: number;
    };

function workOf(plan: RunPlan | null, store: Store | null, request: RunRequest): Work {
  // What would be refused is looked at as if it were a new run.
  if (plan === null) return { kind: 'corpora', runId: null };
  if (plan.kind === 'started') return { kind: 'corpora', runId: null };
  if (plan.kind === 'untouched' || store === null) return { kind: 'none' };
  const { runId } = plan.run;
  if (plan.kind === 'retried') {
    const { statuses } = plan;
    const isOpen = statuses.every((status) => status === 'timeout');
    return {
      kind: 'stored',
      runId,
      wanted: { statuses },
      round: null,
      takenMs: isOpen ? limitOf(plan.run) : 0,
    };
  }
  const { rounds = {} } = request;
  const next =
    curedStatuses(rounds).length > 0 && isWhole(store, runId)
      ? nextRound(store, runId, rounds)
      : null;
  if (next === null) return { kind: 'corpora', runId };
  const { round, wanted } = next;
  const takenMs =
    rounds.timeoutMs === undefined ? 0 : limitIn('timeoutMs', rounds.timeoutMs, round - 1);
  return { kind: 'stored', runId, wanted, round, takenMs };
}

/** The limit of time of a run's puzzles, as far as they were not tried again; 0 for none. */
function limitOf({ options }: Run): number {
  return storedLimit(options.timeoutMs) ?? 0;
}

async function surveyWork(
  work: Work,
  { request, corpora, store, controls, watch }: Setting & { readonly corpora: KnownCorpora },
): Promise<ReadSurvey> {
  if (work.kind === 'none') return { survey: new Surveyor([], () => true).finish(), readMs: 0 };
  if (work.kind === 'stored') {
    return surveyStored(store!, work.runId, work.wanted, controls.stop);
  }
  const { sources } = corpora;
  return surveyCorpora(request, { sources, store, runId: work.runId }, controls, watch);
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

/** Of limits that go on growing, so many further ones are looked at: beyond, a sample cannot tell. */
const ROUNDS_LOOKED_AT = 10;

/** The threads that solve; of a queue's workers nobody knows how many there will be: then those of this machine. */
function threadsOf({ threads }: RunRequest): number {
  return threads > 0 ? threads : availableParallelism();
}

function budgetOf({ stopAfterMs, until = null }: RunRequest): number | null {
  const times = [stopAfterMs, until === null ? null : Math.max(0, until - Date.now())];
  const known = times.filter((ms) => ms !== null);
  return known.length === 0 ? null : Math.min(...known);
}
