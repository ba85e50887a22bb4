import { ordinalOf } from '../../result/puzzle-id.js';
import { StoreError, explainedError } from '../open/errors.js';
import type { Store } from '../open/open.js';
import { RowDamage } from '../rows/row-damage.js';
import type { ColumnValue } from '../rows/row-inserter.js';
import { JUDGED_COLUMNS } from '../runs/part-rows.js';

/** Errors that values cause which no code expects; all others say themselves what is wrong. */
const UNEXPECTED = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/**
 * An error that occurred while the rows of a database were shown. If it is one that nobody expected, and a row holds
 * what no run has written, the answer is a StoreError of the kind `damaged` that names the row. So nobody who reads sound rows pays
 * for looking at each of them.
 */
export function explainedByRows(thrown: unknown, store: Store): unknown {
  const error = explainedError(thrown, store.path);
  if (!(error instanceof Error) || !UNEXPECTED.has(error.name) || 'syscall' in error) return error;
  const damage = damagedRow(store);
  if (damage === null) return error;
  return new StoreError(
    'damaged',
    `${store.path} is damaged: ${damage}. Restore it from a copy, or solve the puzzle again.`,
    { cause: error },
  );
}

/** What is wrong with the first row of a database that no run has written so, or null. */
function damagedRow(store: Store): string | null {
  const damage = new RowDamage(JUDGED_COLUMNS);
  const names = (table: 'puzzles' | 'results'): string[] =>
    JUDGED_COLUMNS[table].map((name) => `${table}.${name}`);
  const rows = store.db
    .prepare<[], [number, number, ColumnValue, ...ColumnValue[]]>(
      `SELECT results.run_id, puzzle_id, puzzles.name, ${[...names('puzzles'), ...names('results')].join(', ')}
       FROM results JOIN puzzles USING (puzzle_id)`,
    )
    .raw()
    .iterate();
  for (const [runId, puzzleId, name, ...values] of rows) {
    const puzzle = values.slice(0, JUDGED_COLUMNS.puzzles.length);
    const reason = damage.reasonOf(puzzle, values.slice(JUDGED_COLUMNS.puzzles.length));
    if (reason === null) continue;
    return `the result of ${String(name)} in run ${runId} (entry ${ordinalOf(puzzleId)}) cannot be one: ${reason}`;
  }
  return null;
}
