import { availableParallelism, release, totalmem, type } from 'node:os';
import { NO_GATES } from '../../result/run/gates.js';
import { matchingDifferences, matchingValues, valueText } from './matching-options.js';
import type { Rival, RunRequest } from './run-request.js';

/** Options as the database has them, which may be of any version. */
type StoredOptions = Readonly<Record<string, unknown>>;

/**
 * The options that are stored with a run, as JSON. Those of the table (matching-options.ts) and the rival
 * must be the same when the run goes on; the others may differ.
 */
export function storedOptions(request: RunRequest): object {
  const { shard, ...matching } = matchingValues(request);
  const { rival, threads, format, ignoreStart, corpora, gates = NO_GATES } = request;
  return {
    ...matching,
    ...(rival !== undefined && { rival, machine: machine() }),
    shard,
    ...{ threads, format, ignoreStart, corpora },
    ...gates,
  };
}

/** Facts about the machine that have no column of their own, for runs that are measured against others. */
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
): Pick<RunRequest, 'corpora' | 'format' | 'ignoreStart'> {
  const { corpora, format, ignoreStart } = options;
  return {
    corpora: Array.isArray(corpora) ? corpora.map(String) : [],
    format: typeof format === 'string' ? format : null,
    ignoreStart: ignoreStart === true,
  };
}

/** Whether a run is about the same other program as a request, or both about none. */
export function isOfSameRival(options: StoredOptions, rival: Rival | undefined): boolean {
  return JSON.stringify(options.rival ?? null) === JSON.stringify(rival ?? null);
}

/** Whether a run is a race of the same command as a request, however its output was read. */
export function isOfSameCommand(options: StoredOptions, rival: Rival | undefined): boolean {
  const then = options.rival as Rival | undefined;
  return then?.kind === 'race' && rival?.kind === 'race' && then.command === rival.command;
}

/** What prevents a request from going on with a run of these options, one phrase each. */
export function differences(then: StoredOptions, request: RunRequest): readonly string[] {
  return differencesOfRuns(then, { ...storedOptions(request) });
}

/** The same for solving some of a run's puzzles again, for which limits may differ. */
export function differencesOfRetry(then: StoredOptions, request: RunRequest): readonly string[] {
  return differencesOfRuns(then, { ...storedOptions(request) }, true);
}

/** In what the stored options of two runs differ that must be the same. */
export function differencesOfRuns(
  then: StoredOptions,
  now: StoredOptions,
  isRetry = false,
): readonly string[] {
  const found = [...matchingDifferences(then, now, isRetry)];
  const rival = now.rival as Rival | undefined;
  if (isOfSameRival(then, rival)) return found;
  if (!isOfSameCommand(then, rival)) return [...found, `its results are ${ofWhom(then.rival)}`];
  const [before, after] = [then.rival, rival] as StoredOptions[];
  for (const key of ['format', 'verdict', 'runs']) {
    if (before[key] === after[key]) continue;
    found.push(`--${key} was ${valueText(before[key])}, now ${valueText(after[key])}`);
  }
  return found;
}

function ofWhom(rival: unknown): string {
  return rival === undefined ? "nonomill's own" : `those of another program`;
}
