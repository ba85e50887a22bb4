import type { RunProgress, RunStart } from '../../runs/request/run-observer.js';
import type { LogEvent } from '../terminal/log-form.js';
import type { RunEnd } from './end-of-run.js';

// What programs that read the log of a run are told of it. The fields, which
// docs/pipeline/monitoring.md lists, are a contract.

export function startEvent(start: RunStart): LogEvent {
  const { runId, kind, sources, doneBefore, threads } = start;
  const bytes = bytesOf(start);
  return { event: 'start', run: runId, kind, sources: sources.length, bytes, doneBefore, threads };
}

/** Bytes of all sources together; null if not all of them are known. */
export function bytesOf({ sources }: RunStart): number | null {
  return sources.some(({ bytes }) => bytes === null)
    ? null
    : sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** `runId` is null if nothing is written, as in a dry run. */
export function progressEvent(runId: number | null, progress: RunProgress): LogEvent {
  const { done, total, isEstimate, perSecond, leftMs, elapsedMs, round } = progress;
  const { solved, reused, rejects, byStatus } = progress;
  return {
    event: 'progress',
    run: runId,
    done,
    total,
    isEstimate,
    perSecond,
    leftMs,
    elapsedMs,
    solved,
    reused,
    rejects,
    byStatus,
    round: round?.round ?? null,
  };
}

export function endEvent({ failedGates, ...end }: RunEnd, exit: number): LogEvent {
  const gates = failedGates === null ? null : failedGates.length === 0 ? 'PASS' : 'FAIL';
  return { event: 'end', ...end, gates, failedGates: failedGates ?? [], exit };
}
