import type { Status } from '../../solver/core/result/outcome.js';
import { isProofFolder } from './pool/proof-folder.js';
import {
  studyOf,
  type RoundLimits,
  curedStatuses,
  hasRound,
  storedLimits,
  KEPT_OPTIONS,
} from '../record/options.js';
import {
  sameSources,
  type Run,
  sameSource,
  type RunSource,
  type SourceKey,
  findRun,
  listRuns,
  runSources,
  runRetries,
  nameKey,
} from '../store/stored-runs.js';
import {
  asBegun,
  asRetried,
  isAboutLatest,
  isRetry,
  type RetryRequest,
  type RunRequest,
  type RunControls,
  differences,
  differencesOfSolver,
  begunOver,
  readingOf,
  readingWords,
  RunError,
  StoppedEarly,
  type RunObserver,
  type StopRequest,
} from './request.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { systemReason } from '../../solver/core/text/error-codes.js';
import { NO_GATES, gatesOf, gatesText, hasGates, limitsText } from '../record/outcome.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import type { Store } from '../store/open/open.js';
import { StoreError } from '../store/open/store-error.js';
import { countWanted, fewestTries, type Wanted } from '../store/queries/stored-results.js';
import { isRunWhole } from './stored-run.js';
import { resolve } from 'node:path';
import {
  describeSource,
  findSources,
  STANDARD_INPUT,
  type Source,
  leftOutFor,
  leftOutLines,
  type LeftOutFile,
} from '../corpus/sources.js';
import { trace } from '../files/program.js';

/** What is to be done: the request has the options of the run that goes on, if one does. */
export type RunPlan =
  /** `warnings` say why there is none to go on with, if one was to be. */
  | { readonly kind: 'started'; readonly request: RunRequest; readonly warnings: readonly string[] }
  | { readonly kind: 'resumed'; readonly run: Run; readonly request: RunRequest }
  /** So many puzzles of a complete run are to be solved again. */
  | {
      readonly kind: 'retried';
      readonly run: Run;
      readonly request: RunRequest;
      readonly statuses: readonly Status[];
      readonly total: number;
    }
  /** Nothing is to be done: `warnings` say why. */
  | { readonly kind: 'untouched'; readonly run: Run; readonly warnings: readonly string[] };

/**
 * Decides what is to be done for `request`, without doing any of it; `sources` are those of its
 * corpora, or of `runToRead`. test/pipeline/runs/plan.test.ts has a table of the cases.
 * @throws RunError with the reason if it cannot be done.
 */
export function planRun(request: RunRequest, stored: StoredRuns, sources: PlannedSources): RunPlan {
  const planOther = isAboutLatest(request) ? planLatest : planCorpora;
  const plan = isRetry(request) ? planRetry(request, stored) : planOther(request, stored, sources);
  if (plan.kind === 'untouched') return plan;
  const { queue, proveTo } = plan.request;
  if (queue !== null && proveTo !== null) {
    throw new RunError(
      'NM_PROOF_FOLDER',
      'The run keeps its proofs, and other machines do not send theirs: go on without a queue.',
    );
  }
  // A database may come from a stranger, and nobody here may have named the folder that it names.
  const isKnown = proveTo === null || proveTo === request.proveTo;
  if (plan.kind !== 'started' && !isKnown && !isProofFolder(proveTo)) {
    throw new RunError(
      'NM_PROOF_FOLDER',
      `By its database, run ${plan.run.runId} keeps its proofs in ${plainText(proveTo)}, but no run has ` +
        'kept any there: say --prove-to with this folder if that is meant.',
    );
  }
  return plan;
}

/**
 * For a resume the run to go on with, which has no other name than the one that is asked for:
 *
 *   an unfinished one of the same sources, with the same options    go on with it
 *   else a complete one of the same sources with rounds left        go on with its rounds
 *   else a complete one of the same sources                         leave it untouched
 *   else                                                            start one, and say how the
 *                                                                   nearest differs
 */
function planCorpora(request: RunRequest, stored: StoredRuns, sources: PlannedSources): RunPlan {
  const isReadOnce = sources.some(({ sha256 }) => sha256 === null);
  if (request.shard !== null && isReadOnce) throw notReadTwice('has no parts');
  if (request.mode.kind !== 'resume') return { kind: 'started', request, warnings: [] };
  if (isReadOnce) throw notReadTwice('cannot be resumed');
  const differencesOf = (run: Run): readonly string[] | null =>
    differencesOfSolver(run.options, request.solver);
  const fits = (run: Run): boolean =>
    differencesOf(run)?.length === 0 && isOfShard(run, request) && !hasOtherName(run, request);
  // Another solver that was asked with other flags is not passed over: the user hears of it.
  const isBegun = (run: Run): boolean =>
    run.state !== 'complete' &&
    (differencesOf(run)?.length ?? 0) > 0 &&
    !hasOtherName(run, request);
  const run = runOf(stored, sources, fits) ?? runOf(stored, sources, isBegun);
  if (run !== null) return planResume(run, request, stored);
  const begun = unfinishedRunOfPaths(stored, sources, fits);
  if (begun !== null) throw otherCorpora(begun, stored.sourcesOf(begun), sources);
  return startInstead(request, stored, sources);
}

