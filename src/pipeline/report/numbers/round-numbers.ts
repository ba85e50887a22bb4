import { isUndecided, type Status } from '../../../solver/core/result/outcome.js';
import { LIMITS_OF_ROUNDS, storedLimit } from '../../record/rounds.js';
import type { RetryLimits } from '../../record/run-retry.js';
import type { Run } from '../../store/stored-runs/read-runs.js';
import type { ResultTally } from '../../store/tally/result-tally.js';

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

/** The rounds of a run of which this was counted; none if it does not go in rounds. */
export function roundsOf(run: Run, tally: ResultTally): readonly RoundNumbers[] {
  const { options, retries, wallMs } = run;
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
  // What was taken over, and tried in a later round for the first time, is none of the first.
  const tried =
    tally.count(({ isReused }) => !isReused) - retries.reduce((sum, { reused }) => sum + reused, 0);
  const first = {
    round: 1,
    timeoutMs: storedLimit(options.timeoutMs),
    maxSteps: storedLimit(options.maxSteps),
    memoryMiB: storedLimit(options.memoryMiB),
    given: tried,
    tried,
    decided: tally.count(
      ({ status, isFirstTry, isReused }) =>
        isFirstTry && !isReused && !isUndecided(status as Status),
    ),
    wallMs: wallMs >= after ? wallMs - after : null,
  };
  return [first, ...[...later.values()].sort((a, b) => a.round - b.round)];
}
