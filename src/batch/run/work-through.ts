import { cpus, hostname } from 'node:os';
import { ReadingThread } from '../../corpus/thread/reading-thread.js';
import type { Pool } from '../../pool/pool.js';
import { DEFAULT_LIMITS } from '../../puzzle/validate.js';
import { dropIndexes, makeIndexes, rowsWorthDropping } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { countRun } from '../../store/queries/runs.js';
import type { Beginning } from './decide-run.js';
import { diskWarning } from './disk-space.js';
import { endRunIfPossible, isDiskError } from './end-run.js';
import type { KnownSource } from './known-sources.js';
import { STANDARD_INPUT } from '../../corpus/sources/source.js';
import { RunMeter } from '../contract/run-meter.js';
import type { RunObserver } from '../contract/run-observer.js';
import type { EntryProof, RunOutcome } from '../contract/run-outcome.js';
import { proofOf, requireProof } from './run-proof.js';
import type { RunControls, RunRequest } from '../contract/run-request.js';
import { solveCorpus } from '../feed/solve-corpus.js';
import { storedOptions } from '../contract/stored-options.js';
import { whileReporting } from './while-reporting.js';

/** The fewest bytes that an entry of a corpus takes, about. */
const BYTES_PER_ENTRY = 50;

/** What is to be worked through, and on which pool. */
export interface WorkPlan {
  readonly known: readonly KnownSource[];
  readonly decision: Beginning;
  readonly makePool: (request: RunRequest) => Pool;
}

/** Solves what a new run, or one that is resumed, has to solve, and ends it. */
export async function workThrough(
  store: Store,
  request: RunRequest,
  controls: RunControls,
  { known, decision, makePool }: WorkPlan,
): Promise<RunOutcome> {
  const { observer, stop } = controls;
  const { threads, limits } = request;
  const writer = new RunWriter(store);
  const runId = beginRun(writer, request, controls, decision);
  const sources = readSources(writer, known);
  const warning = diskWarning(request.db, sources, request.limit);
  if (warning !== null) observer.warn(warning);
  const bytesTotal = totalBytes(sources);
  if ((bytesTotal ?? 0) / BYTES_PER_ENTRY > rowsWorthDropping(store)) dropIndexes(store);
  observer.started({
    runId,
    kind: decision.kind,
    sources,
    doneBefore: decision.kind === 'resumed' ? countRun(store, runId).results : 0,
    threads,
  });

  const meter = new RunMeter({ bytesTotal, total: null });
  const pool = makePool(request);
  const { ignoreStart, limit } = request;
  const reader = new ReadingThread(
    sources.map(({ path, format }) => ({ path, format: format === 'detected' ? null : format })),
    { ignoreStart, limit, maxSide: DEFAULT_LIMITS.maxSide },
  );
  const resumed = decision.kind === 'resumed';
  const began = performance.now();
  let diskFull = false;
  try {
    await whileReporting(request, controls, meter, () =>
      solveCorpus({ store, writer, reader, pool, limits, sources, resumed, meter, stop }),
    );
  } catch (error) {
    if (!isDiskError(error)) {
      // A new run that failed before its first entry is no run to go on with.
      if (resumed || !writer.discardEmptyRun()) endRunIfPossible(writer, 'interrupted');
      throw error;
    }
    endRunIfPossible(writer, 'interrupted');
    observer.warn(error.message);
    diskFull = true;
  }
  const wallMs = performance.now() - began;
  const complete = meter.allDone && !diskFull;
  const proof = proofOf(store, runId, complete ? meter.entries : null);
  if (complete) endComplete(store, writer, proof, observer);
  else if (!diskFull) writer.finishRun('interrupted');
  return {
    runId,
    kind: decision.kind,
    state: complete ? 'complete' : 'interrupted',
    stoppedBy: complete ? null : diskFull ? 'disk-full' : stop.reason,
    resumable: !complete && !request.corpora.includes(STANDARD_INPUT),
    solved: meter.solved,
    proof,
    wallMs,
  };
}

/** @throws RunError where the proof does not hold; the run is `interrupted` then. */
function endComplete(
  store: Store,
  writer: RunWriter,
  proof: EntryProof,
  observer: RunObserver,
): void {
  if (proof.holds === false) endRunIfPossible(writer, 'interrupted');
  requireProof(writer.runId, proof);
  writer.finishRun('complete');
  try {
    makeIndexes(store);
  } catch (error) {
    if (!isDiskError(error)) throw error;
    observer.warn(`The run is complete, but there is no room for its indexes: ${error.message}`);
  }
}

function beginRun(
  writer: RunWriter,
  request: RunRequest,
  { toolVersion }: RunControls,
  decision: Beginning,
): number {
  if (decision.kind === 'resumed') return writer.resumeRun(decision.run.runId);
  return writer.startRun({
    name: request.name,
    options: storedOptions(request),
    toolVersion,
    nodeVersion: process.version,
    host: hostname(),
    cpu: cpus().at(0)?.model ?? 'unknown',
  });
}

interface ReadSource extends KnownSource {
  readonly sourceId: number;
}

/** Notes the sources of the run, and gives those to read: content that comes twice is read once. */
function readSources(writer: RunWriter, known: readonly KnownSource[]): ReadSource[] {
  const sources: ReadSource[] = [];
  for (const source of known) {
    const { sourceId, repeated } = writer.addSource({ ...source, label: source.path });
    if (!repeated) sources.push({ ...source, sourceId });
  }
  return sources;
}

function totalBytes(sources: readonly KnownSource[]): number | null {
  let total = 0;
  for (const { bytes } of sources) {
    if (bytes === null) return null;
    total += bytes;
  }
  return total;
}
