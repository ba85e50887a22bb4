import type { Readable } from 'node:stream';
import type { Status } from '../../solver/core/result/outcome.js';
import { type RunGates, NO_GATES, type SolvedWhyCounts } from '../record/outcome.js';
import {
  type OptionsInForce,
  type KeptStudy,
  type AskedOfPuzzles,
  isRoundLimit,
  limitIn,
  limitListText,
  type LimitList,
  ROUND_LIMITS,
  readShard,
  type RoundLimits,
  type storedLimits,
  otherSolverOf,
  studyOf,
  type PoolMember,
  KEPT_OPTIONS,
} from '../record/options.js';
import { resolve } from 'node:path';
import { PROOF_FORMATS, type ProofFormat } from '../../solver/engine/certificate/lemma-text.js';
import type { PoolHealth, PuzzleLimits } from './pool/pool.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { availableParallelism, release, totalmem, type } from 'node:os';
import { withSlashes } from '../files/files.js';
import { areOptionsLost } from '../store/stored-runs.js';
import type { Watch, Progress } from '../record/progress.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';

/** What `nonomill run` was asked for, but for its report: plain data with all defaults. */
export interface RunRequest extends MatchingValues {
  /** Files, folders, globs, or `-`, in order; none in a retry, or to go on with the latest run. */
  readonly corpora: readonly string[];
  /** The database file; made if there is none. */
  readonly db: string;
  readonly name: string | null;
  /** Threads of this machine: at least 1, or at least 0 with a queue. May differ on `resume`. */
  readonly threads: number;
  /** The queue whose workers solve, and how long it may be silent; null if this machine solves. */
  readonly queue: { readonly url: string; readonly timeoutMs: number } | null;
  /** Files of folders and patterns that are passed over: patterns, or names at any depth. */
  readonly ignore: readonly string[];
  /** The name of the format of every corpus; null to recognise it by extension, then by content. */
  readonly format: string | null;
  /** Whether pictures (PNG) are read as puzzles; left out if nobody can ask for that. */
  readonly images?: boolean;
  readonly mode: RunMode;
  /** Milliseconds after which the run stops cleanly and can be resumed; or null. */
  readonly stopAfterMs: number | null;
  /** When, in milliseconds of the epoch, it does the same; left out or null for never. */
  readonly until?: number | null;
  /** The priority of this process, 0 to 19; left out or null to leave it. */
  readonly nice?: number | null;
  /** The load of the machine above which threads rest; left out or null for none. */
  readonly maxLoad?: number | null;
  /** Whether each commit waits until it is on the disk: then a power cut takes nothing back. */
  readonly durable: boolean;
  /** What must hold of the results, kept with the run; left out: what it was asked before. */
  readonly gates?: RunGates;
  /** The gates of a new run, if `gates` is left out: the gates that a config file names. */
  readonly newGates?: RunGates;
  /** Options that a config file or the command line set, and from where; left out without one. */
  readonly inForce?: OptionsInForce;
  /**
   * Whether what was solved before is taken over, and from which database, from the root, besides
   * its own; left out or null: as so far.
   */
  readonly reuse?: { readonly from: string | null } | null | undefined;
  /** The other solver whose answers these are; left out if nonomill solves. */
  readonly solver?: {
    /** All that decides what it answers: plain data that is kept with the run. */
    readonly kept: Readonly<Record<string, unknown>>;
    /** The keys of `kept` that are flags: other values are of the same solver, asked otherwise. */
    readonly flags: readonly string[];
  };
  /** A run that is done again, whose corpora the new one names as it did. */
  readonly again?: {
    /** What it is called: `run 3`. */
    readonly label: string;
    /** As they were typed, and the folder in which. */
    readonly corpora: readonly string[];
    readonly folder: string;
    /** Its files, in the order of the corpora of the request. */
    readonly paths: readonly string[];
  };
  /** What the puzzles are drawn for; left out if they come from corpora. */
  readonly study?: KeptStudy;
}

