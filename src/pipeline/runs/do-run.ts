import { requireSpace, trace, solverVersion } from '../files/program.js';
import { OwnThread } from './pool/own-thread.js';
import { loadWatchOf } from './pool/rest.js';
import type { Pool, SolvedBatch } from './pool/pool.js';
import { openStore, type Store, dropIndexes, rowsWorthDropping } from '../store/open/open.js';
import {
  type RunOutcome,
  type RunStart,
  isAboutLatest,
  type RunControls,
  type RunRequest,
  askingRound,
  matchingValues,
  watchTime,
  storedOptions,
  type RunObserver,
} from './request.js';
import { type RunContext, type RunTask, ActiveRun, standingOfRound } from './active-run.js';
import {
  findCorpora,
  knowCorpora,
  planRun,
  storedRuns,
  nextRound,
  solvedAgain,
  type RunPlan,
  type NextRound,
  type KnownSource,
} from './plan.js';
import { keepGivenGates, leaveUntouched, sumOfKnown, whenUnlocked } from './stored-run.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { readShard, storedLimits, type ReuseWish, KEPT_OPTIONS } from '../record/options.js';
import { wantedPuzzles, type Wanted } from '../store/queries/stored-results.js';
import type { StoredPuzzle } from '../store/stored.js';
import { countRun, expectedEntries, runSources, type NewRun } from '../store/stored-runs.js';
import { RunWriter, keepLeftOut, wholeSource, type HeldSource } from '../store/write/run-writer.js';
import { RunMeter } from './run-meter.js';
import { PieceBuilder } from '../corpus/reader/piece-builder.js';
import {
  LITTLE_BYTES,
  type Committer,
  type Feed,
  PieceFeed,
  type FedBatch,
  CorpusPieces,
} from './feed.js';
import type { Job } from './dispatcher.js';
import { cpus, hostname } from 'node:os';
import { entriesPerByte } from '../corpus/reader/corpus-reader.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { pieceState } from '../store/pieces.js';
import { heldPieces, type HeldPiece, askedRuns, solversEqualTo } from './reuse/held-pieces.js';
import { diskWarning } from './room.js';
import { resolve } from 'node:path';
import { numberOf } from '../../solver/core/text/numbers.js';

export interface RunParts extends Pick<RunContext, 'makePool'> {
  /** Opens the database for writing; the run closes it again. */
  readonly openStore: (request: RunRequest) => Store;
  /** Milliseconds to wait for another program that holds the database; default: a minute. */
  readonly lockWaitMs?: number;
}

/** Solves on this machine. */
export const LOCAL: RunParts = {
  openStore(request) {
    const { db, durable } = request;
    return openStore(db, { readonly: false, mustExist: isAboutLatest(request), durable });
  },
  makePool(request, { atOnce }) {
    const { threads, maxLoad = null } = request;
    const { memoryMiB } = storedLimits(request);
    const open = async (): Promise<Pool> => {
      // What runs of a few puzzles seldom need, they do not load.
      const { LocalPool } = await import('./pool/local-pool.js');
      return new LocalPool({ threads, memoryMiB, atOnce, loadWatch: loadWatchOf(maxLoad) });
    };
    return atOnce === 1 ? new OwnThread(open) : open();
  },
};

/**
 * Does what `request` asks, in stages: finds the corpora, opens the database, plans, and carries
 * out. ARCHITECTURE.md lists the stages of a row from here to the report, in their order.
 *
 * A run's states, as the database has them:
 *
 *   (none)      --started-->              running
 *   running     --every entry done-->     complete
 *   running     --stop, full disk,
 *                 locked database,
 *                 changed corpus-->       interrupted
 *   running     --killed-->               running       the lock is free: nobody works on it
 *   running     --another started-->      interrupted   so the killed one shows as what it is
 *   running,
 *   interrupted --resumed-->              running
 *   complete    --resumed-->              complete      untouched
 *   complete    --resumed, rounds left--> running, then complete again
 *   complete    --retried-->              running, then complete again
 *
 * The open database holds its lock from the beginning to the end: a second run is refused.
 * @throws RunError, StoreError or CorpusError if it cannot be done, with the reason; whatever
 * was committed stays.
 */
