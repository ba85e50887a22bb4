import { findSources } from '../corpus/sources.js';
import { LocalPool } from '../pool/local-pool.js';
import type { Pool } from '../pool/pool.js';
import { makeIndexes } from '../store/indexes.js';
import type { Store } from '../store/open.js';
import { decideRun } from './decide-run.js';
import { knowSources } from './known-sources.js';
import { retryRun } from './retry-run.js';
import type { RunOutcome } from './run-outcome.js';
import { untouchedOutcome } from './run-proof.js';
import type { RunControls, RunRequest } from './run-request.js';
import { workThrough } from './work-through.js';

/** Makes the pool that a run solves on, once it is known that there is something to solve. */
export type MakePool = (request: RunRequest) => Pool;

const localPool: MakePool = ({ threads, memoryMiB }) => new LocalPool({ threads, memoryMiB });

/** As `runCorpora`, in a database that is open for writing, on any pool. */
export async function runInStore(
  store: Store,
  request: RunRequest,
  controls: RunControls,
  makePool = localPool,
): Promise<RunOutcome> {
  const { mode } = request;
  if (mode.kind === 'retry') {
    return retryRun(store, request, mode.statuses, controls, makePool);
  }
  const { sources, notes } = await findSources(request.corpora, request.format);
  for (const note of notes) controls.observer.warn(note);
  const known = await knowSources(sources, request);
  const decision = decideRun(store, request, known);
  if (decision.kind === 'untouched') {
    // A kill may have come between the end of the run and its indexes.
    makeIndexes(store);
    return untouchedOutcome(store, decision.run);
  }
  return workThrough(store, request, controls, { known, decision, makePool });
}
