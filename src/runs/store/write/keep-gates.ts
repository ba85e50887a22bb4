import { explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import type { RunGates } from '../../../core/run-record/gates.js';

/** Stores gates with a run, in place of those that it had. @throws StoreError */
export function keepGates(store: Store, runId: number, { strict, require }: RunGates): void {
  try {
    store.db
      .prepare<[string, string, number]>(
        `UPDATE runs SET options = json_set(options, '$.strict', json(?), '$.require', json(?))
         WHERE run_id = ?`,
      )
      .run(JSON.stringify(strict), JSON.stringify(require), runId);
  } catch (error) {
    throw explainedError(error, store.path);
  }
}
