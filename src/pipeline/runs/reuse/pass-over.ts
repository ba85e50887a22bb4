import type { AskedOfPuzzles, ChangedRows, ReuseWish } from '../../record/reuse.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/trace.js';
import { keepSum, storedSum, type PassedSource } from '../../store/held/held-results.js';
import { rowsOfSource } from '../../store/held/rows-sum.js';
import type { Store } from '../../store/open/open.js';
import { isSourceSound } from '../../store/queries/damaged-rows.js';
import { countRejects } from '../../store/rows/rejects.js';
import { askedRuns, type AskedRun } from './asked-runs.js';

/** A source of a run, and where an earlier run has its results. */
interface Former {
  readonly sourceId: number;
  readonly heldBy: number;
  readonly entries: number | null;
}

/** What a run need not read. */
export interface PassedOver {
  readonly passed: readonly PassedSource[];
  /** What cannot be passed over, as somebody has changed the rows. */
  readonly changed: readonly ChangedRows[];
}

/**
 * Which of some sources a run passes over whole: those of which an earlier run that asked the same
 * of a solver with equal results has every result, and nobody has changed one since. That is told
 * by the sum that was stored with the rows; without one, each row is checked by the code that
 * shares nothing with the solver, which takes ten times as long, and the sum is stored.
 */
export function sourcesToPassOver(
  store: Store,
  wish: ReuseWish,
  sourceIds: readonly number[],
): PassedOver {
  const wanted = new Set(sourceIds);
  const passed: PassedSource[] = [];
  const changed: ChangedRows[] = [];
  const rowsOf = rowsOfSource(store);
  for (const { runId, then, isWhole } of askedRuns(store, wish, wish.runId).runs) {
    if (!isWhole || !asksTheSame(then, wish.asked)) continue;
    for (const { sourceId, heldBy, entries } of formerSources(store, runId)) {
      if (entries === null || !wanted.delete(sourceId)) continue;
      const rows = rowsOf(heldBy, sourceId);
      const rejects = countRejects(store, runId, sourceId);
      const sum = storedSum(store, heldBy, sourceId);
      if (sum !== null && sum !== rows.sum) {
        changed.push({ runId: heldBy, sourceId });
        continue;
      }
      if (rows.wentWrong || rows.count + rejects !== entries) continue;
      if (sum === null && !isSourceSound(store, heldBy, sourceId)) continue;
      if (sum === null) keepSum(store, heldBy, sourceId, rows.sum);
      passed.push({ sourceId, heldBy, from: runId, entries });
    }
  }
  trace('run', () => `passes over ${numberOf(passed.length, 'file')}, which an earlier run has`);
  return { passed, changed };
}

/** The sources of a run, and whose rows their results are. */
function formerSources({ db }: Store, runId: number): readonly Former[] {
  return db
    .prepare<[number], Former>(
      `SELECT source_id AS sourceId, held_by AS heldBy, (SELECT max(s.entries) FROM run_sources s
         WHERE s.run_id = h.run_id AND s.source_id = h.source_id) AS entries
       FROM held_results h WHERE run_id = ?`,
    )
    .all(runId);
}

/** Whether a run was asked what is asked now, under the same limits, and nothing was tried again. */
function asksTheSame(then: AskedRun['then'], now: AskedOfPuzzles): boolean {
  if (then.isRetried) return false;
  const names = Object.keys(now) as (keyof AskedOfPuzzles)[];
  // What was not asked is stored in several ways.
  const said = (value: unknown): string => JSON.stringify(value === false ? null : (value ?? null));
  return names.every((name) => said(then[name]) === said(now[name]));
}
