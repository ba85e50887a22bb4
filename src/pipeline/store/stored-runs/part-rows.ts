import { PUZZLES, TABLES } from '../../../solver/core/result/tables.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';
import type { Store } from '../open/open.js';
import { inOrderSql, sourceOfSql } from '../layout/place-sql.js';
import { rowsBeyondSql } from '../layout/result-layout.js';
import { pagesOf } from '../rows/pages-of.js';
import type { ColumnValue } from '../rows/row-inserter.js';

/**
 * The columns of the tables that are copied from one database to another, as `puzzles`, `results`
 * and `claims` show them.
 */
export const COPIED_COLUMNS = {
  puzzles: Object.keys(PUZZLES.columns),
  results: RESULT_COLUMN_LIST.map(({ name }): string => name),
  claims: Object.keys(TABLES.claims.columns).slice(2),
} as const;

/** One result of a run with its puzzle, as it is copied. */
export interface CopiedResult {
  readonly puzzleId: number;
  readonly name: string;
  /** The name of the other machine that solved it; null for the run's own. */
  readonly worker: string | null;
  readonly puzzle: readonly ColumnValue[];
  readonly result: readonly ColumnValue[];
  /** What another program claimed of it; null if none did the solving. */
  readonly claim: readonly ColumnValue[] | null;
}

/**
 * The first row of a run that is of none of its sources: nobody would see it. Null if none is.
 */
export function strayRow(
  { db }: Store,
  runId: number,
): Pick<CopiedResult, 'puzzleId' | 'name'> | null {
  const found = db
    .prepare<[number], Pick<CopiedResult, 'puzzleId' | 'name'>>(
      `SELECT r.puzzle_id AS puzzleId, ifnull(name, '') AS name
       FROM result_rows r LEFT JOIN puzzles USING (puzzle_id)
       WHERE r.run_id = ? AND NOT EXISTS (SELECT 1 FROM held_results h
         WHERE h.run_id = r.run_id AND h.source_id = ${sourceOfSql('r.puzzle_id')}) LIMIT 1`,
    )
    .get(runId);
  return found ?? null;
}

/**
 * The results of a run, in the order of their ids, in pages; between two of them no query is open.
 */
export function* resultRows(
  store: Store,
  runId: number,
  size: number,
): Generator<CopiedResult[], void, undefined> {
  const [puzzles, results, claims] = (['puzzles', 'results', 'claims'] as const).map((table) =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`),
  );
  const claimed = puzzles.length + results.length;
  const page = store.db
    .prepare<
      [number, number, number, number],
      [number, string, string | null, number | null, ...ColumnValue[]]
    >(
      `SELECT results.puzzle_id, puzzles.name, workers.name, claims.puzzle_id,
         ${[...puzzles, ...results, ...claims].join(', ')}
       FROM ${rowsBeyondSql('results_in_order')} AS results CROSS JOIN puzzles USING (puzzle_id)
         LEFT JOIN solved_by USING (run_id, puzzle_id)
         LEFT JOIN workers ON workers.worker_id = solved_by.worker_id
         LEFT JOIN claims ON claims.run_id = results.run_id AND claims.puzzle_id = results.puzzle_id
       WHERE results.run_id = ?
       ORDER BY ${inOrderSql('results')} LIMIT ?`,
    )
    .raw();
  const pages = pagesOf(
    (after) => page.all(after, after, runId, size),
    size,
    ([puzzleId]) => puzzleId,
  );
  for (const rows of pages) {
    yield rows.map(([puzzleId, name, worker, claim, ...values]) => ({
      puzzleId,
      name,
      worker,
      puzzle: values.slice(0, puzzles.length),
      result: values.slice(puzzles.length, claimed),
      claim: claim === null ? null : values.slice(claimed),
    }));
  }
}
