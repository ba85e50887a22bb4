import type { AskedOfPuzzles, ChangedRows, ReuseWish } from '../../record/reuse.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/trace.js';
import { keepSums, storedSum } from '../../store/held/held-results.js';
import { rowsOfSource } from '../../store/held/rows-sum.js';
import { countsKeeper } from '../../store/held/source-counts.js';
import type { Store } from '../../store/open/open.js';
import { StoreError } from '../../store/open/store-error.js';
import { isSourceSound } from '../../store/queries/damaged-rows.js';
import { countRejects } from '../../store/rows/rejects.js';
import { askedRuns, type AskedRun } from './asked-runs.js';
import {
  heldFiles,
  type FilesInParts,
  type PassedFile,
  type PassedSource,
} from '../../store/stored-runs/file-beginnings.js';

/** What a run need not read. */
export interface PassedOver {
  readonly passed: readonly PassedFile[];
  /** What cannot be passed over, as somebody has changed the rows. */
  readonly changed: readonly ChangedRows[];
}

/**
 * Which of some sources a run passes over whole: those of which an earlier run that asked the same
 * of a solver with equal results has every result, and nobody has changed one since. That is told
 * by the sum that was stored with the rows; without one, each row is checked by the code that
 * shares nothing with the solver, which takes ten times as long, and the sum is stored. Who is
 * stopped meanwhile passes over what was looked at. Files in parts are noted
 * in `inParts`.
 */
export async function sourcesToPassOver(
  store: Store,
  wish: ReuseWish,
  sourceIds: readonly number[],
  inParts: FilesInParts,
  isStopped: () => boolean = () => false,
): Promise<PassedOver> {
  const wanted = new Set(sourceIds);
  const passed: PassedFile[] = [];
  const changed: ChangedRows[] = [];
  const stateOf = rowStates(store);
  for (const run of runsAskedTheSame(store, wish)) {
    for (const { entries, ...former } of heldFiles(store, run)) {
      if (entries === null || isStopped() || !wanted.delete(former.sourceId)) continue;
      const file = { ...former, entries };
      const sound = await soundSources([...file.beginnings, file], stateOf, changed);
      if (sound > file.beginnings.length && inParts.take(file)) passed.push(file);
    }
  }
  trace('run', () => `passes over ${numberOf(passed.length, 'file')}, which an earlier run has`);
  return { passed, changed };
}

/** The runs that are over and have answered what is asked now, the latest first. */
export function runsAskedTheSame(store: Store, wish: ReuseWish): readonly number[] {
  return askedRuns(store, wish, wish.runId)
    .runs.filter(({ then, isWhole }) => isWhole && asksTheSame(then, wish.asked))
    .map(({ runId }) => runId);
}

/**
 * How many of some sources, one after the other, are as runs have written them; what somebody has
 * changed is noted in `changed`.
 */
export async function soundSources(
  sources: readonly PassedSource[],
  stateOf: ReturnType<typeof rowStates>,
  changed: ChangedRows[],
): Promise<number> {
  for (const [i, source] of sources.entries()) {
    const state = await stateOf(source);
    const { heldBy: runId, sourceId } = source;
    if (state === 'changed') changed.push({ runId, sourceId });
    if (state !== 'whole') return i;
  }
  return sources.length;
}

/**
 * What the rows of a source are: all of it as the run has written it, or changed by somebody since;
 * `unsure` if something is missing, or went wrong.
 */
export type RowState = 'whole' | 'changed' | 'unsure';

/** Looks at the rows of sources: see `sourcesToPassOver`. */
export function rowStates(store: Store): (source: PassedSource) => Promise<RowState> {
  const rowsOf = rowsOfSource(store);
  const countsOf = countsKeeper(store);
  return async ({ sourceId, heldBy, from, entries }) => {
    const { count, sum, wentWrong } = await rowsOf(heldBy, sourceId);
    const stored = storedSum(store, heldBy, sourceId);
    if (stored !== null && stored !== sum) return 'changed';
    if (wentWrong || count + countRejects(store, from, sourceId) !== entries) return 'unsure';
    if (stored !== null) return 'whole';
    if (!(await isSourceSound(store, heldBy, sourceId))) return 'unsure';
    try {
      const counts = countsOf(heldBy, sourceId, sum);
      keepSums(store, heldBy, new Map([[sourceId, { sum, counts }]]));
    } catch (error) {
      // Then the next night looks at each row again.
      if (!(error instanceof StoreError)) throw error;
    }
    return 'whole';
  };
}

/** Whether a run was asked what is asked now, under the same limits, and tried nothing again. */
function asksTheSame(then: AskedRun['then'], now: AskedOfPuzzles): boolean {
  if (then.isRetried) return false;
  const names = Object.keys(now) as (keyof AskedOfPuzzles)[];
  // What was not asked is stored in several ways.
  const said = (value: unknown): string => JSON.stringify(value === false ? null : (value ?? null));
  return names.every((name) => said(then[name]) === said(now[name]));
}
