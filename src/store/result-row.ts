import type { PuzzleResult } from '../solver/result.js';
import type { ColumnValue } from './row-inserter.js';

/** The columns that solving fills, in the order of `resultValues`. */
export const RESULT_COLUMNS = [
  'status',
  'stopped_by',
  'technique',
  'guess_depth',
  'guess_depth_min',
  'search_depth',
  'solutions',
  'solutions_exact',
  'sweeps',
  'line_solves',
  'probes',
  'decisions',
  'conflicts',
  'solve_ms',
  'solution',
  'second_solution',
  'cross_check',
  'error',
  'finished_at',
] as const;

/** One result as column values. */
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
    result.solution,
    result.secondSolution,
    result.crossCheck,
    result.error,
    isoTime(result.finishedAt),
  ];
}

let lastMs = NaN;
let lastText = '';

/** UTC in ISO 8601. Small puzzles end by the dozen in one millisecond, so the last is kept. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms);
  if (whole !== lastMs) {
    lastText = new Date(whole).toISOString();
    lastMs = whole;
  }
  return lastText;
}
