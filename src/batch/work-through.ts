import { cpus, hostname } from 'node:os';
import { ReadingThread } from '../corpus/reading-thread.js';
import { LocalPool } from '../pool/local-pool.js';
import { DEFAULT_LIMITS } from '../puzzle/validate.js';
import { StoreError } from '../store/errors.js';
import { dropIndexes, makeIndexes, rowsWorthDropping } from '../store/indexes.js';
import type { Store } from '../store/open.js';
import { RunWriter } from '../store/run-writer.js';
import { countRun } from '../store/runs.js';
import type { Beginning } from './decide-run.js';
import { diskWarning } from './disk-space.js';
import type { KnownSource } from './known-sources.js';
import { resumeCommand } from './resume-command.js';
import { RunMeter } from './run-meter.js';
import type { RunOutcome } from './run-outcome.js';
import { proofOf, requireProof } from './run-proof.js';
import type { RunControls, RunRequest } from './run-request.js';
import { solveCorpus } from './solve-corpus.js';
import { storedOptions } from './stored-options.js';
import { whileReporting } from './while-reporting.js';

/** The fewest bytes that an entry of a corpus takes, about. */
const BYTES_PER_ENTRY = 50;

/** Solves what a new run, or one that is resumed, has to solve, and ends it. */
export async function workThrough(
  store: Store,
  request: RunRequest,
  controls: RunControls,
  known: readonly KnownSource[],
  decision: Beginning,
): Promise<RunOutcome> {
  const { observer, stop } = controls;
  const { threads, memoryMiB, limits } = request;
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
  const pool = new LocalPool({ threads, memoryMiB });
  const { ignoreStart, limit } = request;
  const reader = new ReadingThread(
    sources.map(({ path, format }) => ({ path, format: format === 'detected' ? null : format })),
    { ignoreStart, limit, maxSide: DEFAULT_LIMITS.maxSide },
  );
  const resumed = decision.kind === 'resumed';
  const began = performance.now();
  try {
    await whileReporting(request, controls, meter, () =>
      solveCorpus({ store, writer, reader, pool, limits, sources, resumed, meter, stop }),
    );
  } catch (error) {
    endInterrupted(writer);
    if (!(error instanceof StoreError) || error.kind !== 'disk') throw error;
    observer.warn(error.message);
    stop.request('disk-full');
  }
  const wallMs = performance.now() - began;
  const complete = meter.allDone && stop.reason !== 'disk-full';
  const proof = proofOf(store, runId, complete ? meter.entries : null);
  if (complete) {
    if (proof.holds === false) endInterrupted(writer);
    requireProof(runId, proof);
    makeIndexes(store);
    writer.finishRun('complete');
  } else if (stop.reason !== 'disk-full') {
    writer.finishRun('interrupted');
  }
  return {
    runId,
    kind: decision.kind,
    state: complete ? 'complete' : 'interrupted',
    stoppedBy: complete ? null : stop.reason,
    goOn: complete ? null : resumeCommand(request),
    solved: meter.solved,
    proof,
    wallMs,
  };
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

/** Where even this cannot be written, the run is left as a kill would leave it. */
function endInterrupted(writer: RunWriter): void {
  try {
    writer.finishRun('interrupted');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