export async function doRun(
  request: RunRequest,
  controls: RunControls,
  parts: RunParts = LOCAL,
): Promise<RunOutcome> {
  const began = performance.now();
  requireSpace(request.threads + 1);
  // Before the database is opened: a misspelled file should not leave an empty one.
  const found = await findCorpora(request);
  if (request.reuse?.from != null) openStore(request.reuse.from, { readonly: true }).close();
  const store = parts.openStore(request);
  try {
    const stored = storedRuns(store);
    const corpora = await knowCorpora(request, found, stored, controls);
    const plan = planRun(request, stored, corpora.sources);
    trace('run', () => `${plan.kind}, into ${plainText(request.db)}`);
    const warn = (message: string): void => controls.observer.warn(message);
    const lockWait = { warn, lockWaitMs: parts.lockWaitMs };
    if (plan.kind !== 'started') await keepGivenGates(store, plan.run, request.gates, lockWait);
    if (plan.kind === 'untouched' || plan.kind === 'started') plan.warnings.forEach(warn);
    if (plan.kind === 'untouched') {
      return await leaveUntouched(store, plan.run, corpora.leftOut, lockWait);
    }
    const context = { ...parts, store, request: plan.request, controls, lockWait, began };
    return await carryOutRounds(context, plan, corpora);
  } finally {
    store.close();
  }
}

type KnownCorpora = Awaited<ReturnType<typeof knowCorpora>>;

/**
 * Carries a run out: its corpora, then round after round what they left open; or a retry, which is
 * one more round. Each round reads from the database what it tries. A run that is killed between
 * two of them is `running`, with a result for every entry.
 */
async function carryOutRounds(
  context: RunContext,
  plan: Exclude<RunPlan, { readonly kind: 'untouched' }>,
  corpora: KnownCorpora,
): Promise<RunOutcome> {
  const { store, request, controls } = context;
  const { observer, stop } = controls;
  const unwatch = watchTime(request, stop);
  try {
    let total: RunOutcome | null = null;
    let ahead = solvedAgain(store, plan);
    let runId = plan.kind === 'started' ? 0 : plan.run.runId;
    if (ahead === null && plan.kind !== 'retried') {
      const task = await corpusTask(context, plan, corpora);
      ({ runId } = task.start);
      observer.started(task.start);
      const standing = standingOfRound(store, request, runId, null, task.meter.progress());
      const carried = await new ActiveRun(context, withRounds(task, standing)).carryOut();
      ({ outcome: total, next: ahead } = carried);
    }
    while (ahead !== null) {
      const round = { ...context, request: askingRound(request, ahead.round ?? 1) };
      const task = await againTask(round, runId, plan.kind, ahead);
      if (total === null) observer.started(task.start);
      const standing = standingOfRound(store, request, runId, ahead, task.meter.progress());
      if (standing !== null) observer.round?.({ ...standing, limits: storedLimits(round.request) });
      const { outcome, next } = await new ActiveRun(round, withRounds(task, standing)).carryOut();
      total = total === null ? outcome : joined(total, outcome);
      ahead = next;
    }
    return total!;

    function withRounds<Batch>(task: RunTask<Batch>, standing: ReturnType<typeof standingOfRound>) {
      if (standing === null) return task;
      return { ...task, standing, next: () => nextRound(store, runId, request) };
    }
  } finally {
    unwatch();
  }
}

function joined(before: RunOutcome, round: RunOutcome): RunOutcome {
  return {
    ...round,
    kind: before.kind,
    solved: before.solved + round.solved,
    reused: before.reused,
    solvedWhy: before.solvedWhy,
    wallMs: before.wallMs + round.wallMs,
  };
}

/** Solves some puzzles of a run again that all have results; the request has the round's limits. */
async function againTask(
  { store, request, lockWait }: RunContext,
  runId: number,
  kind: RunStart['kind'],
  { round, wanted, puzzles }: NextRound,
): Promise<RunTask<StoredPuzzle>> {
  const { threads } = request;
  const { statuses } = wanted;
  const retry = { round, statuses, ...storedLimits(request), puzzles };
  const writer = new RunWriter(store);
  // One that was killed before its end may have nothing left.
  await whenUnlocked(() => writer.resumeRun(runId, puzzles === 0 ? null : retry), lockWait);
  const meter = new RunMeter({ files: null, total: puzzles });
  return {
    start: {
      runId,
      kind,
      sources: runSources(store, runId),
      threads,
      doneBefore: countRun(store, runId).results - (round === null ? puzzles : 0),
    },
    writer,
    meter,
    // They travel alone.
    atOnce: puzzles,
    openFeed: (committer) => new AgainFeed({ store, writer, meter, wanted, committer }),
    entries: () => expectedEntries(store, runId),
    // Every puzzle has a result, whatever comes of a retry.
    stateIfStopped: round === null ? 'complete' : 'interrupted',
    hasAllResults: round !== null,
    discardIfEmpty: false,
  };
}

interface AgainFeedParts extends Pick<RunTask<StoredPuzzle>, 'writer' | 'meter'> {
  readonly store: Store;
  readonly wanted: Wanted;
  readonly committer: Committer;
}

/** A run's own stored puzzles, whose results are replaced; alone, as most were too hard. */
class AgainFeed implements Feed<StoredPuzzle> {
  private readonly puzzles: Iterator<StoredPuzzle>;
  private readonly builder = new PieceBuilder();

