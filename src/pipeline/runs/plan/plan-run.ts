import type { Status } from '../../../solver/core/result/outcome.js';
import { isProofFolder } from '../pool/proof-folder.js';
import { studyOf } from '../../record/options.js';
import { sameSources, type Run } from '../../store/stored-runs/read-runs.js';
import { asBegun, asRetried, matchingValues } from '../request/matching-options.js';
import {
  isAboutLatest,
  isRetry,
  type RetryRequest,
  type RunRequest,
} from '../request/run-request.js';
import {
  differences,
  differencesOfRetry,
  differencesOfSolver,
  howBegun,
  reuseOf,
} from '../request/stored-options.js';
import { gatesOfNearest, whyStarted, type PlannedSource } from './nearest-run.js';
import {
  isStudy,
  noCorporaNoted,
  noProofsThere,
  notFinished,
  notReadTwice,
  otherCorpora,
  otherOptions,
  proofsElsewhere,
} from './refusals.js';
import type { StoredRuns } from './stored-runs.js';

export interface StartPlan {
  readonly kind: 'started';
  readonly request: RunRequest;
  /** Why there is none to go on with, if one was to be. */
  readonly warnings: readonly string[];
}

export interface ResumePlan {
  readonly kind: 'resumed';
  readonly run: Run;
  /** What was asked for, with the run's own options. */
  readonly request: RunRequest;
}

/** Puzzles of a complete run that are to be solved again. */
export interface RetryPlan {
  readonly kind: 'retried';
  readonly run: Run;
  /** What was asked for, and what the run looked for. */
  readonly request: RunRequest;
  readonly statuses: readonly Status[];
  /** How many puzzles. */
  readonly total: number;
}

/** Nothing is to be done: `warnings` say why. */
interface UntouchedPlan {
  readonly kind: 'untouched';
  readonly run: Run;
  readonly warnings: readonly string[];
}

export type RunPlan = StartPlan | ResumePlan | RetryPlan | UntouchedPlan;

/**
 * Decides what is to be done for `request`, without doing any of it; `sources` are those of its
 * corpora, or of `runToRead`. test/pipeline/runs/plan/ has a table of the cases.
 * @throws RunError with the reason if it cannot be done (refusals.ts has them all).
 */
export function planRun(
  request: RunRequest,
  stored: StoredRuns,
  sources: readonly PlannedSource[],
): RunPlan {
  const plan = isRetry(request)
    ? planRetry(request, stored)
    : isAboutLatest(request)
      ? planLatest(request, stored, sources)
      : planCorpora(request, stored, sources);
  if (plan.kind === 'untouched') return plan;
  const { queue, limits } = plan.request;
  if (queue !== null && limits.proveTo !== undefined) throw proofsElsewhere();
  // A database may come from a stranger, and nobody here may have named the folder that it names.
  const { proveTo } = limits;
  const isKnown = proveTo === undefined || proveTo === request.limits.proveTo;
  if (plan.kind !== 'started' && !isKnown && !isProofFolder(proveTo)) {
    throw noProofsThere(plan.run, proveTo);
  }
  return plan;
}

/**
 * For a resume the run to go on with:
 *
 *   an unfinished one of the same sources, with the same options    go on with it
 *   else a complete one of the same sources with rounds left        go on with its rounds
 *   else a complete one of the same sources                         leave it untouched
 *   else                                                            start one, and say how the
 *                                                                   nearest differs
 */
function planCorpora(
  request: RunRequest,
  stored: StoredRuns,
  sources: readonly PlannedSource[],
): RunPlan {
  const isReadOnce = sources.some(({ sha256 }) => sha256 === null);
  if (request.shard !== null && isReadOnce) throw notReadTwice('has no parts');
  if (request.mode.kind !== 'resume') return { kind: 'started', request, warnings: [] };
  if (isReadOnce) throw notReadTwice('cannot be resumed');
  const differencesOf = (run: Run): readonly string[] | null =>
    differencesOfSolver(run.options, request.solver);
  const fits = (run: Run): boolean => differencesOf(run)?.length === 0 && isOfShard(run, request);
  // Another solver that was asked with other flags is not passed over: the user hears of it.
  const isBegun = (run: Run): boolean =>
    run.state !== 'complete' && (differencesOf(run)?.length ?? 0) > 0;
  const run = runOf(stored, sources, fits) ?? runOf(stored, sources, isBegun);
  if (run !== null) return planResume(run, request, stored);
  const begun = unfinishedRunOfPaths(stored, sources, fits);
  if (begun !== null) throw otherCorpora(begun, stored.sourcesOf(begun), sources);
  const why = whyStarted(request, stored, sources);
  const nearest = gatesOfNearest(request, stored, sources);
  if (nearest === null) return { kind: 'started', request, warnings: [why] };
  const { gates, said } = nearest;
  return { kind: 'started', request: { ...request, gates }, warnings: [`${why} ${said}`] };
}

