import type { Store } from '../open/open.js';
import { ordinalSql, pathSql } from '../pieces.js';
import { PUZZLE_ROW, type PuzzleRow } from '../queries/stored-puzzles.js';
import {
  RESULT_ROW,
  toStoredResult,
  type ResultFields,
  type StoredResult,
} from '../rows/result-fields.js';

/** A result with its puzzle as it is stored. */
export interface ResultDetail extends StoredResult {
  /** Whether the run that has solved it is in this database, as far as it ever was. */
  readonly isRunThere: boolean;
  readonly puzzle: DetailedPuzzle;
}

interface DetailedPuzzle extends PuzzleRow {
  readonly ordinal: number;
  readonly path: string | null;
}

/** The result of one puzzle of a run, or null if the run has none for it. */
export function resultDetail(store: Store, runId: number, puzzleId: number): ResultDetail | null {
  const { db } = store;
  const row = db
    .prepare<[number, number], ResultFields>(
      `SELECT ${RESULT_ROW} FROM results WHERE run_id = ? AND puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  const puzzle = db
    .prepare<[number, number], DetailedPuzzle>(
      `SELECT ${PUZZLE_ROW}, ${ordinalSql('results')} AS ordinal, ${pathSql('results')} AS path
       FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ? AND puzzle_id = ?`,
    )
    .get(runId, puzzleId);
  if (row === undefined || puzzle === undefined) return null;
  const result = toStoredResult(row);
  const solvedBy = result.reusedRun ?? runId;
  const isRunThere = db.prepare('SELECT 1 FROM runs WHERE run_id = ?').get(solvedBy) !== undefined;
  return { ...result, isRunThere, puzzle };
}