/** What is to be solved: everything, what is missing, or what ended with one of `statuses`. */
export type RunMode =
  | { readonly kind: 'new' }
  | {
      readonly kind: 'resume';
      /** The options that were typed, which must be those of the run; left out: all of them. */
      readonly given?: readonly MatchingOption[];
    }
  | {
      readonly kind: 'retry';
      readonly statuses: readonly Status[];
      /** The options that the user gives. Of the others, what to find out is as in the run. */
      readonly given: readonly MatchingOption[];
    };

export interface RetryRequest extends RunRequest {
  readonly mode: Extract<RunMode, { kind: 'retry' }>;
}

export function isRetry(request: RunRequest): request is RetryRequest {
  return request.mode.kind === 'retry';
}

/** Whether the latest run of the database is meant, whatever its corpora. */
export function isAboutLatest({ mode, corpora, study }: RunRequest): boolean {
  if (mode.kind === 'retry') return true;
  return mode.kind === 'resume' && corpora.length === 0 && study === undefined;
}

/** What a run reports to, and what can stop it. */
export interface RunControls {
  readonly observer: RunObserver;
  readonly stop: StopRequest;
  /** The version of nonomill, stored with the run. */
  readonly toolVersion: string;
  /** What a corpus `-` is read from; left out: the standard input of the process. */
  readonly standardInput?: () => Readable;
}

/**
 * What must be the same when a run goes on (`--resume`) and in all its parts (`merge`), as it is
 * stored with the run: it decides what results say, or which entries there are. Null if not set.
 */
interface MatchingValues extends AskedOfPuzzles {
  /** The most entries to read, rejects included, over all corpora. */
  readonly limit: number | null;
  /** Whether start positions are left out of the puzzles. */
  readonly ignoreStart: boolean;
  /** Whether the columns come first in corpora of which only custom says that the rows do. */
  readonly columnsFirst: boolean | null;
  /** How the proofs in `proveTo` are written. */
  readonly proofFormat: ProofFormat | null;
  /** The part of the entries that this run is about, to be merged with the others: `2/8`. */
  readonly shard: string | null;
}

/** A request that says nothing of its own. */
const NOTHING_ASKED: MatchingValues = {
  timeoutMs: DEFAULT_SOLVE_LIMITS.timeoutMs,
  maxSteps: null,
  memoryMiB: null,
  count: DEFAULT_SOLVE_LIMITS.count,
  guessDepth: DEFAULT_SOLVE_LIMITS.guessDepth,
  limit: null,
  ignoreStart: false,
  columnsFirst: null,
  crossCheck: null,
  noDifficulty: null,
  prove: null,
  proveTo: null,
  proofFormat: null,
  shard: null,
};

/**
 * What a retry makes of an option:
 *
 *   same      as in the run; another one is refused, since the results would not go together
 *   kept      as in the run, unless it is given
 *   either    set if it was set in the run, or is given
 *   now       as it is given, or by default: what may be spent is what a retry is about
 *   part      it says which entries of a corpus are read, and a retry reads none
 *   reading   it decides what entries a file has: a file that was read otherwise is another one,
 *             of which nothing is known; a retry reads none
 */
type OnRetry = 'same' | 'kept' | 'either' | 'now' | 'part' | 'reading';

/** One option that must be the same when a run goes on. */
interface Option {
  /** As typed, without the dashes. */
  readonly flag: string;
  readonly onRetry: OnRetry;
  /** Whether this may be stored: a database may come from a stranger, or be damaged. */
  readonly fits: (value: unknown) => boolean;
  /** What is kept of what is asked, if that is another value: null for what is not set. */
  readonly kept?: (value: unknown) => unknown;
  /** What follows a number in messages. */
  readonly unit?: string;
}

/** What may be spent on each puzzle, and may grow from round to round. */
function limitOption(name: (typeof ROUND_LIMITS)[number], flag: string, unit = ''): Option {
  const fits = (value: unknown): boolean => isRoundLimit(name, value);
  return { flag, onRetry: 'now', fits, kept: (value) => (value === Infinity ? null : value), unit };
}

