import { verdictOfWord, type Answer } from './answer.js';

/** Finds a verdict in what a program prints. */
export type VerdictPattern = RegExp;

const GROUPS = ['unique', 'multiple', 'contradiction'] as const;

/**
 * The pattern that a user gives, looked for in every line. Its named groups `unique`, `multiple` and
 * `contradiction` say what is found; without them its first group, or all that it matches, is a
 * word such as `unique`, `none` or the number of solutions.
 *
 * @throws SyntaxError if it is not a regular expression
 */
export function readVerdictPattern(source: string): VerdictPattern {
  return new RegExp(source, 'mu');
}

/** What a pattern has found, as plain data. */
export interface FoundGroups {
  /** All that it matches, and its groups in their order. */
  readonly all: readonly (string | undefined)[];
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** What was found says; null if its word means nothing. */
export function verdictOfMatch({ all, groups }: FoundGroups): Answer['verdict'] {
  const named = GROUPS.find((group) => groups[group] !== undefined);
  if (named !== undefined) return named;
  const verdict = verdictOfWord(all[1] ?? all[0] ?? '');
  return verdict === 'solved' ? null : verdict;
}
