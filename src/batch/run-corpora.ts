import { findSources } from '../corpus/sources.js';
import { openStore, type Store } from '../store/open.js';
import { decideRun } from './decide-run.js';
import { knowSources } from './known-sources.js';
import { retryRun } from './retry-run.js';
import type { RunOutcome } from './run-outcome.js';
import type { RunControls, RunCorpora, RunRequest } from './run-request.js';
import { untouchedOutcome } from './run-proof.js';
import { workThrough } from './work-through.js';

/**
 * Runs what is asked for. A run's states, as the database has them:
 *
 *   (none)      --started-->              running
 *   running     --every entry done-->     complete
 *   running     --stop, full disk-->      interrupted
 *   running     --killed-->               running       the lock is free, so nobody works on it
 *   running,
 *   interrupted --resumed-->              running
 *   complete    --resumed-->              complete      untouched
 *   any         --retried-->              running, then what it was before
 *
 * The database is opened first: it takes the lock, so that a second run is refused at once.
 */
export const runCorpora: RunCorpora = async (request, controls) => {
  const store = openStore(request.db, { readonly: false });
  try {
    return request.mode.kind === 'retry'
      ? await retryRun(store, request, request.mode.statuses, controls)
      : await runOrResume(store, request, controls);
  } finally {
    store.close();
  }
};

async function runOrResume(
  store: Store,
  request: RunRequest,
  controls: RunControls,
): Promise<RunOutcome> {
  const { sources, notes } = await findSources(request.corpora, request.format);
  for (const note of notes) controls.observer.warn(note);
  const known = await knowSources(sources, request);
  const decision = decideRun(store, request, known);
  if (decision.kind === 'untouched') return untouchedOutcome(store, decision.run);
  return workThrough(store, request, controls, known, decision);
}