/** A switch, or a share, which is not kept if it is off, or none. */
function wishOption(flag: string, onRetry: OnRetry, fits: Option['fits'] = isFlag): Option {
  return { flag, onRetry, fits, kept: (value) => (value === false || value === 0 ? null : value) };
}

/** Those options: under these names they are `run`'s flags (src/pipeline/cli/commands/run.ts). */
const TABLE: Readonly<Record<keyof MatchingValues, Option>> = {
  timeoutMs: limitOption('timeoutMs', 'timeout', 'ms'),
  maxSteps: limitOption('maxSteps', 'max-steps'),
  memoryMiB: limitOption('memoryMiB', 'memory'),
  count: { flag: 'count', onRetry: 'same', fits: (one) => one === 'exact' || isWhole(one, 2) },
  guessDepth: { flag: 'guess-depth', onRetry: 'same', fits: (value) => isWhole(value, 1) },
  limit: { flag: 'limit', onRetry: 'part', fits: (value) => isWhole(value, 0) },
  ignoreStart: { ...wishOption('ignore-start', 'reading'), kept: (value) => value === true },
  columnsFirst: wishOption('columns-first', 'reading'),
  crossCheck: wishOption('cross-check', 'kept', isShare),
  noDifficulty: wishOption('no-difficulty', 'either'),
  prove: wishOption('prove', 'either'),
  proveTo: {
    flag: 'prove-to',
    onRetry: 'kept',
    fits: (value) => typeof value === 'string',
    /** The folder, from the root. */
    kept: (value) => (typeof value === 'string' ? resolve(value) : value),
  },
  proofFormat: {
    flag: 'proof-format',
    onRetry: 'kept',
    fits: (value) => PROOF_FORMATS.some((format) => format === value),
  },
  shard: {
    flag: 'shard',
    onRetry: 'part',
    fits: (value) => typeof value === 'string' && readShard(value) !== null,
  },
};

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

/** The name of an option that must be the same when a run goes on. */
type MatchingOption = keyof MatchingValues;

/** Options as the database has them, which may be of any version. */
type StoredOptions = Readonly<Record<string, unknown>>;

/** Those options, in the order in which they are stored. */
export const MATCHING_OPTIONS = Object.keys(NOTHING_ASKED) as readonly MatchingOption[];

/** Of what was given, the options that must be the same when a run goes on. */
export function matchingOf(words: ReadonlySet<string>): readonly MatchingOption[] {
  return MATCHING_OPTIONS.filter((key) => words.has(key));
}

/** Those options that a retry cannot do anything with. */
export const USELESS_ON_RETRY = MATCHING_OPTIONS.filter((key) =>
  ['part', 'reading'].includes(TABLE[key].onRetry),
);

/** How files become entries, as each source has it: only files that are read alike are the same. */
export function readingWords(asked: MatchingValues): string {
  return MATCHING_OPTIONS.filter((key) => TABLE[key].onRetry === 'reading' && asked[key] === true)
    .map((key) => TABLE[key].flag)
    .join(' ');
}

/** The same of a run with these options. */
export function readingOf(options: StoredOptions): string {
  return readingWords(asBegun(NOTHING_ASKED, options, []));
}

/** What a request asks, as it is stored with its run. */
export function matchingValues(request: MatchingValues) {
  const values = MATCHING_OPTIONS.map((key) => [key, request[key]]);
  return Object.fromEntries(values) as Pick<MatchingValues, MatchingOption>;
}

/** What each puzzle may take in the first round, and what is found out about it. */
export function limitsOf(asked: MatchingValues): PuzzleLimits {
  const { count, guessDepth, crossCheck, noDifficulty, prove, proveTo, proofFormat } = asked;
  return {
    timeoutMs: limitIn('timeoutMs', asked, 1),
    maxSteps: limitIn('maxSteps', asked, 1),
    memoryBytes: limitIn('memoryMiB', asked, 1) * 2 ** 20,
    count: count ?? DEFAULT_SOLVE_LIMITS.count,
    guessDepth: guessDepth ?? DEFAULT_SOLVE_LIMITS.guessDepth,
    crossCheck: crossCheck ?? 0,
    difficulty: noDifficulty !== true,
    prove: prove === true,
    proveTo: proveTo ?? undefined,
    proofFormat: proofFormat ?? undefined,
  };
}

