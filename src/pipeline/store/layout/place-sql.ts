import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';

/** The id of a puzzle in SQL, from two SQL expressions; the ordinal is not checked. */
export function puzzleIdSql(sourceId: string, ordinal: string): string {
  return `(${sourceId} * ${MAX_ENTRIES} + ${ordinal})`;
}

/** The source of a puzzle in SQL, from an SQL expression. */
export function sourceOfSql(id: string): string {
  return `(${id} / ${MAX_ENTRIES})`;
}

/**
 * Joins the row of a puzzle of a run, or nulls if it has none, from SQL expressions: SQLite would
 * first make all rows of a view over a join that is joined so.
 */
export function rowJoinSql(row: string, runId: string, id: string): string {
  const held = `${row}_held`;
  return `LEFT JOIN held_results ${held} ON ${held}.run_id = ${runId} AND ${held}.source_id = ${sourceOfSql(id)}
    LEFT JOIN result_rows ${row} ON ${row}.run_id = ${held}.held_by AND ${row}.puzzle_id = ${id}`;
}

/** Whether a row that was joined so is one of another run. */
export function isReusedSql(row: string): string {
  return `(${row}.reused_run IS NOT NULL OR ${row}_held.held_by <> ${row}_held.run_id)`;
}

/**
 * The order of puzzle ids among the rows of a run, for `results_in_order` and `held_rows`: SQLite
 * finds them in it, and need not sort.
 */
export function inOrderSql(row: string): string {
  return `${row}.at_source, ${row}.puzzle_id`;
}
