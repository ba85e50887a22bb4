import type { Store } from '../open/open.js';
import { REJECT_VALUES } from '../rows/stored.js';

/** One reject as the database has it. */
export interface RejectRow {
  readonly sourceId: number;
  readonly ordinal: number;
  readonly path: string;
  /** 1-based; null if lines say nothing. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  readonly excerpt: string;
}

/** A reject in the list of a run's rejects. */
export interface RejectCursor {
  readonly sourceId: number;
  readonly ordinal: number;
}

/** One page of a run's rejects, in the order of sources and entries, after a cursor. */
export function rejectPage(
  store: Store,
  runId: number,
  after: RejectCursor | null,
  limit: number,
): { readonly rows: readonly RejectRow[]; readonly next: RejectCursor | null } {
  const rows = store.db
    .prepare<[number, number, number, number], RejectRow>(
      `SELECT source_id AS sourceId, ordinal, ${REJECT_VALUES},
         (SELECT path FROM run_sources s INDEXED BY run_sources_by_source WHERE s.run_id = r.run_id AND s.source_id = r.source_id
          ORDER BY position LIMIT 1) AS path
       FROM rejects r WHERE run_id = ? AND (source_id, ordinal) > (?, ?)
       ORDER BY source_id, ordinal LIMIT ?`,
    )
    .all(runId, after?.sourceId ?? 0, after?.ordinal ?? -1, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? { sourceId: last.sourceId, ordinal: last.ordinal }
      : null;
  return { rows: page, next };
}

/** How many rejects a run has. */
export function countRejects(store: Store, runId: number): number {
  return (
    store.db
      .prepare<[number], number>('SELECT count(*) FROM rejects WHERE run_id = ?')
      .pluck()
      .get(runId) ?? 0
  );
}
