import { existsSync, statSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import type { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { leftOutLines } from '../corpus/sources.js';
import { whyNoFolder } from '../files/files.js';
import { forecast, likePuzzles, PuzzleDraw } from './forecast.js';
import type { RunContext } from './active-run.js';
import { diskRoom, memoryFor, unpackedBytes } from './room.js';
import { whyNotWritable, openStore, type Store } from '../store/open/open.js';
import {
  findCorpora,
  knowCorpora,
  type NextRound,
  solvedAgain,
  planRun,
  type RunPlan,
  noProofFolder,
  storedRuns,
  type KnownSource,
} from './plan.js';
import {
  askingRound,
  RunError,
  isAboutLatest,
  type RunControls,
  type RunRequest,
  StoppedEarly,
  type StopRequest,
} from './request.js';
import type { HeldPiece } from './reuse/held-pieces.js';
import { Reuse } from './reuse/reuse.js';
import { StoreError } from '../store/open/store-error.js';
import { wantedPuzzles, type Wanted } from '../store/queries/stored-results.js';
import { runSources } from '../store/stored-runs.js';
import { prepareReuse, reuseWish, heldFor } from './do-run.js';
import { reasonKind } from '../../solver/core/text/error-codes.js';
import { shapeOf } from '../../solver/core/puzzle/fingerprint.js';
import {
  batchCount,
  findLabel,
  noPlaces,
  type PackedBatch,
  viewBatch,
} from '../../solver/core/puzzle/packed-batch.js';
import { heightOf, pack, widthOf, type PackedWords } from '../../solver/core/puzzle/packed.js';
import type { Reject } from '../../solver/core/puzzle/validate.js';
import { ShapeKeys } from '../store/result-tally.js';
import { isUndecided, type Status } from '../../solver/core/result/outcome.js';
import { noneSolved, type SolvedWhy } from '../record/outcome.js';
import { CorpusPieces, withoutDone } from './feed.js';
import { donePlaces, pieceFinder, pieceState, pieceWith, placeIn } from '../store/pieces.js';

/**
 * What a run would do, and what it would take and there is, in bytes. `kind` is `refused`, for the
 * `refusals`, if it would not begin; `request` has the options of the `run` that goes on, which is
 * null for a new one; `round` is 1 through the corpora, and null in a retry, or if none is left;
 * without anything to solve there is no `forecast`.
 */
export type RunPreview = Awaited<ReturnType<typeof previewRun>>;

interface PreviewParts {
  readonly makePool: RunContext['makePool'];
  readonly sampleMs: number;
  /** Looks at what is not the run's: a reason to refuse it, or null. */
  readonly whyNot?: () => NonomillError | null;
}

/** Milliseconds of the main thread for each puzzle, its rows and its place in the report. */
const PUZZLE_MS = 0.01;

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
) {
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
    const work = workOf(plan, store);
    const survey = await surveyWork(work, {
      request,
      sources: corpora.sources,
      store,
      watch,
      controls: { ...controls, observer },
    });
    const leftOut = corpora.leftOut ?? [];
    const said = new Set(leftOutLines(leftOut));
    const threads = request.threads || availableParallelism();
    const { like, basis } = await likePuzzles(survey.draw, {
      // A sample takes a moment: it does not wait for other programs, as the run would.
      request: { ...request, queue: null, threads, maxLoad: null },
      // What is left of a run, or what nothing is taken over for, is not like the run before.
      store: work.kind === 'corpora' && survey.all.takenOver === 0 ? store : null,
      controls,
      watch,
      makePool,
      sampleMs,
    });
    const { puzzles, takenOver } = survey.all;
    // Of pieces that are taken over whole, nothing is written.
    const written = puzzles + takenOver - survey.passedOver;
    const task = {
      like,
      puzzles,
      threads,
      cores: availableParallelism(),
      limits: plan?.kind === 'retried' ? askingRound(request, 1) : request,
      firstRound: work.kind === 'stored' ? (work.round ?? 1) : 1,
      budgetMs: budgetOf(request),
      otherMs: survey.readMs + PUZZLE_MS * written,
    };
    const isEmpty = puzzles === 0 ? takenOver === 0 : like.length === 0;
    const share = written / Math.max(1, survey.all.entries);
    // A retry changes the rows that are there.
    const rows = work.kind === 'corpora' ? written : 0;
    const { now, adds, ...disk } = diskRoom(asked.db, share * survey.bytesRead, rows);
    const memory = { needs: memoryFor(threads, written), free: freemem() };
    return {
      kind: refusals.length > 0 || plan === null ? ('refused' as const) : plan.kind,
      refusals,
      notes: notes.filter((note) => !said.has(note)),
      request,
      run: plan === null || plan.kind === 'started' ? null : plan.run,
      round: work.kind === 'corpora' ? 1 : work.kind === 'stored' ? work.round : null,
      leftOut,
      survey,
      forecast: isEmpty ? null : forecast(task),
      basis,
      room: { database: { now, adds }, disk, memory },
    };
  } finally {
    store?.close();
  }
}

