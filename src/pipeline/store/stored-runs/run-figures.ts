import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';

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
    .prepare<[Readonly<Record<'runId' | 'sourceId' | 'puzzles', number>>], PointCount>(
      `SELECT count(*) AS puzzles, count(*) FILTER (WHERE status = 'unique') AS "unique",
         count(*) FILTER (WHERE status = 'unique' AND technique = 'line') AS line
       FROM source_pieces s CROSS JOIN result_rows r ON r.puzzle_id >= s.piece_id * ${PIECE_ENTRIES}
         AND r.puzzle_id < s.piece_id * ${PIECE_ENTRIES} + min(${PIECE_ENTRIES}, @puzzles - s.first_entry)
       WHERE s.source_id = @sourceId AND s.first_entry < @puzzles AND r.run_id = @runId`,
    )
    .get({ runId, sourceId, puzzles })!;
}
