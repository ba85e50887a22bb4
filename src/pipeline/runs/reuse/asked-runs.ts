import {
  SOLVER_OPTION,
  type ReuseWish,
  GROWS,
  type LimitList,
  type RoundLimit,
  otherSolverOf,
} from '../../record/options.js';
import type { Store } from '../../store/open/open.js';
import { areOptionsLost, listRuns, type Run } from '../../store/stored-runs/read-runs.js';
import type { AskedThen } from './answers.js';
import { WITHOUT_INNER_LOOK_AHEAD } from './equal-solvers.js';

/** A run whose results are asked for. */
export interface AskedRun {
  readonly runId: number;
  readonly then: AskedThen;
}

/** The runs of a database that are asked for results to take over, and why others are not. */
export interface AskedRuns {
  readonly runs: readonly AskedRun[];
  /** The runs that have written rows of each piece, the latest first. */
  readonly byPiece: ReadonlyMap<number, readonly AskedRun[]>;
  /** How many runs were solved by another version of the solver, or by one that nobody noted. */
  readonly otherVersions: number;
  /** The pieces that they have. */
  readonly otherPieces: ReadonlySet<number>;
}

/**
 * The runs of a database that may be asked, the latest first: those of nonomill's own solver, of a
 * version with equal results.
 */
export function askedRuns(
  store: Store,
  { solvers }: Pick<ReuseWish, 'solvers'>,
  without: number | null = null,
): AskedRuns {
  const own = listRuns(store).filter(
    ({ runId, options }) =>
      runId !== without && !areOptionsLost(options) && otherSolverOf(options) === null,
  );
  const runs: AskedRun[] = [];
  const others: number[] = [];
  for (const run of own) {
    if (solvers.includes(String(run.options[SOLVER_OPTION]))) runs.push(askedRun(run));
    else others.push(run.runId);
  }
  const byPiece = new Map<number, AskedRun[]>();
  const pieces = store.db
    .prepare<[number], number>(
      'SELECT piece_id FROM run_pieces WHERE run_id = ? AND held_by = run_id',
    )
    .pluck();
  for (const run of runs) {
    for (const pieceId of pieces.all(run.runId)) {
      const known = byPiece.get(pieceId);
      if (known === undefined) byPiece.set(pieceId, [run]);
      else known.push(run);
    }
  }
  const otherPieces = new Set(others.flatMap((runId) => pieces.all(runId)));
  return { runs, byPiece, otherVersions: others.length, otherPieces };
}

function askedRun({ runId, options, retries }: Run): AskedRun {
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
    isPart: options.shard != null,
  };
  return { runId, then };
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
