import { countText } from '../../solver/core/text/numbers.js';

/**
 * Why a puzzle is solved by a run that takes over what others have found. Each is said only if none
 * after it is true of any stored result of the puzzle: the last ones are nearest to an answer.
 */
const WORDS = {
  new: 'new',
  changed: 'changed',
  otherVersion: 'solved by another solver version before',
  damaged: 'with a damaged row',
  wentWrong: 'that went wrong before',
  askedForMore: 'of which more is asked',
  largerLimits: 'open under smaller limits before',
} as const;

export type SolvedWhy = keyof typeof WORDS;

const SOLVED_WHYS = Object.keys(WORDS) as readonly SolvedWhy[];

/** How many puzzles are solved for each reason. */
export type SolvedWhyCounts = Readonly<Record<SolvedWhy, number>>;

/** Counts of none. */
export function noneSolved(): Record<SolvedWhy, number> {
  return Object.fromEntries(SOLVED_WHYS.map((why) => [why, 0])) as Record<SolvedWhy, number>;
}

/** The one of two reasons that is nearer to an answer. */
export function nearerWhy(one: SolvedWhy, other: SolvedWhy): SolvedWhy {
  return SOLVED_WHYS.indexOf(one) > SOLVED_WHYS.indexOf(other) ? one : other;
}

/** The counts of several together; null if none has any. */
export function sumOfWhys(all: readonly (SolvedWhyCounts | null)[]): SolvedWhyCounts | null {
  const counted = all.filter((counts) => counts !== null);
  if (counted.length === 0) return null;
  const sum = noneSolved();
  for (const counts of counted) for (const why of SOLVED_WHYS) sum[why] += counts[why];
  return sum;
}

/** `950 new, 30 changed`; empty if nothing is solved. */
export function solvedWhyText(counts: SolvedWhyCounts): string {
  return SOLVED_WHYS.filter((why) => counts[why] > 0)
    .map((why) => `${countText(counts[why])} ${WORDS[why]}`)
    .join(', ');
}
