import type { Status, StoppedBy, Technique } from '../../../solver/core/result/outcome.js';

/** The columns of a result that a verdict in words needs. */
export interface VerdictColumns {
  readonly status: Status;
  readonly stoppedBy: StoppedBy;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly solutions: string;
  readonly solutionsExact: boolean;
}

/**
 * What was found about a puzzle, in a sentence without a full stop; `hasStart`: whether it came
 * with a start position, which may be to blame for a contradiction.
 */
export function verdictInWords(verdict: VerdictColumns, hasStart: boolean): string {
  switch (verdict.status) {
    case 'unique':
      return `one solution, ${techniqueInWords(verdict)}`;
    case 'multiple':
      return howMany(verdict);
    case 'contradiction':
      return hasStart
        ? `no solution: its clues and start position contradict each other, ${contradictionInWords(verdict)}`
        : `no solution: its clues contradict each other, ${contradictionInWords(verdict)}`;
    case 'solved':
      return 'a solution; whether it is the only one was not asked';
    case 'timeout':
      return `not decided: the time ran out${soFar(verdict)}`;
    case 'steps':
      return `not decided: the steps ran out${soFar(verdict)}`;
    case 'memory':
      return `not decided: the memory ran out${soFar(verdict)}`;
    case 'crash':
      return 'not decided: the thread that solved it died';
  }
}

function techniqueInWords({ technique, guessDepth, guessDepthMin }: VerdictColumns): string {
  if (technique === 'line') return 'found line by line';
  if (technique === 'probe') return 'found by assuming single cells (guess depth 1)';
  if (guessDepth !== null) return `found by guessing ${guessDepth} deep`;
  return guessDepthMin === null || guessDepthMin < 2
    ? 'which takes guessing'
    : `which takes guessing at least ${guessDepthMin} deep`;
}

function contradictionInWords({ technique }: VerdictColumns): string {
  if (technique === 'line') return 'as line solving shows';
  return technique === 'probe' ? 'as assuming single cells shows' : 'as a search shows';
}

function howMany(verdict: VerdictColumns): string {
  const { solutions, solutionsExact, stoppedBy } = verdict;
  if (solutionsExact) return `exactly ${grouped(solutions)} solutions`;
  if (stoppedBy === 'count' && solutions === '2') return 'more than one solution';
  return `at least ${grouped(solutions)} solutions`;
}

function soFar({ solutions }: VerdictColumns): string {
  return solutions === '0' ? '' : '; it has at least one solution';
}

/** Thousands apart, for a decimal of any length. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
