import { checkPacked } from '../puzzle/check.js';
import type { PackedWords } from '../puzzle/packed.js';
import type { Outcome } from './outcome.js';

/** Why the independent checker refuses the solver's solutions, or null. */
export function refuse(words: PackedWords, offset: number, outcome: Outcome): string | null {
  const { solution, secondSolution } = outcome;
  if (solution !== null) {
    const reason = checkPacked(words, offset, solution);
    if (reason !== null) return refused('solution', reason);
  }
  if (secondSolution !== null) {
    const reason = checkPacked(words, offset, secondSolution, solution);
    if (reason !== null) return refused('second solution', reason);
    if (solution === null || same(solution, secondSolution)) {
      return refused('second solution', 'it does not differ from the first');
    }
  }
  if (outcome.status === 'unique' && solution === null) {
    return refused('verdict', 'unique, but no solution is shown');
  }
  if (outcome.status === 'multiple' && secondSolution === null) {
    return refused('verdict', 'multiple, but no two solutions are shown');
  }
  return null;
}

function refused(what: string, reason: string): string {
  return `the checker refused the ${what}: ${reason}`;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
