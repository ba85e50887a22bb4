import { isUndecided, type Status } from './outcome.js';

/**
 * What a puzzle counts in PAR-2, in milliseconds: its time, or, without a verdict, twice the limit;
 * without a limit, twice the time that it took. PAR-2 says nothing of a run whose work was limited by
 * steps.
 */
export function penalisedMs(status: Status, ms: number, timeoutMs: number | null): number {
  return isUndecided(status) ? 2 * (timeoutMs ?? ms) : ms;
}

/** The limits of a run, as far as they decide what its times mean. */
export interface TimeLimits {
  /** For one puzzle, or null for none. */
  readonly timeoutMs: number | null;
  /** Whether steps were limited: then no time can be charged for a puzzle without a verdict. */
  readonly bySteps: boolean;
}

/** The limits among the stored options of a run. */
export function timeLimits(options: Readonly<Record<string, unknown>>): TimeLimits {
  const { timeoutMs, maxSteps } = options;
  return {
    timeoutMs: typeof timeoutMs === 'number' && Number.isFinite(timeoutMs) ? timeoutMs : null,
    bySteps: typeof maxSteps === 'number',
  };
}