/** A request that asks for `values`; what they do not name stays. */
export function asking<Request extends MatchingValues>(
  request: Request,
  values: { readonly [Key in MatchingOption]?: MatchingValues[Key] | undefined },
): Request {
  const asked = MATCHING_OPTIONS.flatMap((key) => {
    const { kept = (value: unknown) => value } = TABLE[key];
    return values[key] === undefined ? [] : [[key, kept(values[key])]];
  });
  return { ...request, ...(Object.fromEntries(asked) as Partial<MatchingValues>) };
}

/** A request that asks for the limits of one round alone. */
export function askingRound(request: RunRequest, round: number): RunRequest {
  const limits = ROUND_LIMITS.map((name) => [name, limitIn(name, request, round)]);
  return asking(request, Object.fromEntries(limits) as RoundLimits);
}

/** A request to go on with a run of these options: what is not `given` is as in the run. */
export function asBegun<Request extends MatchingValues>(
  request: Request,
  options: StoredOptions,
  given: readonly MatchingOption[],
): Request {
  const values = valuesOf(options, (key) => !given.includes(key));
  return asking(request, values);
}

/** A request to solve puzzles of a run of these options again. */
export function asRetried<Request extends MatchingValues>(
  request: Request,
  options: StoredOptions,
  given: readonly MatchingOption[],
): Request {
  const isAsThen = (key: MatchingOption): boolean => {
    const { onRetry } = TABLE[key];
    if (onRetry === 'either') return options[key] === true;
    return (onRetry === 'same' || onRetry === 'kept') && !given.includes(key);
  };
  return asking(request, valuesOf(options, isAsThen));
}

/** @throws RunError if one of them cannot have been asked */
function valuesOf(options: StoredOptions, isWanted: (key: MatchingOption) => boolean) {
  const wanted = MATCHING_OPTIONS.filter(isWanted).map((key) => {
    const value = options[key] ?? null;
    const { flag, unit, fits } = TABLE[key];
    if (value === null || fits(value)) return [key, value];
    throw new RunError(
      'NM_RUN_NOT_REPEATABLE',
      `The run cannot have had --${flag} ${optionValueText(value, unit)}: its stored options are damaged.`,
    );
  });
  return Object.fromEntries(wanted) as Partial<MatchingValues>;
}

function optionValueText(value: unknown, unit = ''): string {
  if (value === null || value === false) return 'not set';
  if (value === true) return 'set';
  if (Array.isArray(value)) return limitListText(value as LimitList, (one) => `${one}${unit}`);
  return typeof value === 'string' ? value : `${JSON.stringify(value)}${unit}`;
}

/** What a new run is asked that a user says nothing about. */
const BY_DEFAULT = {
  ...NOTHING_ASKED,
  corpora: [],
  name: null,
  queue: null,
  ignore: [],
  format: null,
  mode: { kind: 'new' },
  stopAfterMs: null,
  durable: false,
} as const satisfies Partial<RunRequest>;

/** The request of a new run, but for what is asked: the one place that says what nobody says. */
export function newRequest(
  asked: Pick<RunRequest, 'db' | 'threads'> & Partial<RunRequest>,
): RunRequest {
  return asking({ ...BY_DEFAULT, ...asked }, asked);
}

