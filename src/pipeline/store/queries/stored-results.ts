import type { Statement } from 'better-sqlite3';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { pieceRowsSql } from '../layout/result-layout.js';
import { ordinalSql, pathSql, rowsByPiece, type PieceOfRun } from '../pieces.js';
import {
  RESULT_ROW,
  fieldsSql,
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
    readonly ordinal: number;
    readonly fingerprint: string;
  };

const SOLVED_COLUMNS = `SELECT run_id AS runId, ${PUZZLE_ROW}, ${RESULT_ROW},
  ${pathSql('results')} AS path, ${ordinalSql('results')} AS ordinal`;

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

/**
 * All results of a run, or those of some statuses, with their puzzles, in the order of its
 * corpora. They are read piece by piece: between two of them no query is open, so the caller may
 * take its time, or write.
 */
export function* solvedPuzzles(
  store: Store,
  runId: number,
  statuses: readonly Status[] | null = null,
): Generator<SolvedPuzzle, void, undefined> {
  const ofPiece = store.db.prepare<[PieceOfRun & { readonly statuses: string | null }], SolvedRow>(
    `${SOLVED_COLUMNS} FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id)
     WHERE @statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)) ORDER BY puzzle_id`,
  );
  const wanted = statuses === null ? null : JSON.stringify(statuses);
  const read = (of: PieceOfRun): SolvedRow[] => ofPiece.all({ ...of, statuses: wanted });
  for (const { rows } of rowsByPiece(store, runId, read)) {
    for (const row of rows) yield toSolvedPuzzle(row);
  }
}

function toSolvedPuzzle(row: SolvedRow): SolvedPuzzle {
  return {
    ...toStoredPuzzle(row),
    runId: row.runId,
    ordinal: row.ordinal,
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

/** All results of a run with their difficulties, in the order of its corpora. */
export function* ratedResults(
  store: Store,
  runId: number,
): Generator<RatedResult, void, undefined> {
  const ofPiece = store.db.prepare<[PieceOfRun], Row>(
    `SELECT ${LISTED_ROW}, ${fieldsSql(RATED)}
     FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id) ORDER BY puzzle_id`,
  );
  for (const { rows } of rowsByPiece(store, runId, (of) => ofPiece.all(of))) {
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
