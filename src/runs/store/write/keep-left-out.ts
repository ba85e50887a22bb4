import { explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { listLeftOut, type StoredLeftOut } from '../stored-runs/run-corpora.js';

/**
 * Stores the files of folders that a run leaves out, in place of those that it left out before; if
 * they are the same, it writes nothing. @throws StoreError
 */
export function keepLeftOut(store: Store, runId: number, files: readonly StoredLeftOut[]): void {
  const { db } = store;
  const keep = db.transaction(() => {
    const before = new Map(listLeftOut(store, runId).map(({ path, reason }) => [path, reason]));
    const now = new Map(files.map(({ path, reason }) => [path, reason]));
    if (before.size === now.size && files.every(({ path, reason }) => before.get(path) === reason)) return; // prettier-ignore
    db.prepare('DELETE FROM left_out WHERE run_id = ?').run(runId);
    const insert = db.prepare('INSERT INTO left_out VALUES (?, ?, ?)');
    for (const [path, reason] of now) insert.run(runId, path, reason);
  });
  try {
    keep.immediate();
  } catch (error) {
    throw explainedError(error, store.path);
  }
}