/** The same without corpora: the latest unfinished run, or else the latest, which is complete. */
function planLatest(request: RunRequest, stored: StoredRuns, sources: PlannedSources): RunPlan {
  const run = latestRun(stored, request);
  if (run.state !== 'complete' && studyOf(run.options) !== null) {
    throw new RunError(
      'NM_RUN_NOT_RESUMABLE',
      `Run ${run.runId} is a study: go on with "nonomill study phase --resume".`,
    );
  }
  if (run.state === 'complete') {
    const plan = planResume(run, request, stored);
    const warning = `Run ${run.runId} is complete: there is no run to go on with.`;
    return plan.kind === 'untouched' ? { ...plan, warnings: [warning] } : plan;
  }
  const then = stored.sourcesOf(run);
  if (then.length === 0) {
    throw new RunError(
      'NM_RUN_NOT_RESUMABLE',
      `Run ${run.runId} was stopped before its corpora were stored: name them to go on with it.`,
    );
  }
  if (then.some(({ sha256 }) => sha256 === null)) throw notReadTwice('cannot be resumed');
  if (!sameSources(then, sources)) throw otherCorpora(run, then, sources);
  const [begun, { format }] = [begunOver(run.options), request];
  const other = [null, begun.format].includes(format)
    ? undefined
    : then.find((one) => one.format !== format);
  if (other !== undefined) {
    const said = `--format is ${format}, but ${plainText(other.path)} was read as ${other.format}`;
    throw otherOptions(run, [said], 'resume');
  }
  return planResume(run, { ...request, ...begun }, stored);
}

/** The run whose sources are read before a request without corpora is planned; or null. */
export function runToRead(request: RunRequest, stored: StoredRuns): Run | null {
  if (isRetry(request) || !isAboutLatest(request)) return null;
  const run = latestRun(stored, request);
  if (studyOf(run.options) !== null) return null;
  const isReadOnce = stored.sourcesOf(run).some(({ sha256 }) => sha256 === null);
  return run.state === 'complete' || isReadOnce ? null : run;
}

/** The latest run that is not finished, or else the latest: of a name, if one is asked for. */
function latestRun(stored: StoredRuns, request: RunRequest): Run {
  const called = runsCalled(stored, request);
  return called.find(({ state }) => state !== 'complete') ?? called[0];
}

/** The runs without another name than the one asked for, the latest first. @throws StoreError */
function runsCalled(stored: StoredRuns, request: RunRequest): readonly [Run, ...Run[]] {
  const [first = stored.latest(), ...others] = stored.runs.filter(
    (run) => !hasOtherName(run, request),
  );
  if (!hasOtherName(first, request)) return [first, ...others];
  const called = plainText(request.name ?? '');
  throw new StoreError('NM_RUN_UNKNOWN', `There is no run called "${called}".`);
}

function planResume(run: Run, request: RunRequest, stored: StoredRuns): RunPlan {
  const { begun, different } = asked(run, request);
  if (different.length > 0) throw otherOptions(run, different, 'resume');
  if (run.state === 'complete' && !stored.hasRoundLeft(run, begun)) {
    return { kind: 'untouched', run, warnings: [] };
  }
  return { kind: 'resumed', run, request: begun };
}

/** Solves puzzles again under the limits of now; what is to be found out must be the same. */
function planRetry(request: RetryRequest, stored: StoredRuns): RunPlan {
  const { statuses, given } = request.mode;
  const [run] = runsCalled(stored, request);
  // A retry that was killed leaves `running` behind, but every entry has its result.
  // A study may go on with more puzzles, though the puzzles that it has are solved.
  const isOver = stored.isWhole(run) && studyOf(run.options) === null;
  if (run.state !== 'complete' && !isOver) {
    throw new RunError(
      'NM_RUN_UNFINISHED',
      `Run ${run.runId} is not finished, so there is nothing to try again yet: finish it with --resume first.`,
    );
  }
  const asksAs = asRetried(request, run.options, given);
  const different = differences(run.options, asksAs);
  if (different.length > 0) throw otherOptions(run, different, 'retry');
  const total = stored.countOf(run, statuses);
  if (total === 0 && run.state === 'complete') {
    const none = `Run ${run.runId} has no result that is ${statuses.join(' or ')}: none to try again.`;
    return { kind: 'untouched', run, warnings: [none] };
  }
  return { kind: 'retried', run, request: asksAs, statuses, total };
}

