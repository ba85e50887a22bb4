import { isUndecided, STATUSES } from '../../core/result/outcome.js';
import { LIMITS_OF_ROUNDS, storedLimit } from '../../core/run-record/rounds.js';
import type { RetryLimits } from '../../core/run-record/run-retry.js';
import type { Store } from '../../runs/store/open/open.js';
import type { Run } from '../../runs/store/stored-runs/read-runs.js';

/** What one round of a run did; of a merged run that of all its parts. */
export interface RoundNumbers extends RetryLimits {
  /** From 1. */
  readonly round: number;
  /**
   * How many puzzles it was to try, how many it tried, and how many of these got their verdict from
   * it.
   */
  readonly given: number;
  readonly tried: number;
  readonly decided: number;
  /** Milliseconds that it took; null if that is not known. */
  readonly wallMs: number | null;
}

/** The rounds of a run that has solved so many `puzzles`; none if it does not go in rounds. */
export function roundsOf(store: Store, run: Run, puzzles: number): readonly RoundNumbers[] {
  const { options, retries, runId, wallMs } = run;
  if (!Object.keys(LIMITS_OF_ROUNDS).some((name) => Array.isArray(options[name]))) return [];
  const later = new Map<number, RoundNumbers>();
  for (const retry of retries) {
    if (retry.round === null) continue;
    const { round, timeoutMs, maxSteps, memoryMiB } = retry;
    const before = later.get(round);
    later.set(round, {
      round,
      timeoutMs,
      maxSteps,
      memoryMiB,
      given: (before?.given ?? 0) + retry.puzzles,
      tried: (before?.tried ?? 0) + retry.tried,
      decided: (before?.decided ?? 0) + retry.decided,
      wallMs: (before?.wallMs ?? 0) + retry.wallMs,
    });
  }
  const after = retries.reduce((sum, retry) => sum + retry.wallMs, 0);
  const first = {
    round: 1,
    timeoutMs: storedLimit(options.timeoutMs),
    maxSteps: storedLimit(options.maxSteps),
    memoryMiB: storedLimit(options.memoryMiB),
    given: puzzles,
    tried: puzzles,
    decided: decidedAtOnce(store, runId),
    wallMs: wallMs >= after ? wallMs - after : null,
  };
  return [first, ...[...later.values()].sort((a, b) => a.round - b.round)];
}

const DECIDED = STATUSES.filter((status) => !isUndecided(status));

/** How many puzzles have their verdict from the first round. */
function decidedAtOnce({ db }: Store, runId: number): number {
  return db
    .prepare<[number, string], number>(
      `SELECT count(*) FROM results
       WHERE run_id = ? AND attempts = 1 AND reused_run IS NULL AND status IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .get(runId, JSON.stringify(DECIDED))!;
}