/** The options that are stored with a run, as JSON; those of the table never differ later. */
export function storedOptions(request: RunRequest): object {
  const { shard, ...matching } = matchingValues(request);
  const { solver, study, threads, format, images, corpora, inForce, reuse, again } = request;
  const { stopAfterMs } = request;
  const { newGates = NO_GATES, gates = newGates } = request;
  // Facts without a column, for runs that are measured against others.
  const machine = {
    system: `${type()} ${release()}`,
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
  };
  return {
    ...matching,
    ...(solver !== undefined && { [KEPT_OPTIONS.otherSolver]: solver.kept, machine }),
    ...(study && { [KEPT_OPTIONS.study]: study }),
    shard,
    threads,
    format,
    corpora: again?.corpora ?? corpora.map((path) => withSlashes(path)),
    [KEPT_OPTIONS.folder]: again?.folder ?? process.cwd(),
    ...(again && { [KEPT_OPTIONS.again]: again.label }),
    ...(stopAfterMs !== null && { stopAfterMs }),
    ...(reuse != null && { [KEPT_OPTIONS.reuse]: true }),
    ...(reuse?.from != null && { [KEPT_OPTIONS.reuseFrom]: reuse.from }),
    ...(images === true && { images }),
    ...gates,
    ...(inForce && { [KEPT_OPTIONS.inForce]: inForce }),
  };
}

/** What a run was begun over, and the format that was named. */
export function begunOver(options: StoredOptions): Pick<RunRequest, 'corpora' | 'format'> {
  const { corpora, format } = options;
  return {
    corpora: Array.isArray(corpora) ? corpora.map(String) : [],
    format: typeof format === 'string' ? format : null,
  };
}

/** How a run's solver differs from a request's, a phrase each; null if it is another solver. */
export function differencesOfSolver(
  options: StoredOptions,
  { kept, flags }: NonNullable<RunRequest['solver']> = { kept: {}, flags: [] },
): readonly string[] | null {
  const then = otherSolverOf(options) ?? {};
  const differ = [...new Set([...Object.keys(then), ...Object.keys(kept)])].filter(
    (key) => then[key] !== kept[key],
  );
  if (!differ.every((key) => flags.includes(key))) return null;
  return differ.map(
    (key) => `--${key} was ${optionValueText(then[key])}, now ${optionValueText(kept[key])}`,
  );
}

/** What prevents a request from going on with a run of these options, or from a retry. */
export function differences(then: StoredOptions, request: RunRequest): readonly string[] {
  const of = { isRetry: isRetry(request), flags: request.solver?.flags };
  return differencesOfRuns(then, { ...storedOptions(request) }, of);
}

/** How the options of two runs differ that must be the same; `flags` as of its `solver`. */
export function differencesOfRuns(
  then: StoredOptions,
  now: StoredOptions,
  {
    isRetry = false,
    flags = [],
  }: { readonly isRetry?: boolean; readonly flags?: readonly string[] | undefined } = {},
): readonly string[] {
  if (areOptionsLost(then) || areOptionsLost(now)) return ['its own cannot be read any more'];
  const found = MATCHING_OPTIONS.flatMap((key) => {
    const { flag, unit, onRetry } = TABLE[key];
    const [before, after] = [then[key] ?? null, now[key] ?? null];
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    if (isSame || (isRetry && onRetry !== 'same')) return [];
    return [`--${flag} was ${optionValueText(before, unit)}, now ${optionValueText(after, unit)}`];
  });
  const before = otherSolverOf(now) ?? {};
  const whose = otherSolverOf(then) === null ? "nonomill's own" : 'those of another program';
  return [
    ...found,
    // A retry takes its puzzles from the database, wherever they came from.
    ...(isRetry ? [] : differencesOfStudies(studyOf(then), studyOf(now))),
    ...(differencesOfSolver(then, { kept: before, flags }) ?? [`its results are ${whose}`]),
  ];
}

function differencesOfStudies(then: KeptStudy | null, now: KeptStudy | null): string[] {
  if (JSON.stringify(then) === JSON.stringify(now)) return [];
  if (then === null) return ['its puzzles are those of corpora'];
  return [`its puzzles were drawn for ${now === null ? 'a' : 'another'} study`];
}

/**
 * The words after `nonomill` that go on with a run, by the options that are stored with it, apart
 * from the database. A study is known by what is kept of it. A race has to be typed again, with
 * `--resume`; claims are judged again from the first.
 */
