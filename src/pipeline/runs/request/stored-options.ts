import { availableParallelism, release, totalmem, type } from 'node:os';
import { withSlashes } from '../../files/files.js';
import { NO_GATES } from '../../record/outcome.js';
import { FOLDER } from '../../store/stored-runs/file-places.js';
import { DOES_AGAIN } from '../../store/stored-runs/run-series.js';
import { areOptionsLost } from '../../store/stored-runs/read-runs.js';
import {
  IN_FORCE,
  REUSE_FROM_OPTION,
  REUSE_OPTION,
  OTHER_SOLVER,
  otherSolverOf,
  type OtherSolver,
  STUDY,
  studyOf,
  type KeptStudy,
} from '../../record/options.js';
import { matchingDifferences, matchingValues, optionValueText } from './matching-options.js';
import type { ReuseOption, RunRequest } from './run-request.js';

/** Options as the database has them, which may be of any version. */
type StoredOptions = Readonly<Record<string, unknown>>;

/**
 * The options that are stored with a run, as JSON. Those of the table (matching-options.ts) and
 * another solver must be the same when the run goes on; the others may differ.
 */
export function storedOptions(request: RunRequest): object {
  const { shard, ...matching } = matchingValues(request);
  const { solver, study, threads, format, images, ignoreStart, corpora, inForce, reuse, again } =
    request;
  const { stopAfterMs } = request;
  const { newGates = NO_GATES, gates = newGates } = request;
  return {
    ...matching,
    ...(solver !== undefined && { [OTHER_SOLVER]: solver.kept, machine: machine() }),
    ...(study && { [STUDY]: study }),
    shard,
    threads,
    format,
    ignoreStart,
    corpora: again?.corpora ?? corpora.map((path) => withSlashes(path)),
    [FOLDER]: again?.folder ?? process.cwd(),
    ...(again && { [DOES_AGAIN]: again.label }),
    ...(stopAfterMs !== null && { stopAfterMs }),
    ...(reuse != null && { [REUSE_OPTION]: true }),
    ...(reuse?.from != null && { [REUSE_FROM_OPTION]: reuse.from }),
    ...(images === true && { images }),
    ...gates,
    ...(inForce && { [IN_FORCE]: inForce }),
  };
}

/** What a run of these options takes over; null if nothing. */
export function reuseOf(options: StoredOptions): ReuseOption | null {
  const from = options[REUSE_FROM_OPTION];
  if (options[REUSE_OPTION] !== true) return null;
  return { from: typeof from === 'string' ? from : null };
}

/**
 * Facts about the machine that have no column of their own, for runs that are measured against
 * others.
 */
function machine(): object {
  return {
    system: `${type()} ${release()}`,
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
  };
}

/** What a run was begun over, and how it is read. */
export function howBegun(
  options: StoredOptions,
): Pick<RunRequest, 'corpora' | 'format' | 'ignoreStart' | 'columnsFirst'> {
  const { corpora, format, ignoreStart, columnsFirst } = options;
  return {
    corpora: Array.isArray(corpora) ? corpora.map(String) : [],
    format: typeof format === 'string' ? format : null,
    ignoreStart: ignoreStart === true,
    columnsFirst: columnsFirst === true,
  };
}

/**
 * In which flags of its solver a run differs from a request, one phrase each; null if they differ
 * in more than flags: it is another solver.
 */
export function differencesOfSolver(
  options: StoredOptions,
  { kept, flags }: OtherSolver = { kept: {}, flags: [] },
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

/** What prevents a request from going on with a run of these options, one phrase each. */
export function differences(then: StoredOptions, request: RunRequest): readonly string[] {
  return differencesOfRuns(then, { ...storedOptions(request) }, { flags: request.solver?.flags });
}

/** The same for solving some of a run's puzzles again, for which limits may differ. */
export function differencesOfRetry(then: StoredOptions, request: RunRequest): readonly string[] {
  return differencesOfRuns(then, { ...storedOptions(request) }, { isRetry: true });
}

/**
 * What differs between the stored options of two runs although it must be the same; `flags` as of
 * OtherSolver.
 */
export function differencesOfRuns(
  then: StoredOptions,
  now: StoredOptions,
  {
    isRetry = false,
    flags = [],
  }: { readonly isRetry?: boolean; readonly flags?: readonly string[] | undefined } = {},
): readonly string[] {
  if (areOptionsLost(then) || areOptionsLost(now)) return ['its own cannot be read any more'];
  const found = matchingDifferences(then, now, isRetry);
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
