import type { Needs } from '../../result/difficulty.js';
import type { Status, Technique } from '../../result/outcome.js';
import type { PuzzleResult } from '../../result/result.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { START_FIT, type Fit } from './misfits.js';

/** What aggregates need of one result, as a tuple: a million of them pass in little over a second. */
export type ScannedResult = readonly [
  puzzleId: number,
  width: number,
  height: number,
  status: Status,
  technique: Technique | null,
  guessDepth: number | null,
  guessDepthMin: number | null,
  solveMs: number,
  crossCheck: PuzzleResult['crossCheck'],
  goalMatches: 0 | 1 | null,
  startFit: Fit | null,
  shape: string | null,
  /** 1 or 0. */
  isProven: number,
  /** The cells that the clues fill; null in older databases. */
  filled: number | null,
  difficulty: number | null,
  difficultyBound: number | null,
  stars: number | null,
  needs: Needs | null,
];

const PAGE = 10_000;

/** All results of a run, in pages, in the order of their puzzle ids. */
export function* scanResults(
  store: Store,
  runId: number,
): Generator<readonly ScannedResult[], void, undefined> {
  const page = store.db
    .prepare<[number, number, number], ScannedResult>(
      `SELECT puzzle_id, width, height, status, technique, guess_depth, guess_depth_min, solve_ms,
         cross_check, goal_matches, ${START_FIT}, shape, proof IS NOT NULL,
         filled, difficulty, difficulty_bound, stars, needs
       FROM results JOIN puzzles USING (puzzle_id)
       WHERE run_id = ? AND puzzle_id > ? ORDER BY puzzle_id LIMIT ?`,
    )
    .raw();
  yield* pagesOf(
    (after) => page.all(runId, after, PAGE),
    PAGE,
    ([puzzleId]) => puzzleId,
  );
}
