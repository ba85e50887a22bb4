import type { Statement } from 'better-sqlite3';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { inOrderSql } from '../layout/place-sql.js';
import { rowsBeyondSql } from '../layout/result-layout.js';
import { pagesOf } from '../rows/pages-of.js';
import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import {
  RESULT_ROW,
  fieldsSql,
  SOURCE_PATH,
  toStoredResult,
  type ResultFields,
  LISTED_ROW,
  type ListedResult,
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

const SOLVED_COLUMNS = `SELECT run_id AS runId, ${PUZZLE_ROW}, ${RESULT_ROW}, ${SOURCE_PATH} AS path`;

const SOLVED_PUZZLE = `${SOLVED_COLUMNS} FROM results JOIN puzzles USING (puzzle_id)`;

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
    `${SOLVED_COLUMNS} FROM ${rowsBeyondSql('results_in_order', '@after')} AS results CROSS JOIN puzzles USING (puzzle_id)
     WHERE run_id = @runId
       AND (@statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)))
     ORDER BY ${inOrderSql('results')} LIMIT @size`,
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
      `SELECT puzzle_id AS puzzleId, ${fieldsSql(['solveMs'])} FROM result_rows AS results
       WHERE run_id = ? AND reused_run IS NULL AND status IN ('unique', 'multiple', 'contradiction')
       ORDER BY solve_ms DESC, puzzle_id LIMIT ?`,
    )
    .all(runId, count);
}

const RATED = [
  ...['status', 'difficulty', 'difficultyBound', 'effortLine', 'effortProbe', 'tries'],
  ...['stars', 'needs', 'lookAhead', 'difficultyVersion', 'opening', 'narrowest'],
  'innerLookAhead',
] as const;

/** A result with its difficulty, without clues and solutions. */
export type RatedResult = ListedResult<(typeof RATED)[number]>;

type Row = Omit<RatedResult, 'difficultyBound'> & { readonly difficultyBound: number | null };

const RATED_PAGE = 5000;

/** All results of a run with their difficulties, in the order of sources and entries, in pages. */
export function* ratedResults(
  store: Store,
  runId: number,
): Generator<RatedResult, void, undefined> {
  const page = store.db.prepare<[number, number, number, number], Row>(
    `SELECT ${LISTED_ROW}, ${fieldsSql(RATED)}
     FROM ${rowsBeyondSql('results_in_order')} AS results CROSS JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? ORDER BY ${inOrderSql('results')} LIMIT ?`,
  );
  const read = (after: number): Row[] => page.all(after, after, runId, RATED_PAGE);
  for (const rows of pagesOf(read, RATED_PAGE, ({ puzzleId }) => puzzleId)) {
    for (const row of rows) {
      const { difficultyBound } = row;
      yield { ...row, difficultyBound: difficultyBound === null ? null : difficultyBound === 1 };
    }
  }
}

/** How hard a puzzle is for people, as a run stored it. */
interface StoredScore {
  readonly score: number;
  readonly stars: number;
}

/**
 * The scores of puzzles by their fingerprints, each from the latest run that has one. Reads the
 * fingerprints of all puzzles once, some 0.3 s for a million.
 */
export function scoresByFingerprint(
  store: Store,
  fingerprints: readonly string[],
): ReadonlyMap<string, StoredScore> {
  const rows = store.db
    .prepare<[string], StoredScore & { readonly fingerprint: string }>(
      // The order of the tables is that of the look-ups: a puzzle, then its result of each run by
      // its key.
      `SELECT fingerprint, difficulty AS score, stars FROM puzzles CROSS JOIN runs CROSS JOIN results
       ON results.run_id = runs.run_id AND results.puzzle_id = puzzles.puzzle_id
       WHERE fingerprint IN (SELECT value FROM json_each(?)) AND difficulty IS NOT NULL AND stars IS NOT NULL
       ORDER BY runs.run_id`,
    )
    .all(JSON.stringify(fingerprints));
  return new Map(rows.map(({ fingerprint, score, stars }) => [fingerprint, { score, stars }]));
}
