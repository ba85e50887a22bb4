import { durationText } from '../text/durations.js';
import { countText, numberOf } from '../text/numbers.js';
import type { Status } from '../result/outcome.js';

/** One retry of a run (`--retry`): puzzles whose results had one of some statuses were solved again. */
export interface RunRetry {
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** Null while it is under way, or if it was killed. */
  readonly finishedAt: string | null;
  /** Which results were to be tried again. */
  readonly statuses: readonly Status[];
  /** Its limits for one puzzle; null for none. */
  readonly timeoutMs: number | null;
  readonly maxSteps: number | null;
  readonly memoryMiB: number | null;
  /** How many puzzles were to be tried. */
  readonly puzzles: number;
  /** How many of them were. */
  readonly tried: number;
  /** How many of these have a verdict since. */
  readonly decided: number;
}

/** What was tried under which limits, and what came of it: `timeout with 2.00 s: 3 of 5 decided`. */
export function retryText(retry: RunRetry): string {
  const { statuses, puzzles, tried, decided } = retry;
  const left = puzzles > tried ? `, ${countText(puzzles - tried)} not tried` : '';
  return `${statuses.join(', ')} with ${limitsText(retry)}: ${countText(decided)} of ${countText(tried)} decided${left}`;
}

/** The limits of a retry: `2.00 s, 64 MiB`. */
export function limitsText({ timeoutMs, maxSteps, memoryMiB }: RunRetry): string {
  const limits = [
    ...(timeoutMs === null ? [] : [durationText(timeoutMs)]),
    ...(maxSteps === null ? [] : [numberOf(maxSteps, 'step')]),
    ...(memoryMiB === null ? [] : [`${countText(memoryMiB)} MiB`]),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(', ');
}
