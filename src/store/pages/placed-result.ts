import type { Store } from '../open/open.js';
import {
  RESULT_ROW,
  SOURCE_PATH,
  toStoredResult,
  type ResultFields,
  type StoredResult,
} from '../rows/result-columns.js';
import { PUZZLE_ROW, type PuzzleRow } from '../queries/stored-puzzles.js';

/** A result with its puzzle as it is stored, and with its place among the results of its run. */
export interface PlacedResult extends StoredResult {
  readonly puzzle: PlacedPuzzle;
  /** The neighbours in the order of the corpora, or null at either end. */
  readonly previous: number | null;
  readonly next: number | null;
}

interface PlacedPuzzle extends PuzzleRow {
  readonly ordinal: number;
  readonly path: string | null;
}

type PlacedRow = ResultFields & Pick<PlacedResult, 'previous' | 'next'>;

/** The result of one puzzle of a run, or null where the run has none for it. */
export function placedResult(store: Store, runId: number, puzzleId: number): PlacedResult | null {
  const { db } = store;
  const row = db
    .prepare<[number, number], PlacedRow>(
      `SELECT ${RESULT_ROW},
         (SELECT max(b.puzzle_id) FROM results b
          WHERE b.run_id = r.run_id AND b.puzzle_id < r.puzzle_id) AS previous,
         (SELECT min(b.puzzle_id) FROM results b
          WHERE b.run_id = r.run_id AND b.puzzle_id > r.puzzle_id) AS next
       FROM results r WHERE run_id = ? AND puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  const puzzle = db
    .prepare<[number, number], PlacedPuzzle>(
      `SELECT ${PUZZLE_ROW}, ordinal, ${SOURCE_PATH} AS path
       FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ? AND puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  if (row === undefined || puzzle === undefined) return null;
  return { ...toStoredResult(row), puzzle, previous: row.previous, next: row.next };
}
