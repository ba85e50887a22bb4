import { cpus, hostname } from 'node:os';
import type { CorpusBatch } from '../../corpus/reader/corpus-reader.js';
import { entriesPerByte } from '../../corpus/reader/entries-per-byte.js';
import { prepareReuse, reuseWish } from './prepare-reuse.js';
import { SOLVER_OPTION } from '../../record/reuse.js';
import { solverVersion } from '../pool/solver-version.js';
import { dropIndexes, rowsWorthDropping } from '../../store/open/indexes.js';
import { passedEntries } from '../../store/held/held-results.js';
import { donePrefix } from '../../store/stored-runs/done-ordinals.js';
import type { Store } from '../../store/open/open.js';
import { countRun, type NewRun } from '../../store/stored-runs/read-runs.js';
import { keepLeftOut } from '../../store/write/run-sources.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { RunMeter, type WorkFile } from '../request/run-meter.js';
import type { RunRequest } from '../request/run-request.js';
import { storedOptions } from '../request/stored-options.js';
import { CorpusFeed } from '../feed/corpus-feed.js';
import { readCorpora } from '../feed/read-corpora.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { KnownCorpora, KnownSource } from '../plan/known-sources.js';
import type { ResumePlan, StartPlan } from '../plan/plan-run.js';
import { diskWarning } from './disk-warning.js';
import type { RunContext, RunTask } from './run-task.js';
import { takeOver, type NumberedSource } from './take-over.js';

/** The fewest bytes that an entry of a corpus takes, about. */
const BYTES_PER_ENTRY = 50;

/**
 * A corpus of up to this many bytes is nearly always one batch: a second thread would start for
 * nothing.
 */
const ONE_BATCH_BYTES = 4096;

/** Begins a new run over corpora, or goes on with one. */
export async function corpusTask(
  context: RunContext,
  plan: StartPlan | ResumePlan,
  { sources: known, leftOut }: KnownCorpora,
): Promise<RunTask<CorpusBatch>> {
  const { store, request, controls, lockWait } = context;
  const { limits, threads, limit, shard } = request;
  const resumed = plan.kind === 'resumed';
  // Before the run begins: a misspelled database should not leave an empty run.
  const wish = reuseWish(request, resumed ? plan.run.runId : 0);
  if (wish !== null) prepareReuse(store, wish, controls.observer);
  const writer = new RunWriter(store);
  await whenUnlocked(() => beginRun(writer, context, plan), lockWait);
  if (leftOut !== null)
    await whenUnlocked(() => keepLeftOut(store, writer.runId, leftOut), lockWait);
  const all = await whenUnlocked(() => sourcesOnce(writer, known, request), lockWait);
  const taken = await takeOver(context, writer, all, wish, resumed);
  const { passed, counted, started, begun, reuse } = taken;
  const sources = all.filter(({ sourceId }) => !passed.has(sourceId));
  const bytesTotal = totalBytes(sources);
  if ((bytesTotal ?? 0) / (shard?.of ?? 1) / BYTES_PER_ENTRY > rowsWorthDropping(store)) {
    await whenUnlocked(() => dropIndexes(store), lockWait);
  }
  const doneBefore = resumed ? countRun(store, writer.runId).results : 0;
  const warning = await diskWarning(request, sources, doneBefore);
  if (warning !== null) controls.observer.warn(warning);
  const share = 1 / (shard?.of ?? 1);
  const files = bytesTotal === null ? null : await filesOf(sources);
  const passOver = sources.map((one) => {
    const start = started.get(one.sourceId) ?? 0;
    return resumed && shard === null ? doneOf(writer, store, one, start) : start;
  });
  const meter = new RunMeter({ files, total: null, limit, share });
  if (passed.size > 0) {
    meter.notePassed(passedEntries(store, writer.runId, passed, counted), resumed);
  }
  if (begun.size > 0) meter.noteStarted(passedEntries(store, writer.runId, begun));
  return {
    start: { runId: writer.runId, kind: plan.kind, sources: known, doneBefore, threads },
    writer,
    limits,
    meter,
    atOnce: bytesTotal !== null && bytesTotal <= ONE_BATCH_BYTES ? 1 : Infinity,
    openFeed(committer) {
      const reader = readCorpora(sources, request, passOver, controls);
      const isPart = shard !== null;
      const warn = (message: string): void => controls.observer.warn(message);
      const from = { reader, meter, sources, resumed, isPart, warn, ...(reuse && { reuse }) };
      return new CorpusFeed({ store, writer, ...from, committer });
    },
    entries: (allDone) => (allDone ? meter.entries : null),
    stateIfStopped: 'interrupted',
    discardIfEmpty: !resumed,
  };
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

/**
 * How many entries at the beginning of a source need not be looked at again: the `start` that
 * earlier runs have, and what the run is done with after it, as the file is still the same, byte by
 * byte. None of what can be read only once: it may have changed.
 */
function doneOf(
  { runId }: RunWriter,
  store: Store,
  { sourceId, sha256 }: NumberedSource,
  start: number,
): number {
  return sha256 === null ? 0 : donePrefix(store, runId, sourceId, start);
}

/** Notes the sources of the run; returns each once, also if its content comes twice. */
function sourcesOnce(
  writer: RunWriter,
  known: readonly KnownSource[],
  { again }: RunRequest,
): NumberedSource[] {
  const called = known.map((source, i) => again?.paths[i] ?? source.path);
  const added = writer.addSources(
    known.map((source, i) => ({ ...source, path: called[i], label: called[i] })),
  );
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
