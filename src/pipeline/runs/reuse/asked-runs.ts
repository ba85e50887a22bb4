import { SOLVER_OPTION, type ReuseWish } from '../../record/reuse.js';
import { GROWS, type LimitList, type RoundLimit } from '../../record/rounds.js';
import { otherSolverOf } from '../../record/who-solves.js';
import type { Store } from '../../store/open/open.js';
import { areOptionsLost, listRuns, type Run } from '../../store/stored-runs/read-runs.js';
import type { AskedThen } from './answers.js';
import { WITHOUT_INNER_LOOK_AHEAD } from './equal-solvers.js';

/** A run whose results are asked for. */
export interface AskedRun {
  readonly runId: number;
  readonly then: AskedThen;
  /** Whether it is over, and was asked of every entry of its corpora. */
  readonly isWhole: boolean;
  /** The sources of which somebody has changed what it found. */
  readonly changed: ReadonlySet<number>;
}

/** The runs of a database that are asked for results to take over, and why others are not. */
export interface AskedRuns {
  readonly runs: readonly AskedRun[];
  /** The runs that have rows of each source, the latest first. */
  readonly bySource: ReadonlyMap<number, readonly AskedRun[]>;
  /** How many runs were solved by another version of the solver, or by one that nobody noted. */
  readonly otherVersions: number;
  /** The sources that they read. */
  readonly otherSources: ReadonlySet<number>;
}

/**
 * The runs of a database that may be asked, the latest first: those of nonomill's own solver, of a
 * version with equal results.
 */
export function askedRuns(
  store: Store,
  { solvers, changed }: Pick<ReuseWish, 'solvers' | 'changed'>,
  without: number | null = null,
): AskedRuns {
  const own = listRuns(store).filter(
    ({ runId, options }) =>
      runId !== without && !areOptionsLost(options) && otherSolverOf(options) === null,
  );
  const runs: AskedRun[] = [];
  const others: number[] = [];
  for (const run of own) {
    if (solvers.includes(String(run.options[SOLVER_OPTION]))) runs.push(askedRun(run, changed));
    else others.push(run.runId);
  }
  const bySource = new Map<number, AskedRun[]>();
  const sources = store.db
    .prepare<[number], number>(
      'SELECT source_id FROM held_results WHERE run_id = ? AND held_by = run_id',
    )
    .pluck();
  for (const run of runs) {
    for (const sourceId of sources.all(run.runId)) {
      const known = bySource.get(sourceId);
      if (known === undefined) bySource.set(sourceId, [run]);
      else known.push(run);
    }
  }
  const otherSources = new Set(others.flatMap((runId) => sources.all(runId)));
  return { runs, bySource, otherVersions: others.length, otherSources };
}

function askedRun(
  { runId, options, retries, state }: Run,
  changed: ReuseWish['changed'],
): AskedRun {
  const { count, guessDepth, noDifficulty, prove, crossCheck } = options;
  const saysLess = WITHOUT_INNER_LOOK_AHEAD.includes(String(options[SOLVER_OPTION]));
  const then: AskedThen = {
    count: count === 'exact' ? count : numberIn(count),
    guessDepth: saysLess ? 1 : numberIn(guessDepth),
    noDifficulty: noDifficulty === true,
    prove: prove === true,
    proveTo: null,
    crossCheck: numberIn(crossCheck),
    timeoutMs: limitIn(options.timeoutMs),
    maxSteps: limitIn(options.maxSteps),
    memoryMiB: limitIn(options.memoryMiB),
    isRetried: retries.some(({ round }) => round === null),
  };
  const isPart = options.limit != null || options.shard != null;
  return {
    runId,
    then,
    isWhole: state === 'complete' && !isPart,
    changed: new Set(
      changed.filter((rows) => rows.runId === runId).map(({ sourceId }) => sourceId),
    ),
  };
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** A limit as it is stored; for anything else, a limit that nothing is within. */
function limitIn(value: unknown): RoundLimit | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  const isList =
    Array.isArray(value) &&
    typeof value[0] === 'number' &&
    value.every((one) => typeof one === 'number' || one === GROWS);
  return isList ? (value as LimitList) : 0;
}
