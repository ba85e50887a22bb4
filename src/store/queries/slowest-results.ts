import type { Store } from '../open/open.js';

/** A puzzle with a verdict, and the time that it took. */
export interface TimedResult {
  readonly puzzleId: number;
  readonly solveMs: number;
}

/** The slowest puzzles of a run that have a verdict, the slowest first. */
export function slowestResults(store: Store, runId: number, count: number): TimedResult[] {
  return store.db
    .prepare<[number, number], TimedResult>(
      `SELECT puzzle_id AS puzzleId, solve_ms AS solveMs FROM results
       WHERE run_id = ? AND status IN ('unique', 'multiple', 'contradiction')
       ORDER BY solve_ms DESC, puzzle_id LIMIT ?`,
    )
    .all(runId, count);
}
