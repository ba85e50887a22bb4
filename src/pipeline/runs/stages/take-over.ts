import type { ChangedRows, ReuseWish } from '../../record/reuse.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { untouchedSources } from '../../store/held/held-results.js';
import { countSources } from '../../store/held/source-counts.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { KnownSource } from '../plan/known-sources.js';
import type { RunRequest } from '../request/run-request.js';
import { grownFiles } from '../reuse/grown-files.js';
import { sourcesToPassOver } from '../reuse/pass-over.js';
import type { RunContext } from './run-task.js';
import {
  FilesInParts,
  givenSources,
  heldFiles,
  entriesIn,
  type PassedSource,
} from '../../store/stored-runs/file-beginnings.js';

/** A source of a run that has a number. */
export interface NumberedSource extends KnownSource {
  readonly sourceId: number;
}

/** What a run has of its sources before it reads any. */
export interface TakenOver {
  /** The files that are passed over whole, and what these began with. */
  readonly passed: ReadonlySet<number>;
  /** How many results of each status these have; null if not all of them were counted. */
  readonly counted: ReadonlyMap<Status, number> | null;
  /** How many entries at the beginning of others are there, as earlier runs have them. */
  readonly started: ReadonlyMap<number, number>;
  /** The sources of those beginnings that it has only now taken over. */
  readonly begun: ReadonlySet<number>;
  /** What is asked of each puzzle that is read; null if nothing is to be taken over. */
  readonly reuse: ReuseWish | null;
}

/**
 * Takes over, with `--reuse`, what need not be read: files of the same bytes as an earlier run's,
 * and what files that only grew begin with. A run that goes on looks at those that it had not
 * begun.
 */
export async function takeOver(
  { store, request, controls, lockWait }: RunContext,
  writer: RunWriter,
  sources: readonly NumberedSource[],
  wish: ReuseWish | null,
  resumed: boolean,
): Promise<TakenOver> {
  const { runId } = writer;
  const asked = wish && { ...wish, runId };
  const files = resumed ? heldFiles(store, runId) : [];
  const before = files.filter(({ heldBy }) => heldBy !== runId);
  const started = new Map(
    files
      .filter(({ heldBy, beginnings }) => heldBy === runId && beginnings.length > 0)
      .map(({ sourceId, beginnings }) => [sourceId, entriesIn(beginnings)]),
  );
  const passedBefore = idsOf(before.flatMap((file) => [file, ...file.beginnings]));
  if (asked === null || !mayPassOver(request)) {
    return { passed: passedBefore, counted: null, started, begun: new Set(), reuse: asked };
  }
  const untouched = untouchedSources(store, runId);
  const left = sources.filter(({ sourceId }) => untouched.has(sourceId) && !started.has(sourceId));
  const ids = left.map(({ sourceId }) => sourceId);
  const inParts = new FilesInParts(givenSources(store, runId), files);
  controls.observer.beforehand?.stage('looking at what earlier runs found');
  const isStopped = (): boolean => controls.stop.reason !== null;
  const { passed, changed } = await sourcesToPassOver(store, asked, ids, inParts, isStopped);
  const isPassed = idsOf(passed);
  const others = left.filter(({ sourceId }) => !isPassed.has(sourceId));
  const { grown, changed: changedStarts } = await grownFiles(
    store,
    asked,
    others,
    inParts,
    isStopped,
  );
  const whole = passed.flatMap((file) => [file, ...file.beginnings]);
  const begun = grown.flatMap(({ beginnings }) => beginnings);
  const [counted, countedStarts] = [whole, begun].map((held) => countSources(store, held));
  if (whole.length + begun.length > 0) {
    const held = { passed, started: grown };
    await whenUnlocked(() => writer.passOver(held, [counted, countedStarts]), lockWait);
  }
  for (const { sourceId, beginnings } of grown) started.set(sourceId, entriesIn(beginnings));
  const changedRows = eachOnce([...changed, ...changedStarts]);
  if (changedRows.length > 0) controls.observer.warn(changedText(changedRows));
  return {
    passed: new Set([...passedBefore, ...idsOf(whole)]),
    counted: before.length > 0 ? null : counted.tally.byStatus,
    started,
    begun: idsOf(begun),
    reuse: { ...asked, changed: changedRows },
  };
}

function idsOf(sources: readonly Pick<PassedSource, 'sourceId'>[]): Set<number> {
  return new Set(sources.map(({ sourceId }) => sourceId));
}

/**
 * Whether a run may pass files over: not if it is about a part of the entries, and not if
 * proofs are to be written: then each puzzle is looked at.
 */
export function mayPassOver({ limit, shard, solver, study, limits }: RunRequest): boolean {
  const isOfAll = limit === null && shard === null && study === undefined;
  return isOfAll && solver === undefined && limits.proveTo === undefined;
}

/** The same file may have been looked at as a whole, and for what it begins with. */
export function eachOnce(changed: readonly ChangedRows[]): ChangedRows[] {
  return [...new Map(changed.map((one) => [`${one.runId} ${one.sourceId}`, one])).values()];
}

function changedText(changed: readonly ChangedRows[]): string {
  const runs = [...new Set(changed.map(({ runId }) => runId))].sort((a, b) => a - b);
  return (
    `What run ${runs.join(', ')} found of ${numberOf(changed.length, 'file')} is not what it had ` +
    'written: somebody has changed the database. These puzzles are solved again.'
  );
}