export function resumeWords(options: Readonly<Record<string, unknown>>, name: string | null) {
  const { corpora, timeoutMs, memoryMiB, limit } = options;
  const external = otherSolverOf(options);
  const study = studyOf(options);
  if (study !== null) return ['study', study.kind, '--resume'];
  if (external === null) return ['run', '--resume'];
  const { kind, claims, command, format, verdict, runs } = external;
  const flag = (flagName: string, value: unknown, unit = ''): string[] =>
    typeof value === 'string' || typeof value === 'number' ? [flagName, `${value}${unit}`] : [];
  const files = Array.isArray(corpora) ? corpora.map(String) : [];
  return [
    String(kind),
    ...files,
    ...(typeof claims === 'string' ? [claims] : []),
    ...flag('--cmd', command),
    ...flag('--as', name),
    ...flag('--format', format),
    ...flag('--verdict', verdict),
    ...flag('--runs', runs === 1 ? null : runs),
    ...flag('--timeout', timeoutMs, 'ms'),
    ...flag('--memory', memoryMiB),
    ...flag('--limit', limit),
    ...(kind === 'race' ? ['--resume'] : []),
  ];
}

/** Is told how a run goes: the command line draws it, tests look at it. */
export interface RunObserver {
  /** Once, before the first puzzle. */
  started(start: RunStart): void;
  /** About ten times a second at most, and once at the end. */
  progress(progress: RunProgress): void;
  /** Before each round of a run after the first; left out by who does not care. */
  round?(round: RoundStart): void;
  /** Before each step of a study; left out by who does not care. */
  step?(step: StudyStep): void;
  /** Is told how far a preview has read the corpora; left out by who does not care. */
  readonly beforehand?: Watch;
  /** Something that a person should know now: little disk space left, a thread that was ended. */
  warn(message: string): void;
}

/** A round of a run that begins, or goes on. */
export interface RoundStart {
  readonly round: number;
  /** Null if rounds go on until nothing is open. */
  readonly of: number | null;
  /** Puzzles that it tries. */
  readonly left: number | null;
  readonly limits: ReturnType<typeof storedLimits>;
}

/** A step of a study that begins, or goes on. */
export interface StudyStep {
  /** From 1 on. */
  readonly step: number;
  /** Puzzles that are drawn in it, and for how many points. */
  readonly puzzles: number;
  readonly points: number;
  /** All points of the study. */
  readonly of: number;
}

export interface RunStart {
  readonly runId: number;
  readonly kind: 'started' | 'resumed' | 'retried';
  /** The corpora as they were found, in the order of work. */
  readonly sources: readonly { readonly path: string; readonly bytes: number | null }[];
  /** How many results were there before. */
  readonly doneBefore: number;
  readonly threads: number;
}

/**
 * How far a run is: `done` and `total` are entries, also the ones done before; of a
 * retry the puzzles that are tried again. All other counts are those of this process.
 */
export interface RunProgress extends Progress, PoolHealth {
  /** Results that have come, in the order of arrival; not all of them are committed yet. */
  readonly solved: number;
  /** How many of them were taken over from other runs: the rate leaves them out. */
  readonly reused: number;
  /** Puzzles that were skipped because they had their result before. */
  readonly skipped: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Bytes of the corpora on the disk: read so far, and in all; null if not known. */
  readonly bytesRead: number;
  readonly bytesTotal: number | null;
  /** Puzzles still to solve, estimated from the bytes read so far; null if nobody can tell. */
  readonly left: number | null;
  /** The middle of `timeLeft` in milliseconds, or null if nobody can tell. */
  readonly leftMs: number | null;
  readonly elapsedMs: number;
  /** The machines that solve through a queue; none if there is no queue. */
  readonly workers: readonly PoolMember[];
}

