import type { FoundSources, LeftOutFile } from '../../corpus/sources/sources.js';
import { makeIndexes } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import {
  runSources,
  runToResume,
  unfinishedRunOfPaths,
  type Run,
  type SourceKey,
} from '../../store/queries/runs.js';
import { RunError } from '../contract/run-error.js';
import type { RunObserver } from '../contract/run-observer.js';
import { isRetry, type RunRequest } from '../contract/run-request.js';
import { differences, storedOptions } from '../contract/stored-options.js';
import { knowSources, type KnownSource } from './known-sources.js';
import { planRetry, type RetryPlan } from './plan-retry.js';

/** A run over corpora: a new one, or one to go on with. */
export type CorpusPlan = {
  readonly sources: readonly KnownSource[];
  /** Files in which nothing looked like a puzzle. */
  readonly leftOut: readonly LeftOutFile[];
} & ({ readonly kind: 'started' } | { readonly kind: 'resumed'; readonly run: Run });

/** What a run is going to do; `untouched` is nothing, since all is done already. */
export type RunPlan = CorpusPlan | RetryPlan | { readonly kind: 'untouched'; readonly run: Run };

/**
 * Decides what is to be done for `request`; `found` are its corpora, null for a retry.
 * @throws RunError if it cannot be done, with the reason; CorpusError if a corpus cannot be read.
 */
export async function planRun(
  store: Store,
  request: RunRequest,
  found: FoundSources | null,
  observer: RunObserver,
): Promise<RunPlan> {
  if (isRetry(request)) return planRetry(store, request, observer);
  const leftOut = found?.leftOut ?? [];
  for (const { path, reason } of leftOut) observer.warn(`left out: ${path}: ${reason}`);
  const sources = await knowSources(found?.sources ?? [], request);
  if (request.mode.kind !== 'resume') return { kind: 'started', sources, leftOut };
  const plan = planResume(store, request, { sources, leftOut });
  // A kill may have come between the end of the run and its indexes.
  if (plan.kind === 'untouched') makeIndexes(store);
  return plan;
}

/**
 * The run to go on with:
 *
 *   an unfinished one of the same sources, with the same options    go on with it
 *   else a complete one of the same sources                         leave it untouched
 *   else                                                            start one
 *
 * @throws RunError if a source cannot be the same (standard input), has changed, or if an
 * option that decides what results say is another one now.
 */
function planResume(
  store: Store,
  request: RunRequest,
  found: Pick<CorpusPlan, 'sources' | 'leftOut'>,
): RunPlan {
  const { sources } = found;
  if (sources.some(({ sha256 }) => sha256 === null)) {
    throw new RunError(
      'Standard input and pipes cannot be read a second time, so a run over them cannot be ' +
        'resumed: write what comes to a file and run that.',
    );
  }
  const run = runToResume(store, sources);
  if (run === null) {
    refuseChanged(store, sources);
    return { kind: 'started', ...found };
  }
  if (run.state === 'complete') return { kind: 'untouched', run };
  const different = differences(run.options, storedOptions(request));
  if (different.length > 0) {
    throw new RunError(
      `Run ${run.runId} was begun with other options: ${different.join('; ')}. ` +
        'Its results would not go together: use the same options, or start a new run without --resume.',
    );
  }
  return { kind: 'resumed', run, ...found };
}

function refuseChanged(store: Store, sources: readonly KnownSource[]): void {
  const paths = sources.map(({ path }) => path);
  const run = unfinishedRunOfPaths(store, paths);
  if (run === null) return;
  const changed = runSources(store, run.runId).filter((then, i) => !same(then, sources[i]));
  const names = changed.map(({ path }) => path).join(', ');
  const isInput = changed.every(({ sha256 }) => sha256 === null);
  throw new RunError(
    isInput
      ? `Run ${run.runId} read standard input, which cannot be read again.`
      : `${names}: the content, or how it is read, is not what run ${run.runId} began with. ` +
          'Put the old content back, or start a new run without --resume.',
  );
}

function same(one: SourceKey, other: SourceKey): boolean {
  return (
    one.sha256 === other.sha256 &&
    one.format === other.format &&
    (one.reading ?? '') === (other.reading ?? '')
  );
}
