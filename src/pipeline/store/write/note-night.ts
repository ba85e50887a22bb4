import { trace } from '../../files/trace.js';
import type { Nights } from '../changes/nights.js';
import type { GateVerdict } from '../gates/evaluate.js';
import { openStore } from '../open/open.js';
import type { Run } from '../stored-runs/read-runs.js';

/**
 * Notes with a complete run which of its gates do not hold, so that lists of runs need not judge
 * them again, and what is worse in it, so that the next night need not compare all nights again. If
 * another program writes to the database, that is left out: nobody waits for it.
 */
export function noteNight(
  path: string,
  run: Run,
  { verdicts, nights }: { readonly verdicts: readonly GateVerdict[]; readonly nights: Nights },
): void {
  const { runId } = run;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  const worse = nights.kept(run);
  if (verdicts.length === 0 && worse === null) return;
  try {
    const store = openStore(path, { readonly: false, mustExist: true });
    const { db } = store;
    try {
      db.transaction(() => {
        if (verdicts.length > 0) {
          const note = `UPDATE runs SET failed_gates = ? WHERE run_id = ? AND state = 'complete'`;
          db.prepare(note).run(failed.join(','), runId);
        }
        if (worse === null) return;
        db.prepare(
          'INSERT OR REPLACE INTO standings (run_id, version, losses) VALUES (@runId, @version, @losses)',
        ).run({ runId, ...worse });
      })();
    } finally {
      store.close();
    }
  } catch (error) {
    trace('store', () => `the gates of run ${runId} were not noted: ${String(error)}`);
  }
}
