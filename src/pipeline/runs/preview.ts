import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { type ReuseWish, curedStatuses, limitIn, storedLimit } from '../record/options.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { leftOutLines, type LeftOutFile } from '../corpus/sources.js';
import { whyNoFolder } from '../files/files.js';
import { forecast, type Forecast, type ForecastTask, likePuzzles, type Basis } from './forecast.js';
import type { RunContext } from './active-run.js';
import { roomFor, type MachineRoom } from './room.js';
import { Surveyor, surveyCorpora, surveyStored, type ReadSurvey, type Survey } from './survey.js';
import {
  findCorpora,
  knowCorpora,
  type KnownCorpora,
  nextRound,
  planRun,
  type RunPlan,
  noProofFolder,
  NO_RUNS,
  storedRuns,
} from './plan.js';
import { isRunWhole } from './stored-run.js';
import { RunError, isAboutLatest, type RunControls, type RunRequest } from './request.js';
import { heldPieces } from './reuse/held-pieces.js';
import { Reuse } from './reuse/reuse.js';
import { openStore, type Store } from '../store/open/open.js';
import { StoreError } from '../store/open/store-error.js';
import { wantedBy } from '../store/queries/stored-results.js';
import { whyNotWritable } from '../store/open/database-files.js';
import type { Run } from '../store/stored-runs.js';
import { prepareReuse, reuseWish, mayHoldPieces } from './corpus-task.js';

/** What a run would do, and what it would take. */
export interface RunPreview {
  /** What it would be: `refused` if it would not begin. */
  readonly kind: RunPlan['kind'] | 'refused';
  /** Why it would be refused: every reason. */
  readonly refusals: readonly NonomillError[];
  /** What it would say besides. */
  readonly notes: readonly string[];
  /** What was asked for, with the options of the run that goes on. */
  readonly request: RunRequest;
  /** The run that would go on, or be left as it is; null for a new one. */
  readonly run: Run | null;
  /**
   * The round with which it would go on: 1 is the way through the corpora; null for a retry, and if
   * nothing is to be done.
   */
  readonly round: number | null;
  readonly leftOut: readonly LeftOutFile[];
  readonly survey: Survey;
  /** Null if there is nothing to solve. */
  readonly forecast: Forecast | null;
  readonly basis: Basis;
  readonly room: MachineRoom;
}

/** How a preview gets what it needs. */
interface PreviewParts {
  /** Makes the pool of the sample, as a run makes its own. */
  readonly makePool: RunContext['makePool'];
  /** Milliseconds that a sample may be solved. */
  readonly sampleMs: number;
  /** Looks at what is not the run's: a reason to refuse it, or null. */
  readonly whyNot?: () => NonomillError | null;
}

/**
 * Milliseconds of the main thread for each puzzle, its rows and its place in the report; and for
 * one that is taken over, or in a file that is passed over.
 */
const PUZZLE_MS = 0.01;
const TAKEN_MS = 0.006;
const PASSED_MS = 0.003;

/**
 * Says what a run would do and take, and writes nothing: it reads the corpora and the database as
 * the run would, and solves a sample with its pool if earlier runs of the database do not tell how
 * long such puzzles take.
 * @throws CorpusError, and StoreError if there is no database that the request needs; StoppedEarly
 * if it is to stop.
 */
export async function previewRun(
  asked: RunRequest,
  controls: RunControls,
  { makePool, sampleMs, whyNot = () => null }: PreviewParts,
): Promise<RunPreview> {
  const found = await findCorpora(asked);
  const refusals: NonomillError[] = [];
  const notes: string[] = [];
  const warn = (message: string): void => void notes.push(message);
  const observer = { started: () => undefined, progress: () => undefined, warn };
  const watch = controls.observer.beforehand ?? UNWATCHED;
  const store = openIfPossible(asked, refusals);
  try {
    const stored = store === null ? NO_RUNS : storedRuns(store);
    const corpora = await knowCorpora(asked, found, stored, { ...controls, observer });
    const plan = planIfPossible(() => planRun(asked, stored, corpora.sources), refusals);
    refusals.push(...[whyNoProofs(asked), whyNot()].filter((why) => why !== null));
    if (plan?.kind === 'started' || plan?.kind === 'untouched') plan.warnings.forEach(warn);
    const request = plan === null || plan.kind === 'untouched' ? asked : plan.request;
    const work = workOf(plan, store, request);
    const read = await surveyWork(work, {
      request,
      corpora,
      store,
      watch,
      controls: { ...controls, observer },
    });
    const { survey } = read;
    const leftOut = corpora.leftOut ?? [];
    const said = new Set(leftOutLines(leftOut));
    const { like, basis } = await likePuzzles(survey.kinds, {
      request: { ...request, queue: null, threads: threadsOf(request) },
      store,
      controls,
      watch,
      makePool,
      sampleMs,
      takenMs: work.kind === 'stored' ? work.takenMs : 0,
    });
    if (basis.resting > 0) warn(restingText(basis, request));
    const isEmpty = survey.puzzles === 0 ? survey.takenOver.count === 0 : like.length === 0;
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
        : forecast({ ...timesOfOthers(read), ...askedOf(request, plan, work), like }),
      basis,
      room: roomFor(asked.db, survey, threadsOf(request)),
    };
  } finally {
    store?.close();
  }
}

