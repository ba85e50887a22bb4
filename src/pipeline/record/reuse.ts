import { countText } from '../../solver/core/text/numbers.js';
import type { RoundLimit } from './rounds.js';

/**
 * What a run asks of each puzzle, under the names that are stored with it: what results of others
 * may answer.
 */
export interface AskedOfPuzzles {
  readonly count: number | 'exact' | null;
  readonly guessDepth: number | null;
  readonly noDifficulty: boolean | null;
  readonly prove: boolean | null;
  readonly proveTo: string | null;
  readonly crossCheck: number | null;
  readonly timeoutMs: RoundLimit | null;
  readonly maxSteps: RoundLimit | null;
  readonly memoryMiB: RoundLimit | null;
}

/**
 * Which stored results a run takes over: plain data, which travels to the threads that look for
 * them.
 */
export interface ReuseWish {
  /** The database of the run, and others that are asked as well. */
  readonly db: string;
  readonly others: readonly string[];
  /** The run itself, whose own results are none to take over; 0 before it has a number. */
  readonly runId: number;
  /** Which solver versions have results equal to this one's, itself included. */
  readonly solvers: readonly string[];
  readonly asked: AskedOfPuzzles;
}

/**
 * Where the options of a run say which solver it had, whether it took over what was solved before,
 * and from which other databases.
 */
export const SOLVER_OPTION = 'solver';
export const REUSE_OPTION = 'reuse';
export const REUSE_FROM_OPTION = 'reuseFrom';

/** `95,012 taken over, 4,988 solved`: how the results of a run were come by. */
export function reusedText(results: number, reused: number): string {
  if (reused === results) return 'all taken over';
  return `${countText(reused)} taken over, ${countText(results - reused)} solved`;
}

/** Whether a run of these options may have taken over results. */
export function mayReuse(options: Readonly<Record<string, unknown>>): boolean {
  return options[REUSE_OPTION] === true;
}
