import { existsSync, statSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import type { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { type ReuseWish, curedStatuses, limitIn, storedLimit } from '../record/options.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { leftOutLines, type LeftOutFile } from '../corpus/sources.js';
import { whyNoFolder } from '../files/files.js';
import {
  forecast,
  type Forecast,
  type ForecastTask,
  likePuzzles,
  type Basis,
  kindOfPacked,
  type DrawnKind,
} from './forecast.js';
import type { RunContext } from './active-run.js';
import { LOG_BYTES, PROGRAM_MB, THREAD_MB, freeBytes } from './room.js';
import { bytesOfDatabase, whyNotWritable, openStore, type Store } from '../store/open/open.js';
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
  type KnownSource,
} from './plan.js';
import { isRunWhole } from './stored-run.js';
import {
  RunError,
  isAboutLatest,
  type RunControls,
  type RunRequest,
  StoppedEarly,
  type StopRequest,
} from './request.js';
import { heldPieces, type HeldPiece } from './reuse/held-pieces.js';
import { Reuse } from './reuse/reuse.js';
import { StoreError } from '../store/open/store-error.js';
import { wantedBy, wantedPuzzles, type Wanted } from '../store/queries/stored-results.js';
import { type Run, runSources } from '../store/stored-runs.js';
import { prepareReuse, reuseWish, mayHoldPieces } from './do-run.js';
import { reasonKind } from '../../solver/core/text/error-codes.js';
import { shapeOf } from '../../solver/core/puzzle/fingerprint.js';
import {
  batchCount,
  findLabel,
  noPlaces,
  type PackedBatch,
  viewBatch,
} from '../../solver/core/puzzle/packed-batch.js';
import {
  blocksAtMost,
  heightOf,
  pack,
  widthOf,
  wordsOf,
  type PackedWords,
} from '../../solver/core/puzzle/packed.js';
import type { Reject } from '../../solver/core/puzzle/validate.js';
import { ShapeKeys } from '../store/result-tally.js';
import { isUndecided, type Status } from '../../solver/core/result/outcome.js';
import { noneSolved, type SolvedWhy, type SolvedWhyCounts } from '../record/outcome.js';
import { withoutDone, readCorpora } from './feed.js';
import { IN_PIECE, idsOfPiece, pieceFinder, pieceState, placeIn } from '../store/pieces.js';
import { placeOf } from '../record/puzzle-id.js';
import { plainText } from '../../solver/core/text/plain-text.js';

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

/** What a run takes of the machine, and what there is, in bytes. */
interface MachineRoom {
  readonly database: {
    /** Its bytes now, and about how many the run adds. */
    readonly now: number;
    readonly adds: number;
  };
  readonly disk: {
    /** What the run needs at most while it works: the database, its log and its report. */
    readonly needs: number;
    /** Null if nobody can tell. */
    readonly free: number | null;
  };
  readonly memory: { readonly needs: number; readonly free: number };
}

/** Up to this many results a database has indexes when a run is over, of so many bytes for each. */
const INDEXED = 100_000;
const INDEX_BYTES = 140;

/** Pages are not full to the last byte. */
const FILLED = 1.08;

/** What an empty database takes, and a report. */
const EMPTY_BYTES = 200_000;
const REPORT_BYTES = 4e6;

/** MB for each thousand puzzles, up to a hundred thousand and then up to a million. */
const THOUSAND_MB = { few: 0.7, many: 0.15 };

/** How much of the machine a run over the puzzles of a survey takes. */
function roomFor(
  db: string,
  {
    takenOver,
    passedOver,
    rowBytes,
    ...survey
  }: Pick<Survey, 'puzzles' | 'takenOver' | 'passedOver' | 'rowBytes'>,
  threads: number,
): MachineRoom {
  const puzzles = survey.puzzles + takenOver.count - passedOver;
  const now = bytesOfDatabase(db);
  const rows = (rowBytes.puzzles + rowBytes.results) * FILLED;
  const indexes = puzzles <= INDEXED ? puzzles * INDEX_BYTES : 0;
  const adds = Math.round(rows + indexes + (now === 0 ? EMPTY_BYTES : 0));
  const needs = Math.round(adds + Math.min(LOG_BYTES, rows) + REPORT_BYTES);
  const thousands = Math.min(1000, puzzles / 1000);
  const mb =
    PROGRAM_MB +
    THREAD_MB * threads +
    THOUSAND_MB.few * Math.min(100, thousands) +
    THOUSAND_MB.many * Math.max(0, thousands - 100);
  return {
    database: { now, adds },
    disk: { needs, free: freeBytes(db) },
    memory: { needs: Math.round(mb * 1e6), free: freemem() },
  };
}

/** The corpora of a run, and what is done of them. */
interface SurveyedCorpora {
  readonly sources: readonly KnownSource[];
  /** Null if there is none. */
  readonly store: Store | null;
  /** The run that goes on; null for a new one. */
  readonly runId: number | null;
  /** What is taken over from other runs, puzzle by puzzle; null if nothing is. */
  readonly reuse: Reuse | null;
  /** The results of a whole piece that would be taken over. */
  readonly held: (pieceId: number) => HeldPiece | null;
}

/** What a survey found, and how long it took to read everything. */
interface ReadSurvey {
  readonly survey: Survey;
  readonly readMs: number;
}

/**
 * Reads all corpora of a run as the run itself does, and solves nothing. Memory does not grow with
 * their size, but for 18 bytes a puzzle by which equal ones are found.
 * @throws CorpusError as a run does; StoppedEarly if the run is to stop.
 */
async function surveyCorpora(
  request: RunRequest,
  { sources, store, runId, reuse, held }: SurveyedCorpora,
  controls: RunControls,
  watch: Watch,
): Promise<ReadSurvey> {
  const { stop } = controls;
  const firsts = firstOfEach(sources);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }, i) => {
      const copyOf = firsts[i] === sources[i] ? null : firsts[i].path;
      return { path, format, bytes, copyOf };
    }),
    reuse,
  );
  const places = sources.flatMap((source, i) => (firsts[i] === source ? [i] : []));
  const read = places.map((place) => sources[place]);
  const bytesAll = read.every(({ bytes }) => bytes !== null)
    ? read.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    : null;
  let bytesBefore = 0;
  const reader = readCorpora(read, request, controls);
  const lookUp = store === null ? () => UNKNOWN : pieceLookUp(store, runId);
  watch.stage('reading the corpora');
  const began = performance.now();
  try {
    for (let piece = await reader.next(); piece !== null; piece = await reader.next()) {
      if (stop.reason !== null) throw new StoppedEarly();
      for (const warning of piece.warnings ?? []) controls.observer.warn(plainText(warning));
      const place = places[piece.source];
      const { pieceId, done } = lookUp(piece.sha256);
      const own = piece.puzzles + piece.rejects.length;
      if (done === 'all') surveyor.addDone(place, own);
      else {
        const taken = pieceId === null || done.size > 0 ? null : held(pieceId);
        const left = withoutDone(piece.packed, done);
        surveyor.addDone(place, piece.puzzles - batchCount(left));
        surveyor.addRejects(place, piece.rejects);
        surveyor.addPuzzles(place, left, {
          firstEntry: piece.firstEntry,
          isKnown: pieceId !== null,
          held: taken?.byStatus ?? null,
        });
      }
      if (piece.last) bytesBefore += piece.bytesRead;
      const bytesRead = bytesBefore + (piece.last ? 0 : piece.bytesRead);
      const share = bytesAll === null ? 0 : bytesRead / bytesAll;
      const total = share > 0 ? Math.round(surveyor.entries / share) : null;
      watch.reached(surveyor.entries, total, true);
    }
  } finally {
    await reader.close();
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}