/** Why the sample is small, or there is none. */
function restingText({ resting, solved }: Basis, request: RunRequest): string {
  const which = `${resting} of ${numberOf(threadsOf(request), 'thread')}`;
  const load = `--max-load ${request.maxLoad ?? ''}`.trim();
  const what = solved === 0 ? 'No sample was solved' : 'The sample is small';
  return `${what}: other programs keep the machine at the load of ${load}, so that ${which} ${resting === 1 ? 'rests' : 'rest'}. The run would wait for them, too.`;
}

/** What a run over the puzzles of a survey takes of the threads that do not solve. */
function timesOfOthers({
  survey: { puzzles, takenOver, passedOver },
  readMs,
}: ReadSurvey): Pick<ForecastTask, 'puzzles' | 'readMs' | 'mainMs'> {
  const taken = takenOver.count - passedOver;
  const read = puzzles + taken;
  return {
    puzzles,
    readMs: read === 0 ? 0 : (readMs * read) / (read + passedOver),
    mainMs: puzzles * PUZZLE_MS + taken * TAKEN_MS + passedOver * PASSED_MS,
  };
}

function askedOf(
  request: RunRequest,
  plan: RunPlan | null,
  work: Work,
): Omit<ForecastTask, 'like' | 'puzzles' | 'readMs' | 'mainMs'> {
  return {
    threads: threadsOf(request),
    cores: availableParallelism(),
    limits: request.limits,
    rounds: plan?.kind === 'retried' ? {} : (request.rounds ?? {}),
    firstRound: work.kind === 'stored' ? (work.round ?? 1) : 1,
    budgetMs: budgetOf(request),
  };
}

interface Setting {
  readonly request: RunRequest;
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
}

/**
 * The database for reading; null if there is none, or if it cannot be used, which is a reason to
 * refuse the run.
 */
function openIfPossible(request: RunRequest, refusals: NonomillError[]): Store | null {
  const { db } = request;
  const isThere = existsSync(db) && statSync(db).size > 0;
  // Without any run in it there would be nothing to say of one.
  if (!isThere && !isAboutLatest(request)) {
    refusals.push(...[whyNotWritable(db)].filter((why) => why !== null));
    return null;
  }
  try {
    const store = openStore(db, { readonly: true });
    refusals.push(...[whyNotWritable(db)].filter((why) => why !== null));
    return store;
  } catch (error) {
    if (!(error instanceof StoreError) || isAboutLatest(request)) throw error;
    refusals.push(error);
    return null;
  }
}

function whyNoProofs({ limits: { proveTo } }: RunRequest): NonomillError | null {
  const reason = proveTo === undefined ? null : whyNoFolder(proveTo);
  return reason === null ? null : noProofFolder(proveTo!, new Error(reason));
}

/** Null if it would be refused. */
function planIfPossible(plan: () => RunPlan, refusals: NonomillError[]): RunPlan | null {
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
      wanted: wantedBy(statuses),
      round: null,
      takenMs: isOpen ? limitOf(plan.run) : 0,
    };
  }
  const { rounds = {} } = request;
  const next =
    curedStatuses(rounds).length > 0 && isRunWhole(store, runId)
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
  if (work.kind === 'none') return { survey: new Surveyor([]).finish(), readMs: 0 };
  if (work.kind === 'stored') {
    return surveyStored(store!, work.runId, work.wanted, controls.stop);
  }
  const { sources } = corpora;
  const { runId } = work;
  const wish = wishWithout(store, reuseWish(request, runId ?? 0));
  if (wish !== null && store !== null) prepareReuse(store, wish, controls.observer);
  const reuse = wish === null ? null : new Reuse(wish);
  const mayHold = wish !== null && store !== null && mayHoldPieces(request);
  const held = mayHold ? heldPieces(store, wish) : () => null;
  try {
    return await surveyCorpora(request, { sources, store, runId, reuse, held }, controls, watch);
  } finally {
    reuse?.close();
  }
}

/**
 * Of a database that is not there yet, nothing can be taken over: then the others are asked alone.
 */
function wishWithout(store: Store | null, wish: ReuseWish | null): ReuseWish | null {
  if (store !== null || wish === null) return wish;
  const [db, ...others] = wish.others;
  return db === undefined ? null : { ...wish, db, others };
}

/**
 * The threads that solve; of a queue's workers nobody knows how many there will be: then those of
 * this machine.
 */
function threadsOf({ threads }: RunRequest): number {
  return threads > 0 ? threads : availableParallelism();
}

function budgetOf({ stopAfterMs, until = null }: RunRequest): number | null {
  const times = [stopAfterMs, until === null ? null : Math.max(0, until - Date.now())];
  const known = times.filter((ms) => ms !== null);
  return known.length === 0 ? null : Math.min(...known);
}
