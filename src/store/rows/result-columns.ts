import type { PuzzleResult } from '../../result/result.js';

/** What a run found about one puzzle, as it is read from the database. */
export interface StoredResult extends Omit<PuzzleResult, 'finishedAt'> {
  /** Whether the author's picture is a solution; null if there is none. */
  readonly goalMatches: boolean | null;
  /** How often it was solved: a retry counts on. */
  readonly attempts: number;
  /** UTC, ISO 8601. */
  readonly finishedAt: string;
}

/** The columns of `results` besides its key, in their order, and the field that each fills. */
const FIELDS = {
  status: 'status',
  stopped_by: 'stoppedBy',
  technique: 'technique',
  guess_depth: 'guessDepth',
  guess_depth_min: 'guessDepthMin',
  search_depth: 'searchDepth',
  solutions: 'solutions',
  solutions_exact: 'solutionsExact',
  sweeps: 'sweeps',
  line_solves: 'lineSolves',
  probes: 'probes',
  decisions: 'decisions',
  conflicts: 'conflicts',
  solve_ms: 'solveMs',
  difficulty: 'difficulty',
  difficulty_bound: 'difficultyBound',
  effort_line: 'effortLine',
  effort_probe: 'effortProbe',
  tries: 'tries',
  stars: 'stars',
  needs: 'needs',
  proof: 'proof',
  count_estimate: 'countEstimate',
  count_estimate_error: 'countEstimateError',
  solution: 'solution',
  second_solution: 'secondSolution',
  goal_matches: 'goalMatches',
  cross_check: 'crossCheck',
  attempts: 'attempts',
  error: 'error',
  finished_at: 'finishedAt',
} as const satisfies Readonly<Record<string, keyof StoredResult>>;

export type ResultColumn = keyof typeof FIELDS;

/** Those columns. */
export const RESULT_COLUMNS = Object.keys(FIELDS) as readonly ResultColumn[];

/** Those that solving fills in; the others are known without it. */
export const SOLVED_COLUMNS = RESULT_COLUMNS.filter(
  (column) => column !== 'goal_matches' && column !== 'attempts',
);

/** The fields of a result as a query returns them: SQLite has no booleans. */
export type ResultFields = Omit<
  StoredResult,
  'solutionsExact' | 'goalMatches' | 'difficultyBound'
> & {
  readonly solutionsExact: number;
  readonly goalMatches: number | null;
  readonly difficultyBound: number | null;
};

/** All columns under the names of their fields, for a query that returns ResultFields. */
export const RESULT_ROW = Object.entries(FIELDS)
  .map(([column, field]) => `${column} AS ${field}`)
  .join(', ');

/** The path of a result's source in its run, for queries over `results` and `puzzles`. */
export const SOURCE_PATH = `(SELECT path FROM run_sources AS rs INDEXED BY run_sources_by_source
  WHERE rs.run_id = results.run_id AND rs.source_id = puzzles.source_id
  ORDER BY position LIMIT 1)`;

/** The result in a row that may hold more. */
export function toStoredResult(row: ResultFields): StoredResult {
  const fields = Object.values(FIELDS).map((field) => [field, row[field]] as const);
  return {
    ...(Object.fromEntries(fields) as unknown as ResultFields),
    solutionsExact: row.solutionsExact === 1,
    goalMatches: row.goalMatches === null ? null : row.goalMatches === 1,
    difficultyBound: row.difficultyBound === null ? null : row.difficultyBound === 1,
  };
}
