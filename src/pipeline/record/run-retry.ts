import { countText, numberOf, durationText } from '../../solver/core/text/numbers.js';
import type { Status } from '../../solver/core/result/outcome.js';

/** The limits of a retry, or a round, for one puzzle; null for none. */
export interface RetryLimits {
  readonly timeoutMs: number | null;
  readonly maxSteps: number | null;
  readonly memoryMiB: number | null;
}

/**
 * Puzzles of a run whose results had one of some statuses were solved again: in one more round of
 * it (`--timeout 1s,30s`), or in a retry (`--retry`).
 */
export interface RunRetry extends RetryLimits {
  /** Which round of the run it is, from 2: the first is the run itself. Null for a retry. */
  readonly round: number | null;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** Null while it is under way, or if it was killed. */
  readonly finishedAt: string | null;
  /** Which results were to be tried again. */
  readonly statuses: readonly Status[];
  /** How many puzzles were to be tried. */
  readonly puzzles: number;
  /** How many of them were. */
  readonly tried: number;
  /** How many of these the run had taken over, and so not tried itself before. */
  readonly reused: number;
  /** How many of those that were tried have a verdict since. */
  readonly decided: number;
  /** Milliseconds that it took. */
  readonly wallMs: number;
}

/**
 * What was tried under which limits, and what came of it: `timeout with 2.00 s: 3 of 5 decided`,
 * `round 2 with ...`.
 */
export function retryText(retry: RunRetry): string {
  const { round, statuses, puzzles, tried, decided } = retry;
  const left = puzzles > tried ? `, ${countText(puzzles - tried)} not tried` : '';
  const what = round === null ? statuses.join(', ') : `round ${round}`;
  return `${what} with ${limitsText(retry)}: ${countText(decided)} of ${countText(tried)} decided${left}`;
}

/** The limits of a retry: `2.00 s, 64 MiB`. */
export function limitsText({ timeoutMs, maxSteps, memoryMiB }: RetryLimits): string {
  const limits = [
    ...(timeoutMs === null ? [] : [durationText(timeoutMs)]),
    ...(maxSteps === null ? [] : [numberOf(maxSteps, 'step')]),
    ...(memoryMiB === null ? [] : [`${countText(memoryMiB)} MiB`]),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(', ');
}
