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
    result.countEstimate,
    result.countEstimateError,
    result.solution,
    result.secondSolution,
    result.crossCheck,
    result.error,
    isoTime(result.finishedAt),
  ];
}

let lastSecond = NaN;
let lastText = '';

/** UTC in ISO 8601, to the millisecond. The text of the last second is kept: most results follow soon. */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -4);
    lastSecond = second;
  }
  const rest = Math.floor(ms) - second * 1000;
  return `${lastText}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}