const NONE: ReadonlySet<number> = new Set();
const UNKNOWN = { pieceId: null, done: NONE };

/** Finds a piece by its hash, and what a run has of it: the places of its results. */
function pieceLookUp(
  store: Store,
  runId: number | null,
): (sha256: Uint8Array) => { pieceId: number | null; done: 'all' | ReadonlySet<number> } {
  const find = store.db.prepare<[Uint8Array], number>('SELECT piece_id FROM pieces WHERE sha256 = ?').pluck(); // prettier-ignore
  const stateOf = pieceState(store, runId ?? 0);
  const doneIds = store.db
    .prepare<[number, number, number], number>(
      `SELECT puzzle_id FROM result_rows WHERE ${IN_PIECE}`,
    )
    .pluck();
  return (sha256) => {
    const pieceId = find.get(sha256) ?? null;
    const state = pieceId === null ? null : stateOf(pieceId);
    if (pieceId === null || state === null) return { pieceId, done: NONE };
    if (state === 'complete') return { pieceId, done: 'all' };
    return { pieceId, done: new Set(doneIds.all(runId!, ...idsOfPiece(pieceId)).map(placeOf)) };
  };
}

/** For each source the first with its content: itself, unless it is a copy. */
function firstOfEach(sources: readonly KnownSource[]): KnownSource[] {
  const firsts = new Map<string, KnownSource>();
  return sources.map((source) => {
    const { sha256, format, reading = '' } = source;
    if (sha256 === null) return source;
    const key = `${sha256} ${format} ${reading}`;
    const first = firsts.get(key) ?? source;
    firsts.set(key, first);
    return first;
  });
}