/** The request with the run's own options where none is given, and how the given ones differ. */
function asked({ options }: Run, request: RunRequest) {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  const asThen = given === undefined ? request : asBegun(request, options, given);
  const begun = { ...asThen, reuse: request.reuse ?? reuseOf(options) };
  return { begun, different: differences(options, begun) };
}

/** Whether a run has a name, and another one is asked for: whoever names none means any. */
function hasOtherName({ name }: Run, { name: asked }: RunRequest): boolean {
  return nameKey(name ?? asked ?? '') !== nameKey(asked ?? name ?? '');
}

/** Whether a run is of the part that is asked for; if none is, of any. */
function isOfShard({ options }: Run, request: RunRequest): boolean {
  const given = request.mode.kind === 'resume' ? request.mode.given : undefined;
  if (given?.includes('shard') === false) return true;
  return (options.shard ?? null) === request.shard;
}

/** The latest unfinished run over exactly these sources, else the latest complete one. */
function runOf(stored: StoredRuns, sources: PlannedSources, fits: (run: Run) => boolean) {
  const all = stored.runs.filter((run) => fits(run) && sameSources(stored.sourcesOf(run), sources));
  return all.find(({ state }) => state !== 'complete') ?? all.at(0) ?? null;
}

/** The latest unfinished run over files of these paths, whatever their content is now. */
function unfinishedRunOfPaths(
  stored: StoredRuns,
  sources: PlannedSources,
  fits: (run: Run) => boolean,
) {
  const isOfPaths = (run: Run): boolean => {
    const own = stored.sourcesOf(run);
    return own.length === sources.length && own.every(({ path }, i) => path === sources[i].path);
  };
  return stored.runs.find((run) => run.state !== 'complete' && fits(run) && isOfPaths(run)) ?? null;
}

/** An option was given that is not the run's own: in `different` a phrase for each. */
function otherOptions({ runId }: Run, different: readonly string[], mode: 'resume' | 'retry') {
  const instead =
    mode === 'resume'
      ? 'use the same options, or start a new run without --resume.'
      : 'leave these options out, or start a new run.';
  return new RunError(
    'NM_RUN_OPTIONS_DIFFER',
    `Run ${runId} was begun with other options: ${different.join('; ')}. ` +
      `Its results would not go together: ${instead}`,
  );
}

/** Corpora that cannot be read twice, for a run that `cannot` do without that. */
function notReadTwice(cannot: 'has no parts' | 'cannot be resumed'): RunError {
  return new RunError(
    'NM_STANDARD_INPUT',
    'Standard input and pipes cannot be read a second time, so a run over them ' +
      `${cannot}: write what comes to a file and run that.`,
  );
}

/** Corpora that are not what an unfinished run began with: `then`. */
function otherCorpora({ runId }: Run, then: readonly RunSource[], now: readonly SourceKey[]) {
  const changed = then.filter((source, i) => i >= now.length || !sameSource(source, now[i]));
  if (changed.length === 0) {
    return new RunError(
      'NM_CORPUS_CHANGED',
      `There are more files now than run ${runId} began with: take them away, ` +
        'or start a new run without --resume.',
    );
  }
  if (changed.every(({ sha256 }) => sha256 === null)) {
    return new RunError(
      'NM_STANDARD_INPUT',
      `Run ${runId} read standard input, which cannot be read again.`,
    );
  }
  const names = changed.map(({ path }) => path).join(', ');
  return new RunError(
    'NM_CORPUS_CHANGED',
    `${names}: changed since run ${runId} began, or read in another way. ` +
      'Put the old content back, or start a new run without --resume.',
  );
}

/** A run whose proofs cannot be kept where they should be. */
export function noProofFolder(folder: string, error: unknown): RunError {
  const why = systemReason(error, 'write');
  return new RunError(
    'NM_PROOF_FOLDER',
    `The folder for the proofs cannot be used: ${folder}: ${why}`,
  );
}

/** A source as far as planning looks at it. */
interface PlannedSource extends SourceKey {
  readonly path: string;
}

type PlannedSources = readonly PlannedSource[];

