import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';

/** How many results of each status a run has so far. */
export type RunTally = Readonly<Partial<Record<Status, number>>>;

/** Counts the results of a run by their status: 0.1 s for a million. */
export function tallyRun(store: Store, runId: number): RunTally {
  const rows = store.db
    .prepare<[number], [Status, number]>(
      'SELECT status, count(*) FROM results WHERE run_id = ? GROUP BY status',
    )
    .raw()
    .all(runId);
  return Object.fromEntries(rows);
}

/** How many puzzles were drawn for a point, and what was found of them. */
export interface PointCount {
  readonly puzzles: number;
  readonly unique: number;
  /** Those of them that lines alone solve. */
  readonly line: number;
}

/** Counts the results of a run among the first `puzzles` entries of a source. */
export function countPoint(
  { db }: Store,
  runId: number,
  sourceId: number,
  puzzles: number,
): PointCount {
  return db
    .prepare<number[], PointCount>(
      `SELECT count(*) AS puzzles, count(*) FILTER (WHERE status = 'unique') AS "unique",
         count(*) FILTER (WHERE status = 'unique' AND technique = 'line') AS line
       FROM result_rows WHERE run_id = ? AND puzzle_id >= ? AND puzzle_id < ?`,
    )
    .get(runId, puzzleId(sourceId, 0), puzzleId(sourceId, puzzles))!;
}
