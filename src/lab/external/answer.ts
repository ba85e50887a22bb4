import type { Cells } from '../../solver/core/puzzle/types.js';
import type { ClaimedVerdict } from '../../pipeline/store/queries/claims.js';

/** What another program said of a puzzle, before anybody has checked it. */
export interface SolverAnswer {
  /** Null if the answer has only pictures. */
  readonly verdict: Exclude<ClaimedVerdict, 'solved'> | 'open' | null;
  /** Its solutions, two at most. */
  readonly pictures: readonly Cells[];
  /** How many solutions it says there are, if it gives a number of two or more; else null. */
  readonly count?: bigint | null;
}

/** What a word says; a number is how many solutions there are. Null if it says nothing. */
export function verdictOfWord(word: string): SolverAnswer['verdict'] | 'solved' {
  const plain = word.trim().toLowerCase();
  if (/^\d+$/.test(plain)) return /^0+$/.test(plain) ? 'contradiction' : countVerdict(plain);
  return WORDS.get(plain) ?? null;
}

/** How many solutions a word says there are, if it is a number that says more than a verdict. */
export function countOfWord(word: string): bigint | null {
  const plain = word.trim();
  if (!/^\d+$/.test(plain)) return null;
  const count = BigInt(plain);
  return count < 2n ? null : count;
}

function countVerdict(digits: string): SolverAnswer['verdict'] {
  return /^0*1$/.test(digits) ? 'unique' : 'multiple';
}

const WORDS: ReadonlyMap<string, SolverAnswer['verdict'] | 'solved'> = new Map(
  Object.entries({
    unique: ['unique', 'one', 'single', 'unique solution'],
    multiple: ['multiple', 'several', 'many', 'ambiguous', 'not unique'],
    contradiction: [
      ...['contradiction', 'none', 'no solution', 'unsolvable', 'impossible', 'unsat'],
      ...['unsatisfiable', 'inconsistent'],
    ],
    solved: ['solved', 'sat', 'satisfiable', 'ok'],
    open: ['timeout', 'steps', 'memory', 'crash', 'unknown', 'unsolved', 'open', 'failed'],
  } as const).flatMap(([verdict, words]) =>
    words.map((word) => [word, verdict as SolverAnswer['verdict'] | 'solved'] as const),
  ),
);