/**
 * A resume starts a run, and says why: the nearest one, how it differs, and the limits of the new
 * one. If no gates are asked for, those of the nearest run hold, if it read one of these files or
 * what one was before: had nothing changed since, it would have gone on with them.
 */
function startInstead(request: RunRequest, stored: StoredRuns, sources: PlannedSources): RunPlan {
  const run = nearestRun(stored, sources);
  const begins = `A new one starts, with ${limitsText(storedLimits(request))}.`;
  const none = 'There is no run to go on with';
  if (run === null) return { kind: 'started', request, warnings: [`${none}. ${begins}`] };
  const own = stored.sourcesOf(run);
  const called = run.name === null ? '' : ` (${plainText(run.name)})`;
  const how = [
    ...differencesOfSources(own, sources),
    ...differences(run.options, request),
    ...(hasOtherName(run, request) ? ['it has another name'] : []),
  ];
  const why = `${none}: the nearest, run ${run.runId}${called}, differs: ${how.join('; ')}. ${begins}`;
  const gates = gatesOf(run.options);
  const isKnown = sources.some((source) =>
    own.some((one) => one.path === source.path || sameSource(one, source)),
  );
  const isAsked = request.gates !== undefined || hasGates(request.newGates ?? NO_GATES);
  if (isAsked || !isKnown || !hasGates(gates)) return { kind: 'started', request, warnings: [why] };
  const said = `The gates of run ${run.runId} hold for it: ${gatesText(gates)}.`;
  return { kind: 'started', request: { ...request, gates }, warnings: [`${why} ${said}`] };
}

/** The run that shares most sources with these, the latest of equals; null if there is no run. */
function nearestRun(stored: StoredRuns, sources: PlannedSources): Run | null {
  let nearest: { readonly run: Run; readonly shared: number } | null = null;
  for (const run of stored.runs) {
    const own = stored.sourcesOf(run);
    const shared = sources.filter((source) => own.some((one) => sameSource(one, source))).length;
    if (nearest === null || shared > nearest.shared) nearest = { run, shared };
  }
  return nearest?.run ?? null;
}

/** How the sources of a run differ from others, a phrase each. */
function differencesOfSources(then: readonly RunSource[], now: PlannedSources): string[] {
  if (sameSources(then, now)) return [];
  const gone = then.filter((one) => !now.some((other) => sameSource(one, other)));
  const fresh = now.filter((one) => !then.some((other) => sameSource(other, one)));
  const pathsGone = new Set(gone.map(({ path }) => path));
  const changed = fresh.filter(({ path }) => pathsGone.has(path));
  const paths = new Set(changed.map(({ path }) => path));
  const only = (files: PlannedSources) => files.filter(({ path }) => !paths.has(path));
  const phrases = [
    phrase('it read', only(gone), 'too'),
    phrase('it did not read', only(fresh)),
    phrase('since then', changed, changed.length === 1 ? 'has changed' : 'have changed'),
  ].filter((words) => words !== '');
  return phrases.length > 0 ? phrases : ['it read the same files in another order'];
}

const NAMED = 3;

function phrase(before: string, files: readonly { readonly path: string }[], after = ''): string {
  if (files.length === 0) return '';
  const names = files.slice(0, NAMED).map(({ path }) => plainText(path));
  const more = files.length > NAMED ? [`${countText(files.length - NAMED)} more`] : [];
  const list = [...names, ...more];
  const last = list.pop()!;
  const all = list.length === 0 ? last : `${list.join(', ')} and ${last}`;
  return `${before} ${all} ${after}`.trimEnd();
}

/** What a database knows of its runs, as far as a new one is planned by it. */
type StoredRuns = ReturnType<typeof storedRuns>;

export function storedRuns(store: Store) {
  return {
    /** The latest first. */
    runs: listRuns(store) as readonly Run[],
    latest: () => findRun(store),
    sourcesOf: ({ runId }: Run): readonly RunSource[] => runSources(store, runId),
    isWhole: ({ runId }: Run) => isRunWhole(store, runId),
    /** How many puzzles of a run a retry tries. */
    countOf: ({ runId }: Run, statuses: readonly Status[]) =>
      countWanted(store, runId, { statuses }),
    /** Whether a run whose entries all have results has a round left under these limits. */
    hasRoundLeft: ({ runId }: Run, limits: RoundLimits) => nextRound(store, runId, limits) !== null,
  };
}

/** A round of a run that is still to be done, or to be finished; or a retry, which is one more. */
export interface NextRound {
  /** From 2: the first is the way through the corpus. Null for a retry. */
  readonly round: number | null;
  /** Which puzzles it still tries, and how many there are. */
  readonly wanted: Wanted;
  readonly puzzles: number;
}

