import { resolve } from 'node:path';
import { STANDARD_INPUT, type Source } from '../../corpus/sources/source.js';
import { numberOf } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import { findSources, type FoundSources, type LeftOutFile } from '../../corpus/sources/sources.js';
import { StoreError } from '../../store/open/errors.js';
import { makeQuickIndexes } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import {
  findRun,
  listRuns,
  runSources,
  runToResume,
  sameSource,
  sameSources,
  unfinishedRunOfPaths,
  type Run,
  type SourceKey,
} from '../../store/runs/runs.js';
import { RunError } from '../contract/run-error.js';
import type { RunObserver } from '../contract/run-observer.js';
import {
  isAboutLatest,
  isRetry,
  type RunControls,
  type RunRequest,
} from '../contract/run-request.js';
import {
  asBegun,
  differences,
  isOfSameCommand,
  isOfSameRival,
  storedOptions,
} from '../contract/stored-options.js';
import { knowSources, type KnownSource } from './known-sources.js';
import { planRetry, type RetryPlan } from './plan-retry.js';

/** A run over corpora: a new one, or one to go on with. */
export type CorpusPlan = {
  /** What was asked for; if a run is resumed, with that run's own options. */
  readonly request: RunRequest;
  readonly sources: readonly KnownSource[];
  /** Files in which nothing looked like a puzzle, or that cannot be read; null if the run has noted them already. */
  readonly leftOut: readonly LeftOutFile[] | null;
} & ({ readonly kind: 'started' } | { readonly kind: 'resumed'; readonly run: Run });

/** What a run is going to do: nothing, if it is `untouched`, since all is done already. */
export type RunPlan = CorpusPlan | RetryPlan | { readonly kind: 'untouched'; readonly run: Run };

/** The files that a request names; null if it is about the latest run of the database. */
export async function findCorpora(request: RunRequest): Promise<FoundSources | null> {
  if (isAboutLatest(request)) return null;
  return findSources(request.corpora, request.format, request.ignore);
}

/**
 * Decides what is to be done for `request`; `found` as `findCorpora` has it.
 * @throws RunError if it cannot be done, with the reason; CorpusError if a corpus cannot be read.
 */
export async function planRun(
  store: Store,
  request: RunRequest,
  found: FoundSources | null,
  controls: RunControls,
): Promise<RunPlan> {
  if (isRetry(request)) return planRetry(store, request, controls.observer);
  const plan =
    found === null
      ? await planLatest(store, request, controls)
      : await planCorpora(store, request, found, controls);
  // A kill may have come between the end of the run and its indexes.
  if (plan.kind === 'untouched') makeIndexesIfPossible(store, controls.observer);
  return plan;
}

/**
 * For a resume the run to go on with:
 *
 *   an unfinished one of the same sources, with the same options    go on with it
 *   else a complete one of the same sources                         leave it untouched
 *   else                                                            start one
 */
async function planCorpora(
  store: Store,
  request: RunRequest,
  found: FoundSources,
  { observer, stop }: RunControls,
): Promise<RunPlan> {
  const known = await knowSources(eachOnce(found.sources, observer), request, stop);
  const { sources } = known;
  const leftOut = [...found.leftOut, ...known.leftOut];
  for (const { path, reason } of leftOut) observer.warn(`left out: ${path}: ${reason}`);
  if (request.shard !== null) requireFiles(sources, 'has no parts');
  if (request.mode.kind !== 'resume') return { kind: 'started', request, sources, leftOut };
  requireFiles(sources, 'cannot be resumed');
  const fits = (one: Run): boolean =>
    isOfSameRival(one.options, request.rival) && isOfShard(one, request);
  // A race that was begun with another --verdict, say, is not passed over: the user hears of it.
  const isBegun = (one: Run): boolean =>
    one.state !== 'complete' && isOfSameCommand(one.options, request.rival);
  const run = runToResume(store, sources, fits) ?? runToResume(store, sources, isBegun);
  if (run === null) {
    const begun = unfinishedRunOfPaths(
      store,
      sources.map(({ path }) => path),
      fits,
    );
    if (begun !== null) refuseChanged(store, begun, sources);
    return { kind: 'started', request, sources, leftOut };
  }
  return resumePlan(run, { request, sources, leftOut }, observer);
}

/** The files without those that were named before, by a folder or a pattern, say; it is said. */
function eachOnce(sources: readonly Source[], observer: RunObserver): readonly Source[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const once = sources.filter(({ path }) => {
    const full = path === STANDARD_INPUT ? path : resolve(path);
    if (seen.has(full)) twice.add(path);
    return seen.size < seen.add(full).size;
  });
  const [first, ...more] = twice;
  if (first !== undefined) {
    const files = more.length === 0 ? '' : ` and ${numberOf(more.length, 'other file')}`;
    observer.warn(`named more than once, and read once: ${plainText(first)}${files}`);
  }
  return once;
}

