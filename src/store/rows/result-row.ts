import type { PuzzleResult } from '../../result/result.js';
import type { ColumnValue } from './row-inserter.js';

/**
 * One result as the values of SOLVED_COLUMNS, in their order; an array literal is the fastest way.
 */
export function resultValues(result: PuzzleResult): ColumnValue[] {
  return [
    result.status,
    result.stoppedBy,
    result.technique,
    result.guessDepth,
    result.guessDepthMin,
    result.searchDepth,
    result.solutions,
    result.solutionsExact ? 1 : 0,
    result.sweeps,
    result.lineSolves,
    result.probes,
    result.decisions,
    result.conflicts,
    result.solveMs,
    result.difficulty,
    result.difficultyBound === null ? null : Number(result.difficultyBound),
    result.effortLine,
    result.effortProbe,
    result.tries,
    result.stars,
    result.needs,
    result.proof,
    result.solution,
    result.secondSolution,
    result.crossCheck,
    result.error,
    isoTime(result.finishedAt),
  ];
}

let lastMs = NaN;
let lastText = '';

/** UTC in ISO 8601. The last one is kept, as dozens of small puzzles end within one millisecond. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms);
  if (whole !== lastMs) {
    lastText = new Date(whole).toISOString();
    lastMs = whole;
  }
  return lastText;
}
