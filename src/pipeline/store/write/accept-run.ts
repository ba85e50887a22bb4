import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { otherSolverOf } from '../../record/who-solves.js';
import { StoreError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { findRun, type Run } from '../stored-runs/read-runs.js';

/**
 * Accepts the verdicts of a run, named by its number or its name: `--require no-worse` compares
 * later runs with it, and with no run before it. Returns the run as it was before.
 * @throws StoreError if there is no such run, or if nothing can be compared with it
 */
export function acceptRun(store: Store, wanted: string, by: string | null): Run {
  const run = findRun(store, wanted);
  const { runId, state, options } = run;
  const refuse = (code: ErrorCode, why: string): StoreError =>
    new StoreError(code, `run ${runId} cannot be accepted: ${why}`);
  if (otherSolverOf(options) !== null)
    throw refuse('NM_RUN_NOT_ACCEPTED', 'its results are those of another program');
  if (state !== 'complete') {
    throw refuse(
      'NM_RUN_UNFINISHED',
      'it is not complete: "nonomill run --resume" goes on with it',
    );
  }
  store.db
    .prepare<[string, string | null, number]>(
      'UPDATE runs SET accepted_at = ?, accepted_by = ? WHERE run_id = ?',
    )
    .run(new Date().toISOString(), by, runId);
  return run;
}