/** For reading; null if there is none, or if it cannot be used: a reason to refuse the run. */
function openIfPossible(request: RunRequest, refusals: NonomillError[]): Store | null {
  const { db } = request;
  const isThere = existsSync(db) && statSync(db).size > 0;
  try {
    // Without any run in it there would be nothing to say of one.
    const mustOpen = isThere || isAboutLatest(request);
    const store = mustOpen ? openStore(db, { readonly: true }) : null;
    refusals.push(...[whyNotWritable(db)].filter((why) => why !== null));
    return store;
  } catch (error) {
    if (!(error instanceof StoreError) || isAboutLatest(request)) throw error;
    refusals.push(error);
    return null;
  }
}

function whyNoProofs({ proveTo }: RunRequest): NonomillError | null {
  const reason = proveTo === null ? null : whyNoFolder(proveTo);
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

type Work =
  | { readonly kind: 'none' }
  | { readonly kind: 'corpora'; readonly runId: number | null }
  | ({ readonly kind: 'stored'; readonly runId: number } & NextRound);

function workOf(plan: RunPlan | null, store: Store | null): Work {
  // What would be refused is looked at as if it were a new run.
  if (plan === null || plan.kind === 'started') return { kind: 'corpora', runId: null };
  if (plan.kind === 'untouched' || store === null) return { kind: 'none' };
  const { runId } = plan.run;
  const again = solvedAgain(store, plan);
  return again === null ? { kind: 'corpora', runId } : { kind: 'stored', runId, ...again };
}

function budgetOf({ stopAfterMs, until = null }: RunRequest): number | null {
  const times = [stopAfterMs, until === null ? null : Math.max(0, until - Date.now())];
  const known = times.filter((ms) => ms !== null);
  return known.length === 0 ? null : Math.min(...known);
}

interface Setting {
  readonly request: RunRequest;
  readonly sources: readonly KnownSource[];
  /** Null if there is none. */
  readonly store: Store | null;
  readonly controls: RunControls;
  readonly watch: Watch;
}

async function surveyWork(work: Work, setting: Setting): Promise<Survey> {
  const { request, store, controls } = setting;
  if (work.kind === 'none') return new Survey([]);
  if (work.kind === 'stored') return surveyStored(store!, work.runId, work.wanted, controls.stop);
  let wish = reuseWish(request, work.runId ?? 0);
  if (store === null && wish !== null) {
    // Of a database that is not there yet nothing can be taken over: the others are asked alone.
    const [db, ...others] = wish.others;
    wish = db === undefined ? null : { ...wish, db, others };
  } else if (store !== null && wish !== null) prepareReuse(store, wish, controls.observer);
  const reuse = wish === null ? null : new Reuse(wish);
  try {
    return await surveyCorpora(work.runId, reuse, heldFor(store, request, wish), setting);
  } finally {
    reuse?.close();
  }
}

/**
 * Reads all corpora of a run as the run itself does, and solves nothing; `runId` is the run that
 * goes on. Memory does not grow with their size, but for 18 bytes a puzzle by which equal ones are
 * found.
 * @throws CorpusError as a run does; StoppedEarly if the run is to stop.
 */
async function surveyCorpora(
  runId: number | null,
  reuse: Reuse | null,
  held: (pieceId: number) => HeldPiece | null,
  { request, sources, store, controls, watch }: Setting,
): Promise<Survey> {
  const firsts = new Map<string, KnownSource>();
  const files = sources.map((source) => {
    const { path, sha256, format, reading = '', bytes } = source;
    const key = `${sha256 ?? path} ${format} ${reading}`;
    const first = firsts.get(key) ?? source;
    firsts.set(key, first);
    return { path, format, bytes, copyOf: first === source ? null : first.path };
  });
  const survey = new Survey(files, reuse);
  const read = files.flatMap(({ copyOf }, place) =>
    // Nothing is lost if one changes meanwhile.
    copyOf === null ? [{ ...sources[place], sha256: null, sourceId: place }] : [],
  );
  const bytesAll = read.reduce((sum, { bytes }) => sum + (bytes ?? NaN), 0);
  const pieces = new CorpusPieces(read, request, controls);
  let bytesBefore = 0;
  watch.stage('reading the corpora');
  const began = performance.now();
  try {
    for (let fed = await pieces.next(); fed !== null; fed = await pieces.next()) {
      if (controls.stop.reason !== null) throw new StoppedEarly();
      const { piece, sourceId: place, path, bytesRead, finished } = fed;
      const { pieceId, done } = lookUp(store, runId, piece.sha256);
      if (done === 'all') survey.add(place, 'done', piece.puzzles + piece.rejects.length);
      else {
        const taken = pieceId === null || done.size > 0 ? null : held(pieceId);
        const left = withoutDone(piece.packed, done);
        survey.add(place, 'done', piece.puzzles - batchCount(left));
        survey.addRejects(place, piece.rejects);
        survey.addPuzzles(place, left, piece.firstEntry, taken?.byStatus ?? null);
      }
      const { entries } = survey.all;
      const total = Math.round((entries * bytesAll) / bytesRead);
      watch.reached(entries, total > 0 ? total : null, true);
      if (finished === undefined) continue;
      survey.bytesRead += unpackedBytes(path, bytesRead - bytesBefore);
      bytesBefore = bytesRead;
    }
  } finally {
    await pieces.close();
  }
  return survey.finish(performance.now() - began);
}

const NONE: ReadonlySet<number> = new Set();

/** Finds a piece by its hash, and what a run has of it: the places of its results. */
function lookUp(store: Store | null, runId: number | null, sha256: Uint8Array) {
  const pieceId = store === null ? null : pieceWith(store, sha256);
  if (store === null || pieceId === null) return { pieceId, done: NONE };
  const state = pieceState(store, runId ?? 0, pieceId);
  if (state === 'complete') return { pieceId, done: 'all' as const };
  return { pieceId, done: state === null ? NONE : new Set(donePlaces(store, runId!, pieceId)) };
}

const NOWHERE = { path: '', ordinal: 0 };

/** Looks at stored puzzles that are to be solved again. @throws as `wantedPuzzles`; StoppedEarly */
function surveyStored(store: Store, runId: number, wanted: Wanted, stop: StopRequest): Survey {
  const began = performance.now();
  const files = runSources(store, runId).map((source) => ({ ...source, copyOf: null }));
  const places = new Map(files.map(({ path }, i) => [path, i]));
  const pieceOf = pieceFinder(store);
  const survey = new Survey(files);
  for (const { puzzleId, puzzle } of wantedPuzzles(store, runId, wanted)) {
    if (stop.reason !== null) throw new StoppedEarly();
    const piece = pieceOf(runId, puzzleId);
    const { path, ordinal } = piece === null ? NOWHERE : placeIn(piece, puzzleId);
    survey.addToSolve(places.get(path) ?? 0, ordinal, pack(puzzle), 0);
  }
  return survey.finish(performance.now() - began);
}

/** How many entries there are of a file, or of all. */
const NOTHING = {
  /** Entries that the run would have, finished ones included. */
  entries: 0,
  /** Entries that have their result or their reject already. */
  done: 0,
  /** Puzzles that would be solved. */
  puzzles: 0,
  /** Puzzles whose results would be taken over from other runs. */
  takenOver: 0,
  rejects: 0,
};

type EntryCounts = typeof NOTHING;

/** A file that a run would read, and what it would have of it: nothing of a copy. */
interface SurveyedFile extends EntryCounts {
  readonly path: string;
  /** The name of its format; `detected` if that shows only when it is read. */
  readonly format: string;
  readonly bytes: number | null;
  /** Why puzzles would be solved, if others might be taken over; else null. */
  readonly solvedWhy: Record<SolvedWhy, number> | null;
  /** The file with the same content that is read in its place; null if there is none before it. */
  readonly copyOf: string | null;
}

interface SurveyedReject extends Pick<Reject, 'line' | 'name' | 'reason' | 'ordinal'> {
  readonly path: string;
}

type Size = Readonly<Record<'width' | 'height', number>>;

/** How many reasons are told apart, so that memory stays flat. */
const MOST_REASONS = 1000;

/** How many rejects, and groups of equal puzzles, are named. */
const NAMED_REJECTS = 200;
const NAMED = { groups: 200, members: 5 };

/** Tells the entries of files apart, by one number each. */
const ENTRIES_OF_FILE = 2 ** 32;

/** Everything that is known of a run's puzzles without solving them, gathered as they are read. */
class Survey {
  readonly files: readonly SurveyedFile[];
  readonly all = { ...NOTHING };
  /** How many puzzles are taken over without a verdict. */
  takenOpen = 0;
  /** How many are in pieces that would be taken over whole: no row would be written. */
  passedOver = 0;
  /** How many rejects are puzzles with a mistake, and have a start position or a picture. */
  readonly rejectKinds = { text: 0, clues: 0, cells: 0 };
  readonly rejects: SurveyedReject[] = [];
  /** How many rejects have a reason, numbers and quotes in it aside, and the first of them. */
  readonly reasons = new Map<string, { count: number; readonly first: SurveyedReject }>();
  /** The fewest and the most cells; null without puzzles. */
  sizes: { readonly smallest: Size; readonly largest: Size } | null = null;
  /** Puzzles that are the same except for turns, mirror images and colours. */
  equal: ReturnType<ShapeKeys['repeated']> = { groups: 0, surplus: 0, first: [] };
  readonly draw = new PuzzleDraw();
  /** Bytes of files that were read to their end, uncompressed, about. */
  bytesRead = 0;
  /** How long that took, as far as the run reads it, too. */
  readMs = 0;
  private readonly shapes = new ShapeKeys();
  private readonly label = noPlaces();

  constructor(
    files: readonly Pick<SurveyedFile, 'path' | 'format' | 'bytes' | 'copyOf'>[],
    /** What is taken over from other runs; null if nothing is. */
    private readonly reuse: Pick<Reuse, 'find'> | null = null,
  ) {
    this.files = files.map(({ path, format, bytes, copyOf }) => {
      const solvedWhy = reuse === null ? null : noneSolved();
      return { path, format, bytes, ...NOTHING, solvedWhy, copyOf };
    });
  }

  add(file: number, as: Exclude<keyof EntryCounts, 'entries'>, count: number): void {
    for (const counts of [this.files[file], this.all]) {
      counts.entries += count;
      counts[as] += count;
    }
  }

  addRejects(file: number, rejects: readonly Reject[]): void {
    const { path } = this.files[file];
    this.add(file, 'rejects', rejects.length);
    for (const { kind, ordinal, line, name, reason } of rejects) {
      this.rejectKinds[kind]++;
      const reject = { path, ordinal, line, name, reason };
      if (this.rejects.length < NAMED_REJECTS) this.rejects.push(reject);
      // Two rows that are too long are one reason, whichever rows they are.
      const why = reasonKind(reason);
      const known = this.reasons.get(why);
      if (known !== undefined) known.count++;
      else if (this.reasons.size < MOST_REASONS) this.reasons.set(why, { count: 1, first: reject });
    }
  }

  /** Notes puzzles of a piece; `held`: how many have each status if it is taken over whole. */
  addPuzzles(
    file: number,
    batch: PackedBatch,
    firstEntry: number,
    held: ReadonlyMap<Status, number> | null,
  ): void {
    const { words, offsets } = viewBatch(batch);
    const bytes = new Uint8Array(batch);
    const { path, solvedWhy } = this.files[file];
    const share = { pieceId: 0, puzzles: offsets.length, path, firstEntry };
    for (const [status, count] of held ?? []) if (isUndecided(status)) this.takenOpen += count;
    if (held !== null) this.passedOver += offsets.length;
    for (const offset of offsets) {
      findLabel(words, offset, this.label);
      const ordinal = firstEntry + this.label.ordinal;
      const taken = held ?? this.reuse?.find({ words, bytes }, offset, share) ?? null;
      if (taken === null || typeof taken === 'string') {
        if (taken !== null && solvedWhy !== null) solvedWhy[taken]++;
        this.addToSolve(file, ordinal, words, offset);
        continue;
      }
      this.add(file, 'takenOver', 1);
      this.look(file, ordinal, words, offset);
      if ('status' in taken) this.takenOpen += Number(isUndecided(taken.status));
    }
  }

  addToSolve(file: number, ordinal: number, words: PackedWords, offset: number): void {
    this.add(file, 'puzzles', 1);
    this.draw.offer(file, ordinal, words, offset);
    this.look(file, ordinal, words, offset);
  }

  private look(file: number, ordinal: number, words: PackedWords, offset: number): void {
    const size = { width: widthOf(words, offset), height: heightOf(words, offset) };
    const { smallest, largest } = this.sizes ?? { smallest: size, largest: size };
    this.sizes = {
      smallest: cellsOf(size) < cellsOf(smallest) ? size : smallest,
      largest: cellsOf(size) > cellsOf(largest) ? size : largest,
    };
    this.shapes.add(file * ENTRIES_OF_FILE + ordinal, shapeOf(words, offset));
  }

  finish(readMs: number): this {
    this.equal = this.shapes.repeated(NAMED);
    // The run itself does not read pieces that it takes over whole.
    const read = this.all.puzzles + this.all.takenOver - this.passedOver;
    this.readMs = read === 0 ? 0 : (readMs * read) / (read + this.passedOver);
    return this;
  }

  /** Where a puzzle is that `equal` names. */
  placeOf(id: number): { readonly path: string; readonly ordinal: number } {
    const { path } = this.files[Math.floor(id / ENTRIES_OF_FILE)];
    return { path, ordinal: id % ENTRIES_OF_FILE };
  }
}

function cellsOf({ width, height }: Size): number {
  return width * height;
}

/** What is stored in a database that does not exist yet. */
const NO_RUNS: ReturnType<typeof storedRuns> = {
  runs: [],
  latest: () => {
    throw new StoreError('NM_RUN_UNKNOWN', 'There is no run yet.');
  },
  sourcesOf: () => [],
  isWhole: () => false,
  countOf: () => 0,
  hasRoundLeft: () => false,
};
