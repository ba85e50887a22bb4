import type { Status } from '../outcome.js';

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
