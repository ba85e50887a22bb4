import { cpus, hostname } from 'node:os';
import { entriesPerByte } from '../corpus/reader/corpus-reader.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { SOLVER_OPTION, type ReuseWish } from '../record/options.js';
import { solverVersion } from '../files/program.js';
import { dropIndexes, rowsWorthDropping } from '../store/open/indexes.js';
import { pieceState } from '../store/pieces.js';
import { countRun, type NewRun } from '../store/stored-runs.js';
import { keepLeftOut, wholeSource, type SourcePiece } from '../store/write/run-sources.js';
import { RunWriter, type HeldSource } from '../store/write/run-writer.js';
import { RunMeter, type WorkFile } from './run-meter.js';
import { type RunRequest, storedOptions, matchingValues, type RunObserver } from './request.js';
import { CorpusPieces, LITTLE_BYTES, PieceFeed, type FedBatch } from './feed.js';
import { whenUnlocked } from './stored-run.js';
import type { KnownCorpora, KnownSource, ResumePlan, StartPlan } from './plan.js';
import {
  heldPieces,
  type HeldPiece,
  askedRuns,
  type AskedRuns,
  solversEqualTo,
} from './reuse/held-pieces.js';
import { diskWarning } from './room.js';
import type { RunContext, RunTask } from './active-run.js';
import { resolve } from 'node:path';
import { numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { openStore, type Store } from '../store/open/open.js';

/** The fewest bytes that an entry of a corpus takes, about. */
const BYTES_PER_ENTRY = 50;

/** A source of a run that has a number. */
interface NumberedSource extends KnownSource {
  readonly sourceId: number;
}

/** Begins a new run over corpora, or goes on with one. */
export async function corpusTask(
  context: RunContext,
  plan: StartPlan | ResumePlan,
  { sources: known, leftOut }: KnownCorpora,
): Promise<RunTask<FedBatch>> {
  const { store, request, controls, lockWait } = context;
  const { limits, threads, limit, shard } = request;
  const resumed = plan.kind === 'resumed';
  // Before the run begins: a misspelled database should not leave an empty run.
  const asked = reuseWish(request, resumed ? plan.run.runId : 0);
  if (asked !== null) prepareReuse(store, asked, controls.observer);
  const writer = new RunWriter(store);
  await whenUnlocked(() => beginRun(writer, context, plan), lockWait);
  if (leftOut !== null)
    await whenUnlocked(() => keepLeftOut(store, writer.runId, leftOut), lockWait);
  const reuse = asked && { ...asked, runId: writer.runId };
  const held = reuse !== null && mayHoldPieces(request) ? heldPieces(store, reuse) : () => null;
  const all = await whenUnlocked(() => sourcesOnce(writer, known, request), lockWait);
  const take = takenOver(context, writer, held);
  const files = all.map((source) => ({ ...source, taken: take(source) }));
  const sources = files.filter(({ taken }) => taken === null);
  const bytesTotal = totalBytes(sources);
  if ((bytesTotal ?? 0) / (shard?.of ?? 1) / BYTES_PER_ENTRY > rowsWorthDropping(store)) {
    await whenUnlocked(() => dropIndexes(store), lockWait);
  }
  const doneBefore = resumed ? countRun(store, writer.runId).results : 0;
  const warning = await diskWarning(request, sources, doneBefore);
  if (warning !== null) controls.observer.warn(warning);
  const share = 1 / (shard?.of ?? 1);
  const work = bytesTotal === null ? null : await filesOf(sources);
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
    limits,
    meter,
    atOnce: bytesTotal !== null && bytesTotal <= LITTLE_BYTES ? 1 : Infinity,
    openFeed(committer) {
      const corpora = new CorpusPieces(sources, request, controls);
      return new PieceFeed({
        writer,
        meter,
        committer,
        from: corpora,
        held,
        ...(reuse && { reuse }),
      });
    },
    entries: (allDone) => (allDone ? meter.entries : null),
    stateIfStopped: 'interrupted',
    discardIfEmpty: !resumed,
  };
}

/**
 * Whether a run may take over whole pieces: not if it is about a part of their entries, and not if
 * proofs are to be written: then each puzzle is looked at.
 */
export function mayHoldPieces({ shard, solver, study, limits }: RunRequest): boolean {
  const isOfAll = shard === null && study === undefined;
  return isOfAll && solver === undefined && limits.proveTo === undefined;
}

