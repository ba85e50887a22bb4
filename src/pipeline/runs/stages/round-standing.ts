import { isUndecided, STATUSES } from '../../../solver/core/result/outcome.js';
import { curedStatuses, roundCount } from '../../record/options.js';
import type { RoundProgress } from '../../record/progress.js';
import type { NextRound } from '../plan/next-round.js';
import type { RunProgress } from '../request/run-observer.js';
import type { RunRequest } from '../request/run-request.js';
import type { Store } from '../../store/open/open.js';
import { countWanted } from '../../store/queries/stored-puzzles.js';
import { countRun, runRetries } from '../../store/stored-runs/read-runs.js';

/** How far a run is when a round of it begins or goes on. */
export interface RoundStanding {
  readonly round: number;
  /** Null if rounds go on until nothing is open. */
  readonly of: number | null;
  /**
   * Puzzles that this round still tries, those of the run, and those of them without a verdict; of
   * the first round only the last.
   */
  readonly left: number | null;
  readonly puzzles: number | null;
  readonly open: number;
  /** What this round decided before. */
  readonly decided: number;
}

const UNDECIDED = STATUSES.filter(isUndecided);

/**
 * How far a run is before the first round, or the round ahead, but for what is `counted` as
 * progress of the round already: files that were taken over whole. Null if the run does not go in
 * rounds.
 */
export function standingOfRound(
  store: Store,
  { rounds = {} }: RunRequest,
  runId: number,
  ahead: NextRound | null,
  counted: Pick<RunProgress, 'byStatus' | 'solved'>,
): RoundStanding | null {
  if (curedStatuses(rounds).length === 0) return null;
  const { results } = countRun(store, runId);
  const open = countWanted(store, runId, { statuses: UNDECIDED });
  const of = roundCount(rounds);
  if (ahead === null) {
    const undecided = undecidedAmong(counted);
    const decided = results - open - (counted.solved - undecided);
    return { round: 1, of, left: null, puzzles: null, open: open - undecided, decided };
  }
  const { round, puzzles: left } = ahead;
  const same = runRetries(store, runId).filter((one) => one.round === round);
  const decided = same.reduce((sum, one) => sum + one.decided, 0);
  return { round, of, left, puzzles: results, open, decided };
}

/** How far a round is, by what is done of it; `threads` are those of all machines that solve. */
export function roundProgress(
  { round, of, puzzles, open, decided }: RoundStanding,
  progress: Pick<RunProgress, 'byStatus' | 'solved' | 'rejects' | 'left' | 'total'>,
  { limits }: Pick<RunRequest, 'limits'>,
  threads: number,
): RoundProgress {
  const { solved, rejects, left, total } = progress;
  const undecided = undecidedAmong(progress);
  const found = solved - undecided;
  const isFirst = puzzles === null;
  return {
    round,
    of,
    open: isFirst ? left && left + open + undecided : open - found,
    puzzles: isFirst ? total && total - rejects : puzzles,
    decided: decided + found,
    mostMs: left === null || threads === 0 ? null : mostMs(left, limits, threads),
  };
}

function undecidedAmong({ byStatus }: Pick<RunProgress, 'byStatus'>): number {
  return UNDECIDED.reduce((sum, status) => sum + byStatus[status], 0);
}

/** The longest that puzzles can take under their limit of time; null if they have none. */
function mostMs(
  puzzles: number,
  { timeoutMs, prove = false, crossCheck = 0 }: RunRequest['limits'],
  threads: number,
): number | null {
  if (!Number.isFinite(timeoutMs)) return null;
  // Proofs and cross-checks have as much time again.
  const times = 1 + Number(prove) + Number(crossCheck > 0);
  return Math.ceil(puzzles / threads) * timeoutMs * times;
}
