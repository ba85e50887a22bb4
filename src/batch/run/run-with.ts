import { findSources, type FoundSources } from '../../corpus/sources/sources.js';
import type { Pool } from '../../pool/pool.js';
import { makeIndexes } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import { decideRun } from './decide-run.js';
import { knowSources } from './known-sources.js';
import { isRetry } from './retry-limits.js';
import { retryRun } from './retry-run.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import { untouchedOutcome } from './run-proof.js';
import type { RunControls, RunRequest } from '../contract/run-request.js';
import { workThrough } from './work-through.js';

/** Where a run takes from what it needs. */
export interface RunParts {
  /** Opens the database for writing; it is closed again. */
  readonly openStore: (request: RunRequest) => Store;
  /** Makes the pool, once it is known that there is something to solve; it is closed again. */
  readonly makePool: (request: RunRequest) => Pool;
}

/** As `runCorpora`, on any store and any pool. */
export async function runWith(
  parts: RunParts,
  request: RunRequest,
  controls: RunControls,
): Promise<RunOutcome> {
  // Before the database is opened: a misspelled file should not leave an empty one.
  const found = isRetry(request) ? null : await findSources(request.corpora, request.format);
  const store = parts.openStore(request);
  try {
    if (isRetry(request)) return await retryRun(store, request, controls, parts.makePool);
    return await runOrResume(store, request, controls, { found: found!, ...parts });
  } finally {
    store.close();
  }
}

async function runOrResume(
  store: Store,
  request: RunRequest,
  controls: RunControls,
  { found, makePool }: RunParts & { readonly found: FoundSources },
): Promise<RunOutcome> {
  for (const note of found.notes) controls.observer.warn(note);
  const known = await knowSources(found.sources, request);
  const decision = decideRun(store, request, known);
  if (decision.kind === 'untouched') {
    // A kill may have come between the end of the run and its indexes.
    makeIndexes(store);
    return untouchedOutcome(store, decision.run);
  }
  return workThrough(store, request, controls, { known, decision, makePool });
}