/** A source that need not be read: what the run has of it, itself or by earlier runs. */
interface TakenSource extends HeldSource {
  readonly rejects: number;
  /** What the run had before. */
  readonly skipped: number;
  readonly byStatus: ReadonlyMap<Status, number>;
}

/**
 * Tells what is known of a source whose pieces are known: if the run has each of them, or takes it
 * over, the file need not be read. Null if it is to be read.
 */
function takenOver(
  { store, request }: RunContext,
  { runId }: RunWriter,
  held: (pieceId: number) => HeldPiece | null,
): (source: NumberedSource) => TakenSource | null {
  const isOfAll = request.limit === null && request.shard === null;
  const piecesOf = wholeSource(store);
  const has = pieceState(store, runId);
  return ({ sourceId, sha256 }) => {
    const pieces = sha256 === null || !isOfAll ? null : piecesOf(sourceId);
    return pieces === null || pieces.length === 0 ? null : takenPieces(sourceId, pieces, has, held);
  };
}

function takenPieces(
  sourceId: number,
  pieces: readonly SourcePiece[],
  has: ReturnType<typeof pieceState>,
  held: (pieceId: number) => HeldPiece | null,
): TakenSource | null {
  const byStatus = new Map<Status, number>();
  const taken: HeldSource['pieces'][number][] = [];
  let [entries, rejects, skipped] = [0, 0, 0];
  const seen = new Set<number>();
  for (const piece of pieces) {
    const { pieceId } = piece;
    entries += piece.entries;
    const isThere = seen.has(pieceId) || has(pieceId) === 'complete';
    seen.add(pieceId);
    if (isThere) {
      skipped += piece.entries;
      continue;
    }
    const found = has(pieceId) === null ? held(pieceId) : null;
    if (found === null) return null;
    rejects += piece.rejects;
    taken.push({ pieceId, heldBy: found.heldBy });
    for (const [status, count] of found.byStatus) {
      byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    }
  }
  return { sourceId, pieces: taken, entries, rejects, skipped, byStatus };
}

function beginRun(writer: RunWriter, context: RunContext, plan: StartPlan | ResumePlan): void {
  if (plan.kind === 'resumed') {
    writer.resumeRun(plan.run.runId);
    return;
  }
  writer.startRun(newRun(context));
}

/** What is known about a new run. */
export function newRun({ request, controls }: Pick<RunContext, 'request' | 'controls'>): NewRun {
  return {
    name: request.name,
    // Parts that go together are solved by the same code, which their versions may not tell; so is
    // what is taken over.
    options: {
      ...storedOptions(request),
      ...(request.solver === undefined && { [SOLVER_OPTION]: solverVersion() }),
    },
    toolVersion: controls.toolVersion,
    nodeVersion: process.version,
    host: hostname(),
    cpu: cpus().at(0)?.model ?? 'unknown',
  };
}

/** Notes the sources of the run; returns each once, also if its content comes twice. */
function sourcesOnce(
  writer: RunWriter,
  known: readonly KnownSource[],
  { again }: RunRequest,
): NumberedSource[] {
  const called = known.map((source, i) => again?.paths[i] ?? source.path);
  const added = writer.addSources(known.map((source, i) => ({ ...source, path: called[i] })));
  return known.map((source, i) => ({ ...source, ...added[i] })).filter(({ repeated }) => !repeated);
}

/** What the meter estimates from. */
async function filesOf(sources: readonly NumberedSource[]): Promise<WorkFile[]> {
  const rates = await entriesPerByte(sources);
  return sources.map(({ bytes }, i) => ({ bytes: bytes ?? 0, entriesPerByte: rates[i] }));
}

function totalBytes(sources: readonly KnownSource[]): number | null {
  let total = 0;
  for (const { bytes } of sources) {
    if (bytes === null) return null;
    total += bytes;
  }
  return total;
}

/**
 * Which results of other runs a request takes over for the run `runId`, 0 if it has no number yet;
 * null if none.
 */
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

/** @throws StoreError if another database is to be asked that cannot be read. */
export function requireOtherDatabase({ reuse }: RunRequest): void {
  if (reuse?.from != null) openStore(reuse.from, { readonly: true }).close();
}

/**
 * Looks, before a run takes anything over, whether there is anything to take; if not, the observer
 * is told why.
 * @throws StoreError if another database that is to be asked cannot be read.
 */
export function prepareReuse(store: Store, wish: ReuseWish, observer: RunObserver): void {
  const found: AskedRuns[] = [askedRuns(store, wish, wish.runId)];
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
