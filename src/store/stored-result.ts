import type { Status, StoppedBy, Technique } from '../solver/outcome.js';
import type { Store } from './open.js';
import { PUZZLE_ROW, type PuzzleRow } from './stored-puzzles.js';

/** Everything that a run found about one puzzle, and the puzzle itself, as it is stored. */
export interface StoredResult {
  readonly puzzle: PuzzleRow & { readonly ordinal: number; readonly path: string | null };
  readonly status: Status;
  readonly stoppedBy: StoppedBy;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly searchDepth: number | null;
  readonly solutions: string;
  readonly solutionsExact: number;
  readonly sweeps: number | null;
  readonly lineSolves: number | null;
  readonly probes: number | null;
  readonly decisions: number | null;
  readonly conflicts: number | null;
  readonly solveMs: number;
  readonly solution: string | null;
  readonly secondSolution: string | null;
  readonly goalMatches: number | null;
  readonly crossCheck: string | null;
  readonly attempts: number;
  readonly error: string | null;
  readonly finishedAt: string;
  /** The neighbours in the order of the corpora, or null at either end. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** The result of one puzzle of a run, or null where the run has none for it. */
export function storedResult(store: Store, runId: number, puzzleId: number): StoredResult | null {
  const { db } = store;
  const result = db
    .prepare<[number, number], Omit<StoredResult, 'puzzle'>>(
      `SELECT status, stopped_by AS stoppedBy, technique, guess_depth AS guessDepth,
         guess_depth_min AS guessDepthMin, search_depth AS searchDepth, solutions,
         solutions_exact AS solutionsExact, sweeps, line_solves AS lineSolves, probes, decisions,
         conflicts, solve_ms AS solveMs, solution, second_solution AS secondSolution,
         goal_matches AS goalMatches, cross_check AS crossCheck, attempts, error,
         finished_at AS finishedAt,
         (SELECT max(b.puzzle_id) FROM results b
          WHERE b.run_id = r.run_id AND b.puzzle_id < r.puzzle_id) AS previous,
         (SELECT min(b.puzzle_id) FROM results b
          WHERE b.run_id = r.run_id AND b.puzzle_id > r.puzzle_id) AS next
       FROM results r WHERE run_id = ? AND puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  if (result === undefined) return null;
  const puzzle = db
    .prepare<[number, number], StoredResult['puzzle']>(
      `SELECT ${PUZZLE_ROW}, ordinal,
         (SELECT path FROM run_sources s WHERE s.run_id = ? AND s.source_id = p.source_id
          ORDER BY position LIMIT 1) AS path
       FROM puzzles p WHERE puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  return puzzle === undefined ? null : { ...result, puzzle };
}
