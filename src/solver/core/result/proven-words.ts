import { numberOf } from '../text/numbers.js';

/** What a proof shows: `no solution`, `exactly one solution` or `exactly 12 solutions`. */
export function exactlyText(solutions: number): string {
  if (solutions === 0) return 'no solution';
  return solutions === 1 ? 'exactly one solution' : `exactly ${numberOf(solutions, 'solution')}`;
}
