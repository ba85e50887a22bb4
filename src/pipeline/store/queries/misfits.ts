import type { Store } from '../open/open.js';
import { inPieces } from '../stored-runs/copied-files.js';
import { solvedPuzzle } from './stored-results.js';
import type { SolvedPuzzle } from '../rows/stored.js';

const WITH_PUZZLES = 'results JOIN puzzles USING (puzzle_id)';
const MAY_MISFIT = '(goal_matches = 0 OR (start IS NOT NULL AND solution IS NULL))';

/**
 * The puzzles of a run whose author's picture or start position does not fit the clues, or may not
 * fit them: how many, and the first of them in the order of the corpus.
 */
export function findMisfits(
  store: Store,
  runId: number,
  limit: number,
): { readonly total: number; readonly first: readonly SolvedPuzzle[] } {
  const from = `FROM ${WITH_PUZZLES} WHERE run_id = ? AND ${MAY_MISFIT}`;
  const total = store.db.prepare<[number], number>(`SELECT count(*) ${from}`).pluck().get(runId);
  const ids = store.db
    .prepare<[number, number], number>(`SELECT puzzle_id ${from} ORDER BY puzzle_id LIMIT ?`)
    .pluck()
    .all(runId, limit);
  return { total: total ?? 0, first: ids.map((id) => solvedPuzzle(store, runId, id)!) };
}

/** How many such puzzles a piece of the run has. */
export function countMisfits(store: Store, runId: number): (pieceId: number) => number {
  const count = inPieces(store, WITH_PUZZLES, MAY_MISFIT);
  return (pieceId) => count(runId, pieceId);
}
