import type { Store } from '../open/open.js';

/** A file of a run's folders that was not read. */
export interface StoredLeftOut {
  readonly path: string;
  readonly reason: string;
}

/** The files that a run left out, in the order of their paths. */
export function listLeftOut(store: Store, runId: number): StoredLeftOut[] {
  return store.db
    .prepare<[number], StoredLeftOut>(
      'SELECT path, reason FROM left_out WHERE run_id = ? ORDER BY path',
    )
    .all(runId);
}