/** The same without corpora: the latest unfinished run, or else the latest, which is complete. */
function planLatest(
  request: RunRequest,
  stored: StoredRuns,
  sources: readonly PlannedSource[],
): RunPlan {
  const run = latestRun(stored);
  if (run.state !== 'complete' && studyOf(run.options) !== null) throw isStudy(run);
  if (run.state === 'complete') {
    const warning = `Run ${run.runId} is complete: there is no run to go on with.`;
    const { begun, different } = asked(run, request);
    if (different.length === 0 && stored.hasRoundLeft(run, begun.rounds ?? {})) {
      return { kind: 'resumed', run, request: begun };
    }
    if (different.length > 0) throw otherOptions(run, different, 'resume');
    return { kind: 'untouched', run, warnings: [warning] };
  }
  const then = stored.sourcesOf(run);
  if (then.length === 0) throw noCorporaNoted(run);
  if (then.some(({ sha256 }) => sha256 === null)) throw notReadTwice('cannot be resumed');
  if (!sameSources(then, sources)) throw otherCorpora(run, then, sources);
  return planResume(run, { ...request, ...howBegun(run.options) }, stored);
}

/**
 * The run whose sources are to be read before a request without corpora is planned; null if none
 * is.
 */
export function runToRead(request: RunRequest, stored: StoredRuns): Run | null {
  if (isRetry(request) || !isAboutLatest(request)) return null;
  const run = latestRun(stored);
  if (studyOf(run.options) !== null) return null;
  const isReadOnce = stored.sourcesOf(run).some(({ sha256 }) => sha256 === null);
  return run.state === 'complete' || isReadOnce ? null : run;
}

/** The latest run that is not finished, or else the latest. */
function latestRun(stored: StoredRuns): Run {
  return stored.runs.find(({ state }) => state !== 'complete') ?? stored.latest();
}

function planResume(run: Run, request: RunRequest, stored: StoredRuns): RunPlan {
  const { begun, different } = asked(run, request);
  const isOver = different.length > 0 || !stored.hasRoundLeft(run, begun.rounds ?? {});
  if (run.state === 'complete' && isOver) {
    if (different.length > 0) throw otherOptions(run, different, 'resume');
    return { kind: 'untouched', run, warnings: [] };
  }
  if (different.length > 0) throw otherOptions(run, different, 'resume');
  return { kind: 'resumed', run, request: begun };
}

/**
 * The puzzles of the latest run whose results have one of some statuses, with the limits asked for
 * now. What is to be found out must be the same, or the results would not go together.
 */
function planRetry(request: RetryRequest, stored: StoredRuns): RunPlan {
  const { statuses, given } = request.mode;
  const run = stored.latest();
  // A retry that was killed leaves `running` behind, but every entry has its result.
  // A study may go on with more puzzles, though the puzzles that it has are solved.
  const isOver = stored.isWhole(run) && studyOf(run.options) === null;
  if (run.state !== 'complete' && !isOver) throw notFinished(run);
  const asksAs = asRetried(request, run.options, given);
  const different = differencesOfRetry(run.options, asksAs);
  if (different.length > 0) throw otherOptions(run, different, 'retry');
  const total = stored.countOf(run, statuses);
  if (total === 0 && run.state === 'complete') {
    const none = `Run ${run.runId} has no result that is ${statuses.join(' or ')}: none to try again.`;
    return { kind: 'untouched', run, warnings: [none] };
  }
  return { kind: 'retried', run, request: asksAs, statuses, total };
}

/**
 * The request with the run's own options where none is given, and how the given ones differ.
 */
function asked(
  { options }: Run,
  request: RunRequest,
): { readonly begun: RunRequest; readonly different: readonly string[] } {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  const asThen = given === undefined ? request : asBegun(request, options, given);
  const begun = { ...asThen, reuse: request.reuse ?? reuseOf(options) };
  return { begun, different: differences(options, begun) };
}

/** Whether a run is of the part that is asked for; if none is, of any. */
function isOfShard({ options }: Run, request: RunRequest): boolean {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  if (given?.includes('shard') === false) return true;
  return (options.shard ?? null) === matchingValues(request).shard;
}

/**
 * The latest unfinished run over exactly these sources in this order, else the latest complete one.
 */
function runOf(
  stored: StoredRuns,
  sources: readonly PlannedSource[],
  fits: (run: Run) => boolean,
): Run | null {
  const same = stored.runs.filter(
    (run) => fits(run) && sameSources(stored.sourcesOf(run), sources),
  );
  return same.find(({ state }) => state !== 'complete') ?? same.at(0) ?? null;
}

/** The latest unfinished run over files of these paths, whatever their content is now. */
function unfinishedRunOfPaths(
  stored: StoredRuns,
  sources: readonly PlannedSource[],
  fits: (run: Run) => boolean,
): Run | null {
  const isOfPaths = (run: Run): boolean => {
    const own = stored.sourcesOf(run);
    return own.length === sources.length && own.every(({ path }, i) => path === sources[i].path);
  };
  return stored.runs.find((run) => run.state !== 'complete' && fits(run) && isOfPaths(run)) ?? null;
}
