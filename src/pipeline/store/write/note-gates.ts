import { trace } from '../../files/trace.js';
import type { GateVerdict } from '../gates/evaluate.js';
import { openStore } from '../open/open.js';

/**
 * Notes with a complete run which of its gates do not hold, so that lists of runs need not judge
 * them again. If another program writes to the database, that is left out: nobody waits for it.
 */
export function noteGates(path: string, runId: number, verdicts: readonly GateVerdict[]): void {
  if (verdicts.length === 0) return;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  try {
    const store = openStore(path, { readonly: false, mustExist: true });
    try {
      store.db
        .prepare<[string, number]>(
          `UPDATE runs SET failed_gates = ? WHERE run_id = ? AND state = 'complete'`,
        )
        .run(failed.join(','), runId);
    } finally {
      store.close();
    }
  } catch (error) {
    trace('store', () => `the gates of run ${runId} were not noted: ${String(error)}`);
  }
}