const PAGE = 256;

const NOWHERE = { path: '', ordinal: 0 };

/**
 * Looks at the puzzles of a run that are to be solved again. @throws as `wantedPuzzles`;
 * StoppedEarly
 */
function surveyStored(store: Store, runId: number, wanted: Wanted, stop: StopRequest): ReadSurvey {
  const began = performance.now();
  const sources = runSources(store, runId);
  const places = new Map(sources.map(({ path }, i) => [path, i]));
  const pieceOf = pieceFinder(store);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }) => ({ path, format, bytes, copyOf: null })),
  );
  for (const page of wantedPuzzles(store, runId, wanted, PAGE)) {
    if (stop.reason !== null) throw new StoppedEarly();
    for (const { puzzleId, puzzle } of page) {
      const piece = pieceOf(runId, puzzleId);
      const { path, ordinal } = piece === null ? NOWHERE : placeIn(piece, puzzleId);
      surveyor.addStored(places.get(path) ?? 0, ordinal, pack(puzzle));
    }
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}

/** A file that a run would read. */
interface SurveyedFile {
  readonly path: string;
  /** The name of its format; `detected` if that shows only when it is read. */
  readonly format: string;
  readonly bytes: number | null;
  /**
   * Entries that the run would have of it, finished ones included; 0 of a copy, which is not
   * read.
   */
  readonly entries: number;
  /** Entries that have their result or their reject already. */
  readonly done: number;
  /** Puzzles that would be solved. */
  readonly puzzles: number;
  /** Why they would be, if others might be taken over; else null. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /** Puzzles whose results would be taken over from other runs. */
  readonly takenOver: number;
  readonly rejects: number;
  /** The file with the same content that is read in its place; null if there is none before it. */
  readonly copyOf: string | null;
}

/** An entry that is not a puzzle. */
interface SurveyedReject extends Pick<Reject, 'line' | 'name' | 'reason' | 'ordinal'> {
  readonly path: string;
}

/** How many rejects have a reason, and the first of them. */
interface ReasonCount {
  readonly count: number;
  readonly first: SurveyedReject;
}

/** Puzzles that are the same except for turns, mirror images and colours. */
interface EqualGroup {
  readonly puzzles: number;
  /** The first of them: their files, and their entries from 0. */
  readonly first: readonly { readonly path: string; readonly ordinal: number }[];
}

/** Everything that is known of a run's puzzles without solving them. */
interface Survey {
  readonly files: readonly SurveyedFile[];
  readonly entries: number;
  readonly done: number;
  readonly puzzles: number;
  /** Puzzles whose results would be taken over, and how many of them have no verdict. */
  readonly takenOver: { readonly count: number; readonly open: number };
  /** How many of them are in pieces that would be taken over whole: no row would be written. */
  readonly passedOver: number;
  readonly rejects: {
    readonly count: number;
    /** How many of them are puzzles with a mistake, and have a start position or a picture. */
    readonly puzzles: number;
    readonly cells: number;
    readonly first: readonly SurveyedReject[];
    /** The reasons, numbers and quotes in them aside, the most frequent first. */
    readonly byReason: readonly ReasonCount[];
  };
  readonly equal: {
    readonly groups: number;
    /** How many puzzles would have to go, so that each is there once. */
    readonly surplus: number;
    readonly first: readonly EqualGroup[];
  };
  /** The fewest and the most cells; null without puzzles. */
  readonly sizes: { readonly smallest: Size; readonly largest: Size } | null;
  readonly kinds: readonly DrawnKind[];
  /** Bytes of the rows of the puzzles and of their results, about. */
  readonly rowBytes: { readonly puzzles: number; readonly results: number };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * How many 32-bit words of puzzles of a kind are kept, to be solved, and how many puzzles at least.
 */
const KEPT_WORDS = 1 << 19;
const LEAST_KEPT = 100;

/** How many reasons are told apart, so that memory stays flat. */
const MOST_REASONS = 1000;

/** How many rejects, and groups of equal puzzles, are named. */
const NAMED_REJECTS = 200;
const NAMED_GROUPS = 200;
const NAMED_MEMBERS = 5;

/**
 * Bytes of a row of `puzzles` besides its texts, and of one of `results` besides its pictures, of
 * which there are one or two.
 */
const PUZZLE_BYTES = 110;
const RESULT_BYTES = 100;
const PICTURE_BYTES_A_CELL = 0.6;

/** A piece as the database knows it. */
interface SurveyedPiece {
  readonly firstEntry: number;
  /** Whether the database has its puzzles. */
  readonly isKnown: boolean;
  /** How many results of each status would be taken over with it; null if they would not. */
  readonly held: ReadonlyMap<Status, number> | null;
}

/** Tells the entries of files apart, by one number each. */
const ENTRIES_OF_FILE = 2 ** 32;

/** Gathers what is known of puzzles as they are read. */
class Surveyor {
  private readonly kinds = new Map<number, SpreadSample>();
  private readonly shapes = new ShapeKeys();
  private readonly label = noPlaces();
  private readonly files: { -readonly [Key in keyof SurveyedFile]: SurveyedFile[Key] }[];
  private readonly whys: Record<SolvedWhy, number>[];
  private readonly rejects: SurveyedReject[] = [];
  private readonly reasons = new Map<string, { count: number; readonly first: SurveyedReject }>();
  private entryCount = 0;
  private rejectCount = 0;
  private readonly rejectKinds = { text: 0, clues: 0, cells: 0 };
  private takenOpen = 0;
  private passedOver = 0;
  private smallest: Size | null = null;
  private largest: Size | null = null;
  private puzzleBytes = 0;
  private resultBytes = 0;

