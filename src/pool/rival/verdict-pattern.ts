import { verdictOfWord, type Answer } from '../../referee/claims/answer.js';

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

/** What the output says; null if the pattern is not in it, or its word means nothing. */
export function verdictIn(output: string, pattern: VerdictPattern): Answer['verdict'] {
  const match = pattern.exec(output);
  if (match === null) return null;
  const named = GROUPS.find((group) => match.groups?.[group] !== undefined);
  if (named !== undefined) return named;
  const verdict = verdictOfWord(match[1] ?? match[0]);
  return verdict === 'solved' ? null : verdict;
}
