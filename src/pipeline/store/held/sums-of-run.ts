import type { Store } from '../open/open.js';
import type { SourceSum } from './held-results.js';
import { rowsOfSource } from './rows-sum.js';
import { countsKeeper } from './source-counts.js';

/**
 * What the rows are of each source that a run has written, and of which that is not stored yet: a
 * later run that passes it over finds by this whether somebody has changed them.
 */
export async function sumsOf(store: Store, runId: number): Promise<ReadonlyMap<number, SourceSum>> {
  const own = store.db
    .prepare<[number], number>(
      'SELECT source_id FROM held_results WHERE run_id = ? AND held_by = run_id AND rows_sum IS NULL',
    )
    .pluck()
    .all(runId);
  const rowsOf = rowsOfSource(store);
  const countsOf = countsKeeper(store);
  const sums = new Map<number, SourceSum>();
  for (const sourceId of own) {
    const { sum } = await rowsOf(runId, sourceId);
    sums.set(sourceId, { sum, counts: countsOf(runId, sourceId, sum) });
  }
  return sums;
}
