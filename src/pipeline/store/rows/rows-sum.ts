import type { Database } from 'better-sqlite3';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import { RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import type { Store } from '../open/open.js';
import { PUZZLE_COLUMNS } from '../packed/entry-rows.js';
import { RowPages } from '../packed/row-pages.js';
import { idsOfPiece, type RunPiece } from '../pieces.js';
import type { ColumnValue } from './row-inserter.js';

/** A piece, with the run that wrote the rows of its results. */
export type PieceOfWriter = Pick<RunPiece, 'pieceId' | 'heldBy'>;

const SUMMED = (row: string, columns: readonly string[]): string =>
  columns.map((name) => `${row}.${name}`).join(', ');
const PUZZLES_SUMMED = PUZZLE_COLUMNS.slice(0, -1);
const RESULTS_SUMMED = RESULT_ROW_COLUMNS.slice(2);
const ROWS_SUMMED = `SELECT ${SUMMED('p', PUZZLES_SUMMED)}, ${SUMMED('r', RESULTS_SUMMED)}
  FROM result_rows r CROSS JOIN puzzle_rows p USING (puzzle_id)
  WHERE r.run_id = ? + 0 AND r.puzzle_id >= ? + 0 AND r.puzzle_id < ? + 0`;

/**
 * Sums up the rows that a run has written of a piece, with the piece's puzzles and rejects, as the
 * threads do that make them (`RowMaker`): the sum is another once anybody has changed a value.
 */
export function rowsSummer(store: Store): (piece: PieceOfWriter) => number {
  const rows = store.db.prepare<[number, number, number], ColumnValue[]>(ROWS_SUMMED).raw();
  const rejects = store.db.prepare<[number], Reject>(
    'SELECT place AS ordinal, line, name, reason, excerpt, kind FROM piece_rejects WHERE piece_id = ?',
  );
  return ({ pieceId, heldBy }) => {
    let sum = sumOfRejects(rejects.all(pieceId));
    for (const row of rows.iterate(heldBy, ...idsOfPiece(pieceId))) {
      sum += hashOf(row.slice(0, PUZZLES_SUMMED.length));
      sum += hashOf(row.slice(PUZZLES_SUMMED.length));
    }
    return sum % 2 ** 32;
  };
}

/** What the row of one result adds to the sum of its piece. */
export function resultSummer(db: Database): (runId: number, puzzleId: number) => number {
  const row = db.prepare<[number, number], ColumnValue[]>(
    `SELECT ${SUMMED('r', RESULTS_SUMMED)} FROM result_rows r WHERE run_id = ? AND puzzle_id = ?`,
  );
  row.raw();
  return (runId, puzzleId) => hashOf(row.get(runId, puzzleId) ?? []);
}

/** The same of rejects alone, by their places in the piece. */
export function sumOfRejects(rejects: readonly Reject[]): number {
  return rejects.reduce((sum, { ordinal, line, name, reason, excerpt, kind }) => {
    return (sum + hashOf([ordinal, line, name, reason, excerpt, kind])) % 2 ** 32;
  }, 0);
}

const summed = new RowPages(0);

/** What `RowPages.sum` says of a row with these values after its number. */
function hashOf(values: readonly ColumnValue[]): number {
  summed.null();
  for (const value of values) {
    if (value === null) summed.null();
    else if (typeof value === 'string') summed.text(value);
    else if (value instanceof Uint8Array) summed.bytesOf(value, 0, value.length, false);
    else summed.number(value);
  }
  const hash = summed.sum();
  summed.drop();
  return hash;
}
