import type { Status } from '../../result/outcome.js';
import type { Store } from '../open/open.js';

/** How many results of each status a run has so far. */
export interface RunTally {
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  /** The last row that was counted: the next tally goes on after it. */
  readonly lastRow: number;
}

export const EMPTY_TALLY: RunTally = { byStatus: {}, lastRow: 0 };

/**
 * The tally of a run, counted on from an earlier one: while a run works, only new rows are read.
 * Results that a retry has changed since are only seen by a new count.
 */
export function tallyRun(store: Store, runId: number, from: RunTally = EMPTY_TALLY): RunTally {
  // The sign keeps SQLite from using the index by run, which does not have the order of rows.
  const run = from.lastRow === 0 ? 'run_id' : '+run_id';
  const rows = store.db
    .prepare<[number, number], { status: Status; count: number; last: number }>(
      `SELECT status, count(*) AS count, max(rowid) AS last FROM results
       WHERE ${run} = ? AND rowid > ? GROUP BY status`,
    )
    .all(runId, from.lastRow);
  const byStatus = { ...from.byStatus };
  let { lastRow } = from;
  for (const { status, count, last } of rows) {
    byStatus[status] = (byStatus[status] ?? 0) + count;
    lastRow = Math.max(lastRow, last);
  }
  return { byStatus, lastRow };
}
