import type { Store } from '../open/open.js';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';

/**
 * The entries of a source from `first` to `last` (included) that a run is done with, results and
 * rejects, in ascending order. They are read in ranges, in step with the reader, so that a resumed
 * run never holds a set of ids, whatever the size of its corpus.
 */
export function doneOrdinals(
  store: Store,
  runId: number,
  sourceId: number,
  first: number,
  last: number,
): number[] {
  const base = puzzleId(sourceId, 0);
  const end = Math.min(last, MAX_ENTRIES - 1);
  return store.db
    .prepare<number[], number>(
      `SELECT puzzle_id - ? AS ordinal FROM result_rows
         WHERE run_id = ? AND puzzle_id BETWEEN ? AND ?
       UNION ALL
       SELECT ordinal FROM rejects
         WHERE run_id = ? AND source_id = ? AND ordinal BETWEEN ? AND ?
       ORDER BY ordinal`,
    )
    .pluck()
    .all(base, runId, base + first, base + end, runId, sourceId, first, end);
}

/** How many ordinals are counted at once. */
const COUNTED = 8192;

/**
 * How many entries at the beginning of a source a run is done with, without a gap, each as a result
 * or a reject; fewer than a few thousand too few. Those before `start` are of other sources.
 */
export function donePrefix(store: Store, runId: number, sourceId: number, start = 0): number {
  const results = store.db
    .prepare<number[], number>(
      'SELECT count(*) FROM result_rows WHERE run_id = ? AND puzzle_id BETWEEN ? AND ?',
    )
    .pluck();
  const rejects = store.db
    .prepare<number[], number>(
      'SELECT count(*) FROM rejects WHERE run_id = ? AND source_id = ? AND ordinal BETWEEN ? AND ?',
    )
    .pluck();
  for (let first = start; ; first += COUNTED) {
    const last = first + COUNTED - 1;
    const ids = [puzzleId(sourceId, first), puzzleId(sourceId, last)];
    const done = results.get(runId, ...ids)! + rejects.get(runId, sourceId, first, last)!;
    if (done < COUNTED) return first;
  }
}