/**
 * The next round of a run, all of whose entries have a result or a reject; null if there is none. A
 * round tries what an earlier one left open because of a limit that grows, and with it what
 * crashed, so that each round tries each of its puzzles once: how often they were tried says which
 * round they wait for. Once some were tried otherwise (`--retry`), the rounds of the run are over.
 */
export function nextRound(store: Store, runId: number, limits: RoundLimits): NextRound | null {
  const cured = curedStatuses(limits);
  if (cured.length === 0 || countWanted(store, runId, { statuses: cured }) === 0) return null;
  if (runRetries(store, runId).some(({ round }) => round === null)) return null;
  const statuses = [...cured, 'crash'] as const;
  const round = 1 + fewestTries(store, runId, statuses)!;
  if (!hasRound(limits, round)) return null;
  const wanted = { statuses, fewerTries: round };
  return { round, wanted, puzzles: countWanted(store, runId, wanted) };
}

/** The round that a run goes on with after its corpora, or a retry; null if it reads them. */
export function solvedAgain(store: Store, plan: RunPlan): NextRound | null {
  if (plan.kind === 'retried') {
    return { round: null, wanted: { statuses: plan.statuses }, puzzles: plan.total };
  }
  if (plan.kind !== 'resumed') return null;
  const { request, run } = plan;
  // To look whether it is whole takes longer.
  if (curedStatuses(request).length === 0 || !isRunWhole(store, run.runId)) return null;
  return nextRound(store, run.runId, request);
}

/** One source as a run knows it before it reads it. */
export interface KnownSource extends PlannedSource {
  /** Null for what can be read only once: standard input, a pipe. */
  readonly bytes: number | null;
}

/** The files that a request names; null if it is about the latest run of the database. */
export async function findCorpora(request: RunRequest) {
  if (isAboutLatest(request)) return null;
  return findSources(request.corpora, request);
}

/** The corpora that a run is planned for. */
interface KnownCorpora {
  readonly sources: readonly KnownSource[];
  /** Files of folders that are not read; null if the run has noted them already. */
  readonly leftOut: readonly LeftOutFile[] | null;
}

/** What is known of the files `found`, or of those of the run to go on. @throws as `knowSources` */
export async function knowCorpora(
  request: RunRequest,
  found: Awaited<ReturnType<typeof findCorpora>>,
  stored: StoredRuns,
  { observer, stop }: RunControls,
): Promise<KnownCorpora> {
  if (found === null) {
    const run = runToRead(request, stored);
    if (run === null) return { sources: [], leftOut: null };
    const { sources } = await knowSources(stored.sourcesOf(run), readingOf(run.options), stop);
    return { sources, leftOut: null };
  }
  const known = await knowSources(eachOnce(found.sources, observer), readingWords(request), stop);
  const leftOut = [...found.leftOut, ...known.leftOut];
  for (const line of leftOutLines(leftOut)) observer.warn(line);
  return { sources: known.sources, leftOut };
}

/** Each file once, even if a folder and a pattern, say, both name it: then there is a warning. */
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

/**
 * Reads every file once, for its hash, so that a run can tell whether it is still the same. One
 * that was found in a folder and cannot be read any more is left out, unless it is the only one.
 * @throws CorpusError if another one cannot be read, or is not recognised as a puzzle; StoppedEarly
 * if `stop` is requested meanwhile.
 */
export async function knowSources(
  sources: readonly Source[],
  reading: string,
  stop: StopRequest,
): Promise<KnownCorpora & { readonly leftOut: readonly LeftOutFile[] }> {
  const known: KnownSource[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const source of sources) {
    if (source.once === true) {
      const format = source.format ?? 'detected';
      known.push({ path: source.path, format, sha256: null, bytes: null, reading });
      continue;
    }
    trace('run', () => `hashes ${plainText(source.path)}`);
    try {
      const { path, format, sha256, bytes } = await describeSource(source, () => {
        if (stop.reason !== null) throw new StoppedEarly();
      });
      known.push({ path, format, sha256, bytes, reading });
    } catch (error) {
      const isLast = known.length === 0 && source === sources.at(-1);
      if (source.found !== true || isLast) throw error;
      leftOut.push(leftOutFor(source.path, error));
    }
  }
  return { sources: known, leftOut };
}

/** What a run of these options takes over; null if nothing. */
function reuseOf(options: Run['options']): { from: string | null } | null {
  const from = options[KEPT_OPTIONS.reuseFrom];
  if (options[KEPT_OPTIONS.reuse] !== true) return null;
  return { from: typeof from === 'string' ? from : null };
}
