import type { Store } from '../../store/open/open.js';
import { copiedEntries, copiedFiles } from '../../store/stored-runs/copied-files.js';
import { countRun, runSources } from '../../store/stored-runs/read-runs.js';
import { RunError } from './run-error.js';
import type { EntryProof } from './run-observer.js';

/**
 * Compares what the database holds of a run with the `read` entries; null if the readers saw only a
 * part.
 */
export function accountOf(store: Store, runId: number, read: number | null): EntryProof {
  const { results, rejects } = countRun(store, runId);
  const copied = copiedEntries(copiedFiles(store, runId));
  // Files of one content are read once.
  const entries = read === null ? null : read + againEntries(store, runId);
  return {
    entries,
    results,
    rejects,
    copied,
    holds: entries === null ? null : results + rejects + copied === entries,
  };
}

/** How many entries the files of a run have whose content is that of one before them. */
function againEntries(store: Store, runId: number): number {
  const seen = new Set<number>();
  return runSources(store, runId).reduce((sum, { sourceId, entries }) => {
    // Files beyond a limit are not read: nobody knows how many entries they have.
    const again = seen.has(sourceId) ? (entries ?? 0) : 0;
    seen.add(sourceId);
    return sum + again;
  }, 0);
}

/** @throws RunError if results or rejects are missing, or there are too many. */
export function requireAccounted(
  runId: number,
  { entries, results, rejects, copied, holds }: EntryProof,
): void {
  if (holds !== false) return;
  throw new RunError(
    'NM_RUN_INCOMPLETE_ACCOUNT',
    `Run ${runId} does not add up: ${String(entries)} entries were read, but the database holds ` +
      `${results} results and ${rejects} rejects${copied === 0 ? '' : `, of which ${copied} are in copies, too`}. It stays interrupted; run the same command with ` +
      '--resume to fill in what is missing, and please report this: it is a bug.',
  );
}

/** How many entries a run's sources have, without copies; null if one was not read to its end. */
export function storedEntries(store: Store, runId: number): number | null {
  const seen = new Set<number>();
  let entries = 0;
  for (const source of runSources(store, runId)) {
    if (seen.has(source.sourceId)) continue;
    seen.add(source.sourceId);
    if (source.entries === null) return null;
    entries += source.entries;
  }
  return entries;
}

/** Whether every entry of a run has its result or its reject. */
export function isRunWhole(store: Store, runId: number): boolean {
  return accountOf(store, runId, storedEntries(store, runId)).holds === true;
}
