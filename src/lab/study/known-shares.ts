import { NORMAL_975 } from '../../pipeline/report/statistics/distributions.js';
import { shareOf, type Figure } from '../../pipeline/report/statistics/intervals.js';

/** Whether a share is known to within `error`: its 95 % interval is not wider than twice that. */
export function isShareKnown({ low, high }: Figure, error: number): boolean {
  return (high! - low!) / 2 <= error;
}

/**
 * How many puzzles it takes, about, to know a share to within `error` by Wilson's interval, if
 * `share` of them have it.
 */
export function puzzlesFor(share: number, error: number): number {
  // Half of the interval is z / (n + zz) * sqrt(n * variance + zz / 4): where that is `error`, n
  // solves a quadratic equation.
  const zz = NORMAL_975 ** 2;
  const linear = 2 * zz * error ** 2 - zz * share * (1 - share);
  const constant = zz ** 2 * (error ** 2 - 1 / 4);
  const root = Math.sqrt(linear ** 2 - 4 * error ** 2 * constant);
  return Math.max(1, Math.ceil((root - linear) / (2 * error ** 2)));
}

/**
 * At most so many times as many at once: of few puzzles a share is known too badly to tell how many
 * it takes.
 */
const MOST_TIMES = 4;

/** At least so many times as many at once, so that it comes to an end. */
const LEAST_TIMES = 1.05;

/**
 * How many puzzles there should be, if of `puzzles` each number in `having` has something, until
 * all of these shares are known to within `error`: as many as there are, or more. The first are as
 * many as it takes if all of them are alike.
 */
export function puzzlesNeeded(puzzles: number, having: readonly number[], error: number): number {
  if (puzzles === 0) return puzzlesFor(0, error);
  if (having.every((k) => isShareKnown(shareOf(k, puzzles), error))) return puzzles;
  const wanted = Math.max(...having.map((k) => puzzlesFor(k / puzzles, error)));
  return Math.ceil(Math.min(puzzles * MOST_TIMES, Math.max(wanted, puzzles * LEAST_TIMES)));
}