/** How a run ended that is complete, or can be resumed. One that cannot be done throws. */
export interface RunOutcome {
  readonly runId: number;
  /**
   *   started    a new run
   *   resumed    an unfinished run went on
   *   untouched  `resume` met a complete run: nothing was solved, only its report is written again
   *   retried    `retry` solved some of the latest run's puzzles again
   */
  readonly kind: 'started' | 'resumed' | 'untouched' | 'retried';
  /** Whether all is done, as stored with the run, which an interrupted retry leaves complete. */
  readonly state: 'complete' | 'interrupted';
  /** Why it is `interrupted`, or null. `locked`: another program held the database for too long. */
  readonly stoppedBy: StopReason | 'disk-full' | 'locked' | null;
  /** Whether the same request can go on later: standard input cannot be read twice. */
  readonly resumable: boolean;
  /** Puzzles solved by this process, including those tried again. */
  readonly solved: number;
  /** How many of them were taken over from other runs. */
  readonly reused: number;
  /** Why the others were solved; null if none were to be taken over. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /** Puzzles left of a run or retry that was stopped; null if nobody can tell, or none is. */
  readonly left: { readonly count: number; readonly isEstimate: boolean } | null;
  readonly proof: EntryProof;
  /** Milliseconds of the run in this process, from its first row to its last. */
  readonly wallMs: number;
}

/** That nothing was lost or counted twice: entries = results + rejects + copied, or it throws. */
export interface EntryProof {
  /** How many the readers counted, in all files; null if they were interrupted. */
  readonly entries: number | null;
  /** How many the database holds. */
  readonly results: number;
  readonly rejects: number;
  /** Results and rejects that count again, for files with the content of another file. */
  readonly copied: number;
  /** Null if nothing can be claimed. */
  readonly holds: boolean | null;
}

/** Who asked a run to stop: the user or the system with a signal, `--stop-after`, or `--until`. */
type StopReason = 'signal' | 'stop-after' | 'until';

/** Lets anybody ask a run to stop: it commits soon, as `interrupted`; the first reason is kept. */
export class StopRequest {
  /** Null until somebody asks. */
  reason: StopReason | null = null;
  private readonly listeners = new Set<() => void>();

  request(reason: StopReason): void {
    if (this.reason !== null) return;
    this.reason = reason;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Calls `listener` once, when somebody asks; at once if somebody has asked before. */
  onRequest(listener: () => void): void {
    if (this.reason !== null) listener();
    else this.listeners.add(listener);
  }

  off(listener: () => void): void {
    this.listeners.delete(listener);
  }
}

/** How often the clock is looked at: a machine that sleeps holds timers back. */
const LOOK_MS = 10_000;

/** Whether a run stops because it has used up its time, as it was asked to. */
export function isTimeUp(reason: string | null): boolean {
  return reason === 'stop-after' || reason === 'until';
}

/** Asks for a stop after `stopAfterMs`, or once the clock shows `until`. Returns what ends that. */
export function watchTime(
  { stopAfterMs, until = null }: Pick<RunRequest, 'stopAfterMs' | 'until'>,
  stop: StopRequest,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  if (stopAfterMs !== null) timers.push(setTimeout(() => stop.request('stop-after'), stopAfterMs));
  if (until !== null) {
    const look = (): void => {
      const leftMs = until - Date.now();
      if (leftMs <= 0) stop.request('until');
      else timers[timers.length - 1] = setTimeout(look, Math.min(leftMs, LOOK_MS));
    };
    timers.push(setTimeout(look, 0));
  }
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

/** A run that cannot be done, with the reason and what to do: a refused resume, for example. */
export class RunError extends NonomillError {
  override readonly name: string = 'RunError';
}

/** A run that was asked to stop before its first puzzle: nothing was begun or changed. */
export class StoppedEarly extends RunError {
  constructor() {
    super(
      'NM_RUN_STOPPED_EARLY',
      'Stopped before the first puzzle: nothing was solved, and nothing has changed.',
    );
  }
}

/** A source that is no longer what it was when its hash was taken. */
export class SourceChanged extends RunError {
  constructor(
    readonly sourceId: number,
    path: string,
  ) {
    super(
      'NM_CORPUS_CHANGED',
      `${path} changed while the run read it. Its results were removed, and the run ` +
        'stays interrupted: restore its content and go on, or start a new run.',
    );
  }
}