  constructor(private readonly parts: AgainFeedParts) {
    this.puzzles = wantedPuzzles(parts.store, parts.writer.runId, parts.wanted);
  }

  /** @throws StoreError of the kind `damaged` if a puzzle is not the one that was stored. */
  read(): Promise<StoredPuzzle | null> {
    return new Promise((resolve) => {
      const next = this.puzzles.next();
      resolve(next.done === true ? null : next.value);
    });
  }

  accept(stored: StoredPuzzle): ReturnType<Feed<StoredPuzzle>['accept']> {
    this.parts.meter.noteRead({ file: 0, entries: 1, skipped: 0, rejects: 0, bytesRead: 0 });
    // Its label has the palette, by which a proof is named.
    const { puzzle } = stored;
    this.builder.addPuzzle({ name: null, title: null, goal: null, puzzle }, null);
    const { packed } = this.builder.take();
    return { entries: 1, job: { batch: stored, packed } };
  }

  write({ batch: { puzzleId } }: Job<StoredPuzzle>, { results, by, onCommitted }: SolvedBatch) {
    const retried = results.map((result) => ({ puzzleId, result, by: by ?? null }));
    this.parts.committer.commit(() => {
      this.parts.writer.updateResults(retried);
      onCommitted?.();
    });
  }

  flush(): void {
    // Each result is committed as it comes.
  }

  close(): Promise<void> {
    this.parts.committer.discard();
    return Promise.resolve();
  }
}

/** The fewest bytes that an entry of a corpus takes, about. */
const BYTES_PER_ENTRY = 50;

/** Begins a new run over corpora, or goes on with one. */
async function corpusTask(
  context: RunContext,
  plan: Extract<RunPlan, { readonly kind: 'started' | 'resumed' }>,
  { sources: known, leftOut }: KnownCorpora,
): Promise<RunTask<FedBatch>> {
  const { store, request, controls, lockWait, began } = context;
  const { threads, limit } = request;
  const share = 1 / (readShard(request.shard)?.of ?? 1);
  const resumed = plan.kind === 'resumed';
  // Before the run begins: a misspelled database should not leave an empty run.
  const asked = reuseWish(request, resumed ? plan.run.runId : 0);
  if (asked !== null) prepareReuse(store, asked, controls.observer);
  const writer = new RunWriter(store, began);
  await whenUnlocked(() => {
    if (plan.kind === 'resumed') writer.resumeRun(plan.run.runId);
    else writer.startRun(newRun(context));
  }, lockWait);
  if (leftOut !== null)
    await whenUnlocked(() => keepLeftOut(store, writer.runId, leftOut), lockWait);
  const reuse = asked && { ...asked, runId: writer.runId };
  const held = heldFor(store, request, reuse);
  const all = await whenUnlocked(() => sourcesOnce(writer, known, request), lockWait);
  const take = takenOver(context, writer, held);
  const files = all.map((source) => ({ ...source, taken: take(source) }));
  const sources = files.filter(({ taken }) => taken === null);
  const bytesTotal = sumOfKnown(sources.map(({ bytes }) => bytes));
  if (((bytesTotal ?? 0) * share) / BYTES_PER_ENTRY > rowsWorthDropping(store)) {
    await whenUnlocked(() => dropIndexes(store), lockWait);
  }
  const doneBefore = resumed ? countRun(store, writer.runId).results : 0;
  const warning = await diskWarning(request, sources, doneBefore);
  if (warning !== null) controls.observer.warn(warning);
  const rates = bytesTotal === null ? null : await entriesPerByte(sources);
  const work =
    rates && sources.map(({ bytes }, i) => ({ bytes: bytes ?? 0, entriesPerByte: rates[i] }));
  const meter = new RunMeter({ files: work, total: null, limit, share });
  const taken = files.flatMap((file) => file.taken ?? []);
  for (const { entries, rejects, skipped, byStatus } of taken) {
    meter.noteRead({ file: 0, entries, rejects, skipped, bytesRead: 0 });
    meter.noteTaken(byStatus);
  }
  if (taken.length > 0) await whenUnlocked(() => writer.hold(taken), lockWait);
  return {
    start: { runId: writer.runId, kind: plan.kind, sources: known, doneBefore, threads },
    writer,
    meter,
    atOnce: bytesTotal !== null && bytesTotal <= LITTLE_BYTES ? 1 : Infinity,
    openFeed(committer) {
      const from = new CorpusPieces(sources, request, controls);
      return new PieceFeed({ writer, meter, committer, from, held, ...(reuse && { reuse }) });
    },
    entries: (allDone) => (allDone ? meter.entries : null),
    stateIfStopped: 'interrupted',
    discardIfEmpty: !resumed,
  };
}

