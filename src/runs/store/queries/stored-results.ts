import type { Statement } from 'better-sqlite3';
import type { Status } from '../../../core/result/outcome.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { ordinalOf, sourceOf } from '../../../core/result/puzzle-id.js';
import {
  RESULT_ROW,
  fieldsSql,
  SOURCE_PATH,
  toStoredResult,
  type ResultFields,
} from '../rows/result-fields.js';
import { PUZZLE_ROW, toStoredPuzzle, type PuzzleRow } from './stored-puzzles.js';
import type { SolvedPuzzle } from '../rows/stored.js';

export type { SolvedPuzzle } from '../rows/stored.js';

type SolvedRow = ResultFields &
  PuzzleRow & {
    readonly runId: number;
    readonly path: string;
    readonly fingerprint: string;
  };

const SOLVED_PUZZLE = `
  SELECT run_id AS runId, ${PUZZLE_ROW}, ${RESULT_ROW}, ${SOURCE_PATH} AS path
  FROM results JOIN puzzles USING (puzzle_id)`;

/**
 * Compiled once for a database: SQLite needs milliseconds for that, and a report asks for a hundred
 * puzzles.
 */
const ofOnePuzzle = new WeakMap<Store, Statement<[number, number], SolvedRow>>();

/** One puzzle and its result in a run, or null if the run has none. */
export function solvedPuzzle(store: Store, runId: number, puzzleId: number): SolvedPuzzle | null {
  let statement = ofOnePuzzle.get(store);
  if (statement === undefined) {
    statement = store.db.prepare(`${SOLVED_PUZZLE} WHERE run_id = ? AND puzzle_id = ?`);
    ofOnePuzzle.set(store, statement);
  }
  const row = statement.get(runId, puzzleId);
  return row === undefined ? null : toSolvedPuzzle(row);
}

/** What each run found about one puzzle, the latest first. */
export function resultsOfPuzzle(store: Store, puzzleId: number): SolvedPuzzle[] {
  return store.db
    .prepare<[number], SolvedRow>(
      `${SOLVED_PUZZLE} WHERE run_id IN (SELECT run_id FROM runs) AND puzzle_id = ?
       ORDER BY run_id DESC`,
    )
    .all(puzzleId)
    .map(toSolvedPuzzle);
}

const PAGE = 500;

interface PageParameters {
  readonly runId: number;
  readonly after: number;
  /** As a JSON array. */
  readonly statuses: string | null;
  readonly size: number;
}

/**
 * All results of a run, or those of some statuses, with their puzzles, in the order of sources and
 * entries. They are read in pages: between two of them no query is open, so the caller may take its
 * time, or write.
 */
export function* solvedPuzzles(
  store: Store,
  runId: number,
  statuses: readonly Status[] | null = null,
): Generator<SolvedPuzzle, void, undefined> {
  const page = store.db.prepare<PageParameters, SolvedRow>(
    `${SOLVED_PUZZLE}
     WHERE run_id = @runId AND puzzle_id > @after
       AND (@statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)))
     ORDER BY puzzle_id LIMIT @size`,
  );
  const wanted = statuses === null ? null : JSON.stringify(statuses);
  const read = (after: number): SolvedRow[] =>
    page.all({ runId, after, statuses: wanted, size: PAGE });
  for (const rows of pagesOf(read, PAGE, (row) => row.puzzle_id)) {
    for (const row of rows) yield toSolvedPuzzle(row);
  }
}

function toSolvedPuzzle(row: SolvedRow): SolvedPuzzle {
  return {
    ...toStoredPuzzle(row),
    runId: row.runId,
    sourceId: sourceOf(row.puzzle_id),
    ordinal: ordinalOf(row.puzzle_id),
    path: row.path,
    fingerprint: row.fingerprint,
    result: toStoredResult(row),
  };
}

/** A puzzle with a verdict, and the time that it took. */
export type TimedResult = Pick<ResultFields, 'solveMs'> & { readonly puzzleId: number };

/** The slowest puzzles that a run has solved itself and that have a verdict, the slowest first. */
export function slowestResults(store: Store, runId: number, count: number): TimedResult[] {
  return store.db
    .prepare<[number, number], TimedResult>(
      `SELECT puzzle_id AS puzzleId, ${fieldsSql(['solveMs'])} FROM results
       WHERE run_id = ? AND reused_run IS NULL AND status IN ('unique', 'multiple', 'contradiction')
       ORDER BY solve_ms DESC, puzzle_id LIMIT ?`,
    )
    .all(runId, count);
}
