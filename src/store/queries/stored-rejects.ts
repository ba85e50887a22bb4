import type { Store } from '../open/open.js';
import { REJECT_VALUES, type StoredReject } from '../rows/stored.js';

export type { StoredReject } from '../rows/stored.js';

/** The first `limit` rejects of a run, in the order of sources and entries. */
export function listRejects(store: Store, runId: number, limit: number): StoredReject[] {
  return store.db
    .prepare<{ runId: number; limit: number }, StoredReject>(
      `SELECT path, ordinal, ${REJECT_VALUES}
       FROM rejects
       JOIN (SELECT source_id, path, min(position)
             FROM run_sources WHERE run_id = @runId GROUP BY source_id) USING (source_id)
       WHERE run_id = @runId ORDER BY source_id, ordinal LIMIT @limit`,
    )
    .all({ runId, limit });
}