  constructor(
    files: readonly Pick<SurveyedFile, 'path' | 'format' | 'bytes' | 'copyOf'>[],
    /** What is taken over from other runs; null if nothing is. */
    private readonly reuse: Pick<Reuse, 'find'> | null = null,
  ) {
    this.whys = files.map(noneSolved);
    this.files = files.map((file, i) => ({
      ...file,
      entries: 0,
      done: 0,
      puzzles: 0,
      solvedWhy: reuse === null ? null : this.whys[i],
      takenOver: 0,
      rejects: 0,
    }));
  }

  /** How many entries were noted so far. */
  get entries(): number {
    return this.entryCount;
  }

  /** Notes entries of a file that need not be solved any more. */
  addDone(file: number, count: number): void {
    this.count(file, count);
    this.files[file].done += count;
  }

  addRejects(file: number, rejects: readonly Reject[]): void {
    const { path } = this.files[file];
    this.count(file, rejects.length);
    this.files[file].rejects += rejects.length;
    this.rejectCount += rejects.length;
    for (const { kind } of rejects) this.rejectKinds[kind]++;
    for (const { ordinal, line, name, reason } of rejects) {
      const reject = { path, ordinal, line, name, reason };
      if (this.rejects.length < NAMED_REJECTS) this.rejects.push(reject);
      // Two rows that are too long are one reason, whichever rows they are.
      const kind = reasonKind(reason);
      const known = this.reasons.get(kind);
      if (known !== undefined) known.count++;
      else if (this.reasons.size < MOST_REASONS)
        this.reasons.set(kind, { count: 1, first: reject });
    }
  }

  /** Notes the puzzles of a piece: to be solved, or to be taken over. */
  addPuzzles(file: number, batch: PackedBatch, piece: SurveyedPiece): void {
    const { words, offsets } = viewBatch(batch);
    const bytes = new Uint8Array(batch);
    const { firstEntry, isKnown, held } = piece;
    const { path } = this.files[file];
    const share = { pieceId: 0, puzzles: offsets.length, path, firstEntry };
    this.count(file, offsets.length);
    for (const [status, count] of held ?? []) if (isUndecided(status)) this.takenOpen += count;
    for (const offset of offsets) {
      findLabel(words, offset, this.label);
      const { nameLength, goalLength } = this.label;
      const ordinal = firstEntry + this.label.ordinal;
      this.look(file, ordinal, words, offset);
      if (held !== null) {
        this.files[file].takenOver++;
        this.passedOver++;
        continue;
      }
      const taken = this.reuse?.find({ words, bytes }, offset, share) ?? null;
      if (taken === null || typeof taken === 'string') {
        this.files[file].puzzles++;
        if (taken !== null) this.whys[file][taken]++;
        this.addToSolve(file, ordinal, words, offset);
      } else {
        this.files[file].takenOver++;
        this.takenOpen += Number(isUndecided(taken.status));
      }
      this.addBytes(
        words,
        offset,
        isKnown ? null : Math.max(0, nameLength) + Math.max(0, goalLength),
      );
    }
  }

  /** Notes a puzzle of the database, which is to be solved again. */
  addStored(file: number, ordinal: number, words: PackedWords): void {
    this.count(file, 1);
    this.files[file].puzzles++;
    this.addToSolve(file, ordinal, words, 0);
    this.look(file, ordinal, words, 0);
    this.addBytes(words, 0, null);
  }

