import { PUZZLES } from '../../result/columns/corpus-tables.js';
import { RESULT_COLUMN_LIST } from '../../result/result-columns.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import type { ColumnValue } from '../rows/row-inserter.js';

/** The columns of the tables that are copied from one database to another as they are stored. */
export interface CopiedColumns {
  readonly puzzles: readonly string[];
  readonly results: readonly string[];
  readonly claims: readonly string[];
}

/** What says where a row belongs differs between databases. */
const PLACES = new Set(['run_id', 'puzzle_id', 'source_id', 'ordinal', 'name']);

/** All columns but those that place a row, which new ones join by themselves; rows are copied as they are stored. */
export function copiedColumns(store: Store): CopiedColumns {
  const of = (table: string): string[] =>
    store.db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !PLACES.has(name));
  return { puzzles: of('puzzle_rows'), results: of('result_rows'), claims: of('claims') };
}

/** The columns of `puzzles` and `results` by which copied rows are judged. */
export const JUDGED_COLUMNS = {
  puzzles: Object.keys(PUZZLES.columns),
  results: RESULT_COLUMN_LIST.map(({ name }): string => name),
} as const;

/** One result of a run with its puzzle, as it is copied. */
export interface CopiedResult {
  readonly puzzleId: number;
  readonly name: string;
  /** As `puzzles` and `results` show them: JUDGED_COLUMNS. */
  readonly judged: {
    readonly puzzle: readonly ColumnValue[];
    readonly result: readonly ColumnValue[];
  };
  /** The name of the other machine that solved it; null for the run's own. */
  readonly worker: string | null;
  readonly puzzle: readonly ColumnValue[];
  readonly result: readonly ColumnValue[];
  /** What another program claimed of it; null if none did the solving. */
  readonly claim: readonly ColumnValue[] | null;
}

/** The results of a run, in the order of their ids, in pages; between two of them no query is open. */
export function* resultRows(
  store: Store,
  runId: number,
  columns: CopiedColumns,
  size: number,
): Generator<CopiedResult[], void, undefined> {
  const [puzzles, results, claims] = (['puzzles', 'results', 'claims'] as const).map((table) =>
    columns[table].map((name) => `${table}.${name}`),
  );
  const judgedPuzzle = JUDGED_COLUMNS.puzzles.map((name) => `seen_puzzle.${name}`);
  const judgedResult = JUDGED_COLUMNS.results.map((name) => `seen_result.${name}`);
  const claimed = puzzles.length + results.length;
  const judged = claimed + claims.length;
  const judgedTo = judged + judgedPuzzle.length;
  const page = store.db
    .prepare<
      [number, number, number],
      [number, string, string | null, number | null, ...ColumnValue[]]
    >(
      `SELECT results.puzzle_id, puzzles.name, workers.name, claims.puzzle_id,
         ${[...puzzles, ...results, ...claims, ...judgedPuzzle, ...judgedResult].join(', ')}
       FROM result_rows AS results JOIN puzzle_rows AS puzzles USING (puzzle_id)
         JOIN results AS seen_result USING (run_id, puzzle_id)
         JOIN puzzles AS seen_puzzle USING (puzzle_id)
         LEFT JOIN solved_by USING (run_id, puzzle_id)
         LEFT JOIN workers ON workers.worker_id = solved_by.worker_id
         LEFT JOIN claims ON claims.run_id = results.run_id AND claims.puzzle_id = results.puzzle_id
       WHERE results.run_id = ? AND results.puzzle_id > ?
       ORDER BY results.puzzle_id LIMIT ?`,
    )
    .raw();
  const pages = pagesOf(
    (after) => page.all(runId, after, size),
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
      claim: claim === null ? null : values.slice(claimed, judged),
      judged: { puzzle: values.slice(judged, judgedTo), result: values.slice(judgedTo) },
    }));
  }
}
