import type { Status, StoppedBy, Technique } from '../solver/outcome.js';
import type { Store } from './open.js';
import { ordinalOf, sourceOf } from './puzzle-id.js';
import { toStoredPuzzle, type PuzzleRow, type StoredPuzzle } from './stored-puzzles.js';

/** What a run found about one puzzle, as the database gives it back. */
export interface StoredResult {
  readonly status: Status;
  readonly stoppedBy: StoppedBy;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly searchDepth: number | null;
  /** A decimal of any length. */
  readonly solutions: string;
  readonly solutionsExact: boolean;
  readonly sweeps: number | null;
  readonly lineSolves: number | null;
  readonly probes: number | null;
  readonly decisions: number | null;
  readonly conflicts: number | null;
  readonly solveMs: number;
  /** Rows joined by '/'. */
  readonly solution: string | null;
  readonly secondSolution: string | null;
  /** Whether the author's picture is a solution; null where there is none. */
  readonly goalMatches: boolean | null;
  /** What an independent engine said of the verdict, or null where none was asked. */
  readonly crossCheck: string | null;
  readonly attempts: number;
  readonly error: string | null;
  /** UTC, ISO 8601. */
  readonly finishedAt: string;
}

/** A puzzle with its place in the corpus and what a run found about it. */
export interface SolvedPuzzle extends StoredPuzzle {
  readonly runId: number;
  readonly sourceId: number;
  readonly ordinal: number;
  /** The path of its source, as the run was given it. */
  readonly path: string;
  readonly fingerprint: string;
  readonly result: StoredResult;
}

type ResultRow = Omit<StoredResult, 'solutionsExact' | 'goalMatches'> &
  PuzzleRow & {
    readonly runId: number;
    readonly path: string;
    readonly fingerprint: string;
    readonly solutionsExact: number;
    readonly goalMatches: number | null;
  };

const SOLVED_PUZZLE = `
  SELECT run_id AS runId, puzzle_id, name, title, width, height, colours, palette, clues, start,
    goal, fingerprint, status, stopped_by AS stoppedBy, technique, guess_depth AS guessDepth,
    guess_depth_min AS guessDepthMin, search_depth AS searchDepth, solutions,
    solutions_exact AS solutionsExact, sweeps, line_solves AS lineSolves, probes, decisions,
    conflicts, solve_ms AS solveMs, solution, second_solution AS secondSolution,
    goal_matches AS goalMatches, cross_check AS crossCheck, attempts, error,
    finished_at AS finishedAt,
    (SELECT path FROM run_sources AS rs
     WHERE rs.run_id = results.run_id AND rs.source_id = puzzles.source_id
     ORDER BY position LIMIT 1) AS path
  FROM results JOIN puzzles USING (puzzle_id)`;

/** One puzzle and its result in a run, or null where the run has none. */
export function solvedPuzzle(store: Store, runId: number, puzzleId: number): SolvedPuzzle | null {
  const row = store.db
    .prepare<[number, number], ResultRow>(`${SOLVED_PUZZLE} WHERE run_id = ? AND puzzle_id = ?`)
    .get(runId, puzzleId);
  return row === undefined ? null : toSolvedPuzzle(row);
}

/** What every run found about one puzzle, the latest first. */
export function resultsOfPuzzle(store: Store, puzzleId: number): SolvedPuzzle[] {
  return store.db
    .prepare<[number], ResultRow>(
      `${SOLVED_PUZZLE} WHERE run_id IN (SELECT run_id FROM runs) AND puzzle_id = ?
       ORDER BY run_id DESC`,
    )
    .all(puzzleId)
    .map(toSolvedPuzzle);
}

/** Which results to go over. */
export interface ResultFilter {
  /** Only these statuses; absent for all. */
  readonly statuses?: readonly Status[];
}

const PAGE = 500;

interface PageParameters {
  readonly runId: number;
  readonly after: number;
  /** As a JSON array. */
  readonly statuses: string | null;
  readonly size: number;
}

/**
 * All results of a run with their puzzles, in the order of sources and entries. Read in pages:
 * between two of them no query is open, so the caller may take its time, or write.
 */
export function* solvedPuzzles(
  store: Store,
  runId: number,
  { statuses }: ResultFilter = {},
): Generator<SolvedPuzzle, void, undefined> {
  const page = store.db.prepare<PageParameters, ResultRow>(
    `${SOLVED_PUZZLE}
     WHERE run_id = @runId AND puzzle_id > @after
       AND (@statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)))
     ORDER BY puzzle_id LIMIT @size`,
  );
  const wanted = statuses === undefined ? null : JSON.stringify(statuses);
  for (let after = 0; ;) {
    const rows = page.all({ runId, after, statuses: wanted, size: PAGE });
    for (const row of rows) yield toSolvedPuzzle(row);
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].puzzle_id;
  }
}

function toSolvedPuzzle(row: ResultRow): SolvedPuzzle {
  return {
    ...toStoredPuzzle(row),
    runId: row.runId,
    sourceId: sourceOf(row.puzzle_id),
    ordinal: ordinalOf(row.puzzle_id),
    path: row.path,
    fingerprint: row.fingerprint,
    result: {
      status: row.status,
      stoppedBy: row.stoppedBy,
      technique: row.technique,
      guessDepth: row.guessDepth,
      guessDepthMin: row.guessDepthMin,
      searchDepth: row.searchDepth,
      solutions: row.solutions,
      solutionsExact: row.solutionsExact === 1,
      sweeps: row.sweeps,
      lineSolves: row.lineSolves,
      probes: row.probes,
      decisions: row.decisions,
      conflicts: row.conflicts,
      solveMs: row.solveMs,
      solution: row.solution,
      secondSolution: row.secondSolution,
      goalMatches: row.goalMatches === null ? null : row.goalMatches === 1,
      crossCheck: row.crossCheck,
      attempts: row.attempts,
      error: row.error,
      finishedAt: row.finishedAt,
    },
  };
}