  private count(file: number, entries: number): void {
    this.files[file].entries += entries;
    this.entryCount += entries;
  }

  private look(file: number, ordinal: number, words: PackedWords, offset: number): void {
    const width = widthOf(words, offset);
    const height = heightOf(words, offset);
    const cells = width * height;
    if (this.smallest === null || cells < cellsOf(this.smallest)) this.smallest = { width, height };
    if (this.largest === null || cells > cellsOf(this.largest)) this.largest = { width, height };
    this.shapes.add(file * ENTRIES_OF_FILE + ordinal, shapeOf(words, offset));
  }

  /** `texts` are the bytes of the texts of its puzzle, null if the database has that. */
  private addBytes(words: PackedWords, offset: number, texts: number | null): void {
    const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
    const blocks = blocksAtMost(words, offset);
    if (texts !== null) this.puzzleBytes += texts + PUZZLE_BYTES + 2 * (blocks + width + height);
    this.resultBytes += RESULT_BYTES + PICTURE_BYTES_A_CELL * width * height;
  }

  private addToSolve(file: number, ordinal: number, words: PackedWords, offset: number): void {
    const kind = kindOfPacked(words, offset);
    const length = wordsOf(words, offset);
    let sample = this.kinds.get(kind);
    if (sample === undefined) {
      sample = new SpreadSample(Math.max(LEAST_KEPT, Math.floor(KEPT_WORDS / length)));
      this.kinds.set(kind, sample);
    }
    sample.offer(lotOf(file, ordinal), () => words.slice(offset, offset + length));
  }

  finish(): Survey {
    const sum = (of: 'entries' | 'done' | 'puzzles' | 'takenOver'): number =>
      this.files.reduce((total, file) => total + file[of], 0);
    const { groups, surplus, first } = this.shapes.repeated({
      groups: NAMED_GROUPS,
      members: NAMED_MEMBERS,
    });
    return {
      files: this.files,
      entries: sum('entries'),
      done: sum('done'),
      puzzles: sum('puzzles'),
      takenOver: { count: sum('takenOver'), open: this.takenOpen },
      passedOver: this.passedOver,
      rejects: {
        count: this.rejectCount,
        puzzles: this.rejectKinds.clues + this.rejectKinds.cells,
        cells: this.rejectKinds.cells,
        first: this.rejects,
        byReason: [...this.reasons.values()].sort((a, b) => b.count - a.count),
      },
      equal: {
        groups,
        surplus,
        first: first.map(({ count, first: ids }) => ({
          puzzles: count,
          first: ids.map((id) => ({
            path: this.files[Math.floor(id / ENTRIES_OF_FILE)].path,
            ordinal: id % ENTRIES_OF_FILE,
          })),
        })),
      },
      sizes:
        this.smallest === null || this.largest === null
          ? null
          : { smallest: this.smallest, largest: this.largest },
      kinds: Array.from(this.kinds, ([kind, drawn]) => ({
        kind,
        puzzles: drawn.size,
        sample: drawn.take(),
      })),
      rowBytes: { puzzles: Math.round(this.puzzleBytes), results: Math.round(this.resultBytes) },
    };
  }
}

function cellsOf({ width, height }: Size): number {
  return width * height;
}

interface Drawn {
  readonly lot: number;
  readonly words: PackedWords;
}

/**
 * Some puzzles out of many, drawn as if by lot, the same ones every time: those with the smallest
 * lots so far. Memory does not grow with their number.
 */
class SpreadSample {
  private drawn: Drawn[] = [];
  /** Puzzles with this lot, or a larger one, are not among the first any more. */
  private end = Infinity;
  private count = 0;

  /** @param most how many puzzles are drawn in the end */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.count;
  }

  /** Offers the next puzzle; `words` is called if it may be drawn. */
  offer(lot: number, words: () => PackedWords): void {
    this.count++;
    if (lot >= this.end) return;
    this.drawn.push({ lot, words: words() });
    if (this.drawn.length >= 2 * this.most) this.cut();
  }

  /** The puzzles that were drawn, in an order that says nothing. */
  take(): readonly PackedWords[] {
    this.cut();
    return this.drawn.map(({ words }) => words);
  }

  private cut(): void {
    this.drawn.sort((one, other) => one.lot - other.lot);
    if (this.drawn.length < this.most) return;
    this.drawn = this.drawn.slice(0, this.most);
    this.end = this.drawn[this.most - 1].lot;
  }
}

/** A lot from 0 to below 2^32 for an entry of a source. */
function lotOf(source: number, ordinal: number): number {
  let h = Math.imul(ordinal ^ Math.imul(source + 1, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}
