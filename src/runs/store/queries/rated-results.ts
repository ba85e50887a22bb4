import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { LISTED_ROW, fieldsSql, type ListedResult } from '../rows/result-fields.js';

const RATED = [
  ...['status', 'difficulty', 'difficultyBound', 'effortLine', 'effortProbe', 'tries'],
  ...['stars', 'needs'],
] as const;

/** A result with its difficulty, without clues and solutions. */
export type RatedResult = ListedResult<(typeof RATED)[number]>;

type Row = Omit<RatedResult, 'difficultyBound'> & { readonly difficultyBound: number | null };

const PAGE = 5000;

/** All results of a run with their difficulties, in the order of sources and entries, in pages. */
export function* ratedResults(
  store: Store,
  runId: number,
): Generator<RatedResult, void, undefined> {
  const page = store.db.prepare<[number, number, number], Row>(
    `SELECT ${LISTED_ROW}, ${fieldsSql(RATED)} FROM results JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? AND puzzle_id > ? ORDER BY puzzle_id LIMIT ?`,
  );
  const read = (after: number): Row[] => page.all(runId, after, PAGE);
  for (const rows of pagesOf(read, PAGE, ({ puzzleId }) => puzzleId)) {
    for (const row of rows) {
      const { difficultyBound } = row;
      yield { ...row, difficultyBound: difficultyBound === null ? null : difficultyBound === 1 };
    }
  }
}
