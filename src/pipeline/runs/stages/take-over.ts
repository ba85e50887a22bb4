import type { ChangedRows, ReuseWish } from '../../record/reuse.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { passedSources, untouchedSources } from '../../store/held/held-results.js';
import { countSources } from '../../store/held/source-counts.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { KnownSource } from '../plan/known-sources.js';
import type { RunRequest } from '../request/run-request.js';
import { grownSources } from '../reuse/grown-files.js';
import { sourcesToPassOver } from '../reuse/pass-over.js';
import type { RunContext } from './run-task.js';

/** A source of a run that has a number. */
export interface NumberedSource extends KnownSource {
  readonly sourceId: number;
}

/** What a run has of its sources before it reads any. */
export interface TakenOver {
  /** The sources that are passed over whole. */
  readonly passed: ReadonlySet<number>;
  /** How many results of each status these have; null if not all of them were counted. */
  readonly counted: ReadonlyMap<Status, number> | null;
  /** How many entries at the beginning of others are there, as an earlier run had them. */
  readonly started: ReadonlyMap<number, number>;
  /** What is asked of each puzzle that is read; null if nothing is to be taken over. */
  readonly reuse: ReuseWish | null;
}

/**
 * Takes over, with `--reuse`, what need not be read: files of the same bytes as an earlier run's
 * are passed over, and of files that only grew the results of what they begin with are copied. A
 * run that goes on looks at those that it had not begun.
 */
export async function takeOver(
  { store, request, controls, lockWait }: RunContext,
  writer: RunWriter,
  sources: readonly NumberedSource[],
  wish: ReuseWish | null,
  resumed: boolean,
): Promise<TakenOver> {
  const asked = wish && { ...wish, runId: writer.runId };
  const before = resumed ? passedSources(store, writer.runId) : new Set<number>();
  if (asked === null || !mayPassOver(request)) {
    return { passed: before, counted: null, started: new Map(), reuse: asked };
  }
  const untouched = untouchedSources(store, writer.runId);
  const left = sources.filter(({ sourceId }) => untouched.has(sourceId));
  const ids = left.map(({ sourceId }) => sourceId);
  controls.observer.beforehand?.stage('looking at what earlier runs found');
  const isStopped = (): boolean => controls.stop.reason !== null;
  const { passed, changed } = await sourcesToPassOver(store, asked, ids, isStopped);
  const counted = countSources(store, passed);
  if (passed.length > 0) await whenUnlocked(() => writer.passOver(passed, counted), lockWait);
  const isPassed = new Set([...before, ...passed.map(({ sourceId }) => sourceId)]);
  const others = left.filter(({ sourceId }) => !isPassed.has(sourceId));
  const { grown, changed: changedStarts } = await grownSources(store, asked, others);
  const started = new Map<number, number>();
  for (const { sourceId, before: start } of grown) {
    for (const copy of writer.copyStart(sourceId, start)) await whenUnlocked(copy, lockWait);
    started.set(sourceId, start.entries);
  }
  const changedRows = [...changed, ...changedStarts];
  if (changedRows.length > 0) controls.observer.warn(changedText(changedRows));
  return {
    passed: isPassed,
    counted: before.size > 0 ? null : counted.tally.byStatus,
    started,
    reuse: { ...asked, changed: changedRows },
  };
}

/**
 * Whether a run may pass files over: not if it is about a part of the entries, and not if
 * proofs are to be written: then each puzzle is looked at.
 */
export function mayPassOver({ limit, shard, solver, study, limits }: RunRequest): boolean {
  const isOfAll = limit === null && shard === null && study === undefined;
  return isOfAll && solver === undefined && limits.proveTo === undefined;
}

function changedText(changed: readonly ChangedRows[]): string {
  const runs = [...new Set(changed.map(({ runId }) => runId))].sort((a, b) => a - b);
  return (
    `What run ${runs.join(', ')} found of ${numberOf(changed.length, 'file')} is not what it had ` +
    'written: somebody has changed the database. These puzzles are solved again.'
  );
}