/** The same without corpora: the latest unfinished run, or else the latest, which is complete. */
async function planLatest(
  store: Store,
  request: RunRequest,
  { observer, stop }: RunControls,
): Promise<RunPlan> {
  const run = listRuns(store).find(({ state }) => state !== 'complete') ?? findRun(store);
  if (run.state === 'complete') {
    observer.warn(`Run ${run.runId} is complete: there is no run to go on with.`);
    warnOfOwnOptions(run, asked(run, request).different, observer);
    return { kind: 'untouched', run };
  }
  const stored = runSources(store, run.runId);
  if (stored.length === 0) {
    throw new RunError(
      `Run ${run.runId} was stopped before it noted its corpora: name them to go on with it.`,
    );
  }
  requireFiles(stored, 'cannot be resumed');
  const begun = { ...request, ...howBegun(run) };
  const { sources } = await knowSources(stored, begun, stop);
  if (!sameSources(stored, sources)) refuseChanged(store, run, sources);
  return resumePlan(run, { request: begun, sources, leftOut: null }, observer);
}

/** @throws RunError if an option that decides what results say is given, and another one now. */
function resumePlan(
  run: Run,
  { request, ...found }: Pick<CorpusPlan, 'request' | 'sources' | 'leftOut'>,
  observer: RunObserver,
): RunPlan {
  const { begun, different } = asked(run, request);
  if (run.state === 'complete') {
    warnOfOwnOptions(run, different, observer);
    return { kind: 'untouched', run };
  }
  if (different.length > 0) {
    throw new RunError(
      `Run ${run.runId} was begun with other options: ${different.join('; ')}. ` +
        'Its results would not go together: use the same options, or start a new run without --resume.',
    );
  }
  return { kind: 'resumed', run, request: begun, ...found };
}

/** The request with the run's own options where none is given, and how those that are given differ. */
function asked(
  { options }: Run,
  request: RunRequest,
): { readonly begun: RunRequest; readonly different: readonly string[] } {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  const begun = given === undefined ? request : asBegun(request, options, given);
  return { begun, different: differences(options, storedOptions(begun)) };
}

function warnOfOwnOptions(
  { runId }: Run,
  different: readonly string[],
  observer: RunObserver,
): void {
  if (different.length === 0) return;
  observer.warn(
    `Run ${runId} is complete under its own options (${different.join('; ')}): ` +
      'for others start a new run.',
  );
}

/** Whether a run is of the part that is asked for; if none is, of any. */
function isOfShard({ options }: Run, request: RunRequest): boolean {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  if (given?.includes('shard') === false) return true;
  return (options.shard ?? null) === storedOptions(request).shard;
}

/** What a run was begun over, and how it is read. */
function howBegun({ options }: Run): Pick<RunRequest, 'corpora' | 'format' | 'ignoreStart'> {
  const { corpora, format, ignoreStart } = options;
  return {
    corpora: Array.isArray(corpora) ? corpora.map(String) : [],
    format: typeof format === 'string' ? format : null,
    ignoreStart: ignoreStart === true,
  };
}

/** Queries work without the indexes, if slower, so that a full disk is not in the way. */
function makeIndexesIfPossible(store: Store, observer: RunObserver): void {
  try {
    makeQuickIndexes(store);
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== 'disk') throw error;
    observer.warn(`There is no room for the indexes of the database: ${error.message}`);
  }
}

function requireFiles(sources: readonly SourceKey[], what: string): void {
  if (sources.every(({ sha256 }) => sha256 !== null)) return;
  throw new RunError(
    'Standard input and pipes cannot be read a second time, so a run over them ' +
      `${what}: write what comes to a file and run that.`,
  );
}

function refuseChanged(store: Store, run: Run, sources: readonly KnownSource[]): never {
  const stored = runSources(store, run.runId);
  const changed = stored.filter((then, i) => i >= sources.length || !sameSource(then, sources[i]));
  const names = changed.map(({ path }) => path).join(', ');
  if (changed.length === 0) {
    throw new RunError(
      `There are more files now than run ${run.runId} began with: take them away, ` +
        'or start a new run without --resume.',
    );
  }
  throw new RunError(
    changed.every(({ sha256 }) => sha256 === null)
      ? `Run ${run.runId} read standard input, which cannot be read again.`
      : `${names}: the content, or how it is read, is not what run ${run.runId} began with. ` +
          'Put the old content back, or start a new run without --resume.',
  );
}
