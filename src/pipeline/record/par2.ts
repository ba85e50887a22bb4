import { isUndecided, type Status } from '../../solver/core/result/outcome.js';
import { storedLimit } from './rounds.js';
import type { RunRetry } from './run-retry.js';

/**
 * What a puzzle counts in PAR-2, in milliseconds: its time, or, without a verdict, twice the limit
 * that it had (`limitMs` of its result); without a limit, twice the time that it took. A thread
 * that is ended took longer than the limit: a puzzle never counts less than its time, so that PAR-2
 * is never below the mean. PAR-2 says nothing of a run whose work was limited by steps.
 */
export function penalisedMs(status: Status, ms: number, limitMs: number | null): number {
  return isUndecided(status) ? Math.max(ms, 2 * (limitMs ?? ms)) : ms;
}

/** Why two runs that are compared have no PAR-2. */
export type NoPar2 = 'steps' | 'taken over' | 'edited';

/** The same in words; for all but `steps` there are no times at all to compare. */
export const NO_PAR2_WORDS: Readonly<Record<NoPar2, string>> = {
  steps: 'steps were limited',
  'taken over': 'no puzzle was solved in both runs, since results were taken over',
  edited: 'no puzzle has the same clues in both runs',
};

/** The limits of a run, as far as they decide what its times mean. */
export interface TimeLimits {
  /**
   * For one puzzle, or null for none; of a run that had several rounds, or was retried, the
   * longest.
   */
  readonly timeoutMs: number | null;
  /** Whether steps were limited: then no time can be charged for a puzzle without a verdict. */
  readonly bySteps: boolean;
}

/** The limits among the stored options of a run, and those of its retries. */
export function timeLimits(
  { timeoutMs, maxSteps }: Readonly<Record<string, unknown>>,
  retries: readonly Pick<RunRetry, 'timeoutMs' | 'maxSteps'>[] = [],
): TimeLimits {
  return {
    timeoutMs: longestLimit([storedLimit(timeoutMs), ...retries.map((retry) => retry.timeoutMs)]),
    bySteps: storedLimit(maxSteps) !== null || retries.some((retry) => retry.maxSteps !== null),
  };
}

/** The longest of some limits, of which null is none. */
export function longestLimit(limits: readonly (number | null)[]): number | null {
  return limits.includes(null) ? null : Math.max(...limits.map(Number));
}
