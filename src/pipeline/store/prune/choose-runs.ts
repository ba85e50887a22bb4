import { WORSE, isLost, gatesOf } from '../../record/outcome.js';
import { Nights, acceptedPuzzles, isOfAll } from '../changes/nights.js';
import type { Store } from '../open/open.js';
import { listRuns, type Run } from '../stored-runs/read-runs.js';
import { allSeries } from '../stored-runs/run-series.js';

/** Which runs are to go. */
export type PruneRequest =
  /**
   * All but the latest of each series; the runs that began before a time; or, with both, what is
   * neither kept nor new.
   */
  | { readonly keep: number | null; readonly before: string | null }
  /** These, by their numbers. */
  | { readonly runIds: readonly number[] };

/** Runs that go, and runs that stay although they were meant, with the reason. */
export interface ChosenRuns {
  readonly runs: readonly Run[];
  readonly kept: readonly { readonly run: Run; readonly why: string }[];
  /** Numbers that no run has. */
  readonly unknown: readonly number[];
}

/**
 * Chooses runs to remove, the earliest first. The run that is under way stays, and so does the last
 * one of each series, as nights are compared with it, unless it is named by its number.
 */
export function chooseRuns(store: Store, request: PruneRequest): ChosenRuns {
  const all = listRuns(store).reverse();
  const isUnderWay = ({ state }: Run): boolean =>
    state === 'running' && store.isWritten() && store.readonly;
  if ('runIds' in request) {
    const wanted = new Set(request.runIds);
    const named = all.filter(({ runId }) => wanted.has(runId));
    return {
      runs: named.filter((run) => !isUnderWay(run)),
      kept: named.filter(isUnderWay).map((run) => ({ run, why: 'it is under way' })),
      unknown: [...wanted].filter((id) => !all.some(({ runId }) => runId === id)),
    };
  }
  const { keep, before } = request;
  const latest = new Set<number>();
  const last = new Set<number>();
  /** Runs that gates need, with the reason. */
  const needed = new Map<number, string>();
  const nights = new Nights(store);
  for (const { runs } of allSeries(store)) {
    for (const { runId } of keep === null ? [] : runs.slice(-keep)) latest.add(runId);
    const complete = runs.filter(({ state }) => state === 'complete');
    const latestOne = complete.at(-1) ?? runs.at(-1);
    // The next night is compared with the last one over all of the corpora.
    const reference = complete.findLast(isOfAll) ?? latestOne;
    if (reference === undefined || latestOne === undefined) continue;
    last.add(latestOne.runId).add(reference.runId);
    const accepted = runs.findLast(({ acceptedAt }) => acceptedAt !== null);
    if (accepted !== undefined) needed.set(accepted.runId, 'it was accepted (--accept)');
    for (const { runId } of runs) {
      if (runId > (accepted?.runId ?? 0) && acceptedPuzzles(store, runId).length > 0)
        needed.set(runId, 'puzzles of it were accepted (--accept)');
    }
    // Without the run in which a puzzle was better, the gate would hold again by itself.
    if (!gatesOf(reference.options).require.includes('no-worse')) continue;
    const { list = [], files = [] } = nights.of(reference).changes ?? {};
    const worse = list.filter(({ kind }) => WORSE.includes(kind));
    const better = worse.map(({ before: best }) => best!.unit.runId);
    for (const runId of [...better, ...files.filter(isLost).map(({ best }) => best)])
      needed.set(runId, 'a puzzle was better in it than it is now (--require no-worse)');
  }
  const meant = all.filter(
    ({ runId, startedAt }) =>
      (keep === null || !latest.has(runId)) && (before === null || startedAt < before),
  );
  const why = (run: Run): string | null => {
    if (isUnderWay(run)) return 'it is under way';
    if (last.has(run.runId)) return 'it is the last complete one of its name or corpora';
    return needed.get(run.runId) ?? null;
  };
  const runs: Run[] = [];
  const kept: { run: Run; why: string }[] = [];
  for (const run of meant) {
    const reason = why(run);
    if (reason === null) runs.push(run);
    else kept.push({ run, why: reason });
  }
  return { runs, kept, unknown: [] };
}