/** Finds whole pieces to take over: none for a shard, a study, or a run that writes proofs. */
export function heldFor(
  store: Store | null,
  { shard, solver, study, proveTo }: RunRequest,
  wish: ReuseWish | null,
): ReturnType<typeof heldPieces> {
  const isOfAll = shard === null && study === undefined && solver === undefined;
  const mayHold = isOfAll && proveTo === null;
  return wish !== null && store !== null && mayHold ? heldPieces(store, wish) : () => null;
}

/** A source that need not be read: what the run has of it, itself or by earlier runs. */
interface TakenSource extends HeldSource {
  readonly rejects: number;
  /** What the run had before. */
  readonly skipped: number;
  readonly byStatus: ReadonlyMap<Status, number>;
}

/** What is known of a source of which the run has, or takes over, all pieces; null: it is read. */
function takenOver(
  { store, request }: RunContext,
  { runId }: RunWriter,
  held: (pieceId: number) => HeldPiece | null,
): (source: KnownSource & { readonly sourceId: number }) => TakenSource | null {
  const isOfAll = request.limit === null && request.shard === null;
  return ({ sourceId, sha256 }) => {
    const pieces = sha256 === null || !isOfAll ? [] : wholeSource(store, sourceId);
    if (pieces.length === 0) return null;
    const byStatus = new Map<Status, number>();
    const taken: HeldSource['pieces'][number][] = [];
    let [entries, rejects, skipped] = [0, 0, 0];
    const seen = new Set<number>();
    for (const { pieceId, ...piece } of pieces) {
      const state = seen.has(pieceId) ? 'complete' : pieceState(store, runId, pieceId);
      seen.add(pieceId);
      entries += piece.entries;
      if (state === 'complete') {
        skipped += piece.entries;
        continue;
      }
      const found = state === null ? held(pieceId) : null;
      if (found === null) return null;
      rejects += piece.rejects;
      taken.push({ pieceId, heldBy: found.heldBy });
      for (const [status, count] of found.byStatus) {
        byStatus.set(status, (byStatus.get(status) ?? 0) + count);
      }
    }
    return { sourceId, pieces: taken, entries, rejects, skipped, byStatus };
  };
}

export function newRun({ request, controls }: Pick<RunContext, 'request' | 'controls'>): NewRun {
  return {
    name: request.name,
    // Parts that go together, and what is taken over, are solved by the same code.
    options: {
      ...storedOptions(request),
      ...(request.solver === undefined && { [KEPT_OPTIONS.solver]: solverVersion() }),
    },
    toolVersion: controls.toolVersion,
    nodeVersion: process.version,
    host: hostname(),
    cpu: cpus().at(0)?.model ?? 'unknown',
  };
}

/** Notes the sources of the run; returns each once, also if its content comes twice. */
function sourcesOnce(writer: RunWriter, known: readonly KnownSource[], { again }: RunRequest) {
  const called = known.map((source, i) => again?.paths[i] ?? source.path);
  const added = writer.addSources(known.map((source, i) => ({ ...source, path: called[i] })));
  return known.map((source, i) => ({ ...source, ...added[i] })).filter(({ repeated }) => !repeated);
}

/** Whose results the run `runId` takes over (0: it has no number yet); null for nobody's. */
export function reuseWish(request: RunRequest, runId: number): ReuseWish | null {
  const { reuse, db } = request;
  if (reuse == null) return null;
  const own = resolve(db);
  return {
    db: own,
    runId,
    solvers: solversEqualTo(solverVersion()),
    others: reuse.from === null || resolve(reuse.from) === own ? [] : [resolve(reuse.from)],
    asked: matchingValues(request),
  };
}

/**
 * Looks, before a run takes anything over, whether there is anything to take; if not, the observer
 * is told why.
 * @throws StoreError if another database that is to be asked cannot be read.
 */
export function prepareReuse(store: Store, wish: ReuseWish, observer: RunObserver): void {
  const found = [askedRuns(store, wish, wish.runId)];
  for (const path of wish.others) {
    const other = openStore(path, { readonly: true });
    try {
      found.push(askedRuns(other, wish));
    } finally {
      other.close();
    }
  }
  if (found.some(({ runs }) => runs.length > 0)) return;
  const others = found.reduce((sum, { otherVersions }) => sum + otherVersions, 0);
  const where = [wish.db, ...wish.others].map(plainText).join(' and ');
  const why =
    others === 0
      ? `${where} ${wish.others.length > 0 ? 'have' : 'has'} no earlier run`
      : `${numberOf(others, 'run')} in ${where} ${others === 1 ? 'is' : 'are'} of other versions of the solver, whose results may differ`;
  observer.warn(`There is nothing to take over: ${why}. Every puzzle will be solved.`);
}
