import type { Store } from '../../store/open/open.js';
import {
  runSources,
  runToResume,
  unfinishedRunOfPaths,
  type Run,
  type SourceKey,
} from '../../store/queries/runs.js';
import { RunError } from '../contract/run-error.js';
import type { RunRequest } from '../contract/run-request.js';
import type { KnownSource } from './known-sources.js';
import { differences, storedOptions } from '../contract/stored-options.js';

/** A run to work on: a new one, or one to go on with. */
export type Beginning =
  { readonly kind: 'started' } | { readonly kind: 'resumed'; readonly run: Run };

/** That, or a run that is complete already. */
export type Decision = Beginning | { readonly kind: 'untouched'; readonly run: Run };

/**
 * A new run, or with `resume` the one to go on with:
 *
 *   an unfinished one of the same sources, with the same options    go on with it
 *   else a complete one of the same sources                         leave it untouched
 *   else                                                            start one
 *
 * @throws RunError where a source cannot be the same (standard input), has changed, or where
 * an option that decides what results say is another one now.
 */
export function decideRun(
  store: Store,
  request: RunRequest,
  sources: readonly KnownSource[],
): Decision {
  if (request.mode.kind !== 'resume') return { kind: 'started' };
  if (sources.some(({ sha256 }) => sha256 === null)) {
    throw new RunError(
      'Standard input cannot be read a second time, so a run over it cannot be resumed: ' +
        'write it to a file and run that.',
    );
  }
  const run = runToResume(store, sources);
  if (run === null) {
    refuseChanged(store, sources);
    return { kind: 'started' };
  }
  if (run.state === 'complete') return { kind: 'untouched', run };
  const different = differences(run.options, storedOptions(request));
  if (different.length > 0) {
    throw new RunError(
      `Run ${run.runId} was begun with other options: ${different.join('; ')}. ` +
        'Its results would not go together: use the same options, or start a new run without --resume.',
    );
  }
  return { kind: 'resumed', run };
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
