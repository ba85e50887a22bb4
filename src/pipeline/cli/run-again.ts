import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainText } from '../../solver/core/text/plain-text.js';
import { commandText } from '../../solver/core/text/typed.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import {
  ROUND_LIMITS,
  isRoundLimit,
  limitIn,
  type LimitList,
  otherSolverOf,
  studyOf,
} from '../record/options.js';
import {
  folderOf,
  areOptionsLost,
  runSources,
  type Run,
  type RunSource,
} from '../store/stored-runs.js';
import type { Store } from '../store/open/open.js';
import { describeSource } from '../corpus/sources.js';
import {
  asBegun,
  newRequest,
  RunError,
  StoppedEarly,
  type RunRequest,
  type StopRequest,
  begunOver,
} from '../runs/request.js';

/** A run that is to be done again, as its database or its summary tells of it. */
export interface FormerRun extends Pick<Run, 'options' | 'state'> {
  /** What it is called in messages: `run 3`. */
  readonly label: string;
  readonly sources: readonly Pick<RunSource, 'path' | 'format' | 'sha256'>[];
  /** What its rounds did; none if it did not go in rounds. */
  readonly rounds: readonly { readonly round: number; readonly tried: number }[];
}

/** A run of a database as one that is to be done again. */
export function formerRun(store: Store, { runId, options, state, retries }: Run): FormerRun {
  const rounds = retries.flatMap(({ round, tried }) => (round === null ? [] : [{ round, tried }]));
  return { label: `run ${runId}`, options, state, sources: runSources(store, runId), rounds };
}

/** How many files are named that are missing or changed. */
const NAMED = 10;

/**
 * A request for a new run that asks what a run was asked, of the same files, for as long and in as
 * many rounds as that had, and takes nothing over. Proofs are made if it made them, but not kept.
 * @throws RunError if the run cannot be done again
 */
export function requestAgain(former: FormerRun, own: Pick<RunRequest, 'db' | 'threads' | 'name'>) {
  const { options } = former;
  const reason = whyNotAgain(former);
  if (reason !== null) {
    throw new RunError('NM_RUN_NOT_REPEATABLE', `${former.label} cannot be done again: ${reason}.`);
  }
  const { label, sources } = former;
  const begun = begunOver(options);
  const paths = sources.map(({ path }) => path);
  const request = newRequest({
    ...own,
    ...begun,
    images: options.images === true,
    corpora: pathsNow(former),
    again: { label, corpora: begun.corpora, folder: folderOf(options), paths },
    stopAfterMs: isTime(options.stopAfterMs) ? options.stopAfterMs : null,
  });
  return asBegun(request, inRoundsOf(former), ['proveTo', 'proofFormat']);
}

/** More than any limit can grow. */
const MOST_ROUNDS = 100;

function isTime(ms: unknown): ms is number {
  return typeof ms === 'number' && isRoundLimit('timeoutMs', ms);
}

/** The options of a run with limits for the rounds that it reached, and for no more. */
function inRoundsOf({ options, rounds }: FormerRun): Run['options'] {
  const tried = rounds.filter((one) => one.tried > 0).map(({ round }) => round);
  const reached = Math.min(Math.max(1, ...tried), MOST_ROUNDS);
  const limits = ROUND_LIMITS.flatMap((name): [string, LimitList][] => {
    const limit = options[name];
    if (!isRoundLimit(name, limit) || typeof limit === 'number') return [];
    const each = Array.from({ length: reached }, (_, i) => limitIn(name, { [name]: limit }, i + 1));
    return [[name, each]];
  });
  return { ...options, ...Object.fromEntries(limits) };
}

/** Why a run cannot be done again, as words that follow "as"; null if it can. */
export function whyNotAgain({ options, state, sources }: FormerRun): string | null {
  if (areOptionsLost(options)) return 'its options cannot be read any more';
  if (state !== 'complete') return 'it is not complete (run --resume)';
  if (otherSolverOf(options) !== null) return 'its results are those of another program';
  const study = studyWords(options);
  if (study !== null) {
    const command = commandText(study, process.platform);
    return `its puzzles were drawn for a study, and "${command}" draws the same`;
  }
  if (sources.length === 0) return 'it has noted no files';
  if (sources.some(({ sha256 }) => sha256 === null)) {
    return 'it has read standard input or a pipe, which cannot be read again';
  }
  return null;
}

/** The paths of a run's files, from its folder; of those that are not there, from this one. */
export function pathsNow({ options, sources }: FormerRun): string[] {
  const folder = folderOf(options);
  return sources.map(({ path }) => {
    const then = resolve(folder, path);
    return folder !== process.cwd() && existsSync(then) ? then : path;
  });
}

/** The words of the command that draws the puzzles of a study again; null if these are none. */
function studyWords(options: Readonly<Record<string, unknown>>): readonly string[] | null {
  const study = studyOf(options);
  if (study === null) return null;
  const { kind, sizes, densities, error, seed } = study;
  const { maxSteps, guessDepth, noDifficulty } = options;
  const flags = {
    sizes: sizes.join(','),
    densities: densities.join(','),
    'until-error': error,
    seed,
    'guess-depth': guessDepth,
    'max-steps': maxSteps,
  };
  const words = Object.entries(flags).flatMap(([flag, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`--${flag}`, String(value)] : [],
  );
  return ['study', kind, ...words, ...(noDifficulty === true ? [] : ['--rate'])];
}

/** @throws RunError that names what is not, at `paths`, as the run has read it; StoppedEarly */
export async function requireSameFiles(
  { label, sources }: FormerRun,
  paths: readonly string[],
  stop: StopRequest,
): Promise<void> {
  const wrong: string[] = [];
  for (const [i, { format, sha256 }] of sources.entries()) {
    const path = paths[i];
    if (sha256 === null) {
      wrong.push(`${plainText(path)} can be read only once`);
      continue;
    }
    const there = statSync(path, { throwIfNoEntry: false });
    // A summary may come from a stranger, and a device has no end.
    const found = there?.isFile()
      ? await describeSource({ path, format }, () => {
          if (stop.reason !== null) throw new StoppedEarly();
        })
      : null;
    if (found?.sha256 === sha256) continue;
    const how = there === undefined ? 'missing' : found === null ? 'no file' : 'changed';
    wrong.push(`${plainText(path)} is ${how}`);
  }
  if (wrong.length === 0) return;
  const more = wrong.length > NAMED ? `, and ${numberOf(wrong.length - NAMED, 'more file')}` : '';
  throw new RunError(
    'NM_CORPUS_CHANGED',
    `What ${label} has read is not there any more: ${wrong.slice(0, NAMED).join(', ')}${more}. ` +
      'Restore it, or solve what there is now with "nonomill run".',
  );
}
