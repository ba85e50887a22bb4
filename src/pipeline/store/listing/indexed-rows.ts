import { RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';

/** The runs whose rows the results of a run are, itself among them if it has written any. */
export function holdersOf({ db }: Store, runId: number): readonly number[] {
  return db
    .prepare<[number], number>('SELECT DISTINCT held_by FROM run_pieces WHERE run_id = ?')
    .pluck()
    .all(runId);
}

const COLUMNS = RESULT_ROW_COLUMNS.filter((name) => name !== 'run_id').join(', ');

/**
 * The rows of a run that one of its holders has, as a table `r`, found by an index of
 * `result_rows`: of a run that passed nothing over, these are all.
 */
export function indexedRowsSql(
  index: 'verdict' | 'time',
  runId: number,
  holder: number,
  isOnly: boolean,
): string {
  const rows = `result_rows r INDEXED BY results_by_${index}`;
  if (isOnly && holder === runId) return rows;
  return `(SELECT ${runId} AS run_id, ${COLUMNS} FROM ${rows}
    WHERE r.run_id = ${holder} AND EXISTS (SELECT 1 FROM run_pieces h
      WHERE h.run_id = ${runId} AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES} AND h.held_by = ${holder})) r`;
}
