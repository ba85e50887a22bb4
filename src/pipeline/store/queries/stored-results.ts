import type { SolvedPuzzle, StoredPuzzle } from '../stored.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { escapedLike, queryRows, queryValues, type Store } from '../open/open.js';
import { pieceRowsSql } from '../result-layout.js';
import {
  ordinalSql,
  pathSql,
  rowsByPiece,
  nameSql,
  nameAt,
  pieceFinder,
  placeIn,
} from '../pieces.js';
import { StoreError } from '../open/store-error.js';
import { readPuzzle, soundPuzzle } from './damaged-rows.js';
import { type SizedPuzzle, PIECE_ENTRIES, pieceOf } from '../../record/puzzle-id.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';
import { unpackPicture } from '../packed/packed-picture.js';
import { editDistance } from '../../../solver/core/text/typed.js';
import { withSlashes } from '../../files/files.js';

/** The fields of a result as a query returns them: SQLite has no booleans. */
export type ResultFields = {
  readonly [Field in keyof StoredResult]: boolean extends StoredResult[Field]
    ? number | Exclude<StoredResult[Field], boolean>
    : StoredResult[Field];
};

type Field = keyof StoredResult;

const NAMES = new Map<Field, string>(RESULT_COLUMN_LIST.map(({ field, name }) => [field, name]));

export function fieldColumn(field: Field): string {
  return NAMES.get(field)!;
}

/** Some columns of `results`, or its alias, under the names of their fields. */
export function fieldsSql(fields: Iterable<Field>, results = 'results'): string {
  return Array.from(fields, (field) => `${results}.${fieldColumn(field)} AS ${field}`).join(', ');
}

/** All of them, for a query that returns ResultFields. */
const RESULT_ROW = fieldsSql(NAMES.keys());

/** What a list says of a puzzle, for queries of SizedPuzzle over `results` and `puzzles`. */
export const LISTED_ROW = `results.puzzle_id AS puzzleId, ${nameSql('results')} AS name, title,
  ${pathSql('results')} AS path, ${ordinalSql('results')} AS ordinal, width, height`;

function toStoredResult(row: ResultFields): StoredResult {
  const fields = RESULT_COLUMN_LIST.map(({ field, kind }) => {
    const value = row[field];
    return [field, kind.is === 'flag' && value !== null ? value === 1 : value] as const;
  });
  return Object.fromEntries(fields) as unknown as StoredResult;
}

/** The columns of `puzzles` that make up a puzzle. */
interface PuzzleRow
  extends
    Readonly<Record<'puzzle_id' | 'width' | 'height' | 'colours', number>>,
    Readonly<Record<'name' | 'clues' | 'fingerprint', string>>,
    Readonly<Record<'title' | 'label' | 'palette' | 'start' | 'goal', string | null>> {}

/** Those columns, for queries over `results` and `puzzles`. */
const PUZZLE_ROW = `results.puzzle_id, ${nameSql('results')} AS name, title, label, width, height, colours, palette, clues,
  start, goal, fingerprint`;

/** The puzzle that a row holds. @throws RangeError if it is none. */
function toStoredPuzzle(row: PuzzleRow): StoredPuzzle {
  const read = readPuzzle((column) => row[column as keyof PuzzleRow]);
  if (typeof read === 'string') throw new RangeError(`the row of ${row.name}: ${read}`);
  return storedPuzzle(row, read);
}

/** The same, to be solved again. @throws StoreError `damaged` if it is not the stored puzzle. */
function toSoundPuzzle(store: Store, row: PuzzleRow): StoredPuzzle {
  const sound = soundPuzzle((column) => row[column as keyof PuzzleRow]);
  if (typeof sound === 'string') {
    throw new StoreError(
      'NM_DATABASE_DAMAGED',
      `${store.path} is damaged: its puzzle ${row.name} is not the one that was stored. ` +
        'Restore the database from a copy, or use another.',
    );
  }
  return storedPuzzle(row, sound);
}

function storedPuzzle(
  { puzzle_id: puzzleId, name, title, label }: PuzzleRow,
  { puzzle, goal }: Pick<StoredPuzzle, 'puzzle' | 'goal'>,
): StoredPuzzle {
  return { puzzleId, name, title, label, goal, puzzle };
}

/** Which puzzles of a run are solved again. */
export interface Wanted {
  /** What their results may be. */
  readonly statuses: readonly Status[];
  /** If given, they were tried fewer times than that: so a round that was stopped goes on. */
  readonly fewerTries?: number;
}

const WANTED = 'status IN (SELECT value FROM json_each(@statuses)) AND attempts < @tries';

function wantedValues({ statuses, fewerTries = Number.MAX_SAFE_INTEGER }: Wanted) {
  return { statuses: JSON.stringify(statuses), tries: fewerTries };
}

/**
 * The wanted puzzles of a run in corpus order. Between two of them no query is open, so results may
 * be updated. @throws StoreError of the kind `damaged`
 */
export function* wantedPuzzles(store: Store, runId: number, wanted: Wanted) {
  const sql = `SELECT ${PUZZLE_ROW} FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id)
    WHERE ${WANTED} ORDER BY puzzle_id`;
  for (const rows of rowsByPiece<PuzzleRow>(store, runId, sql, wantedValues(wanted))) {
    for (const row of rows) yield toSoundPuzzle(store, row);
  }
}

/** How many puzzles of a run are wanted. */
export function countWanted(store: Store, runId: number, wanted: Wanted): number {
  const sql = `SELECT count(*) FROM results WHERE run_id = ? + 0 AND ${WANTED}`;
  return queryValues<number>(store, sql, runId, wantedValues(wanted))[0];
}

/** The fewest tries of puzzles whose results have one of the statuses; null without any. */
export function fewestTries(store: Store, runId: number, statuses: readonly Status[]) {
  const sql = `SELECT min(attempts) FROM results
    WHERE run_id = ? + 0 AND status IN (SELECT value FROM json_each(?))`;
  return queryValues<number | null>(store, sql, runId, JSON.stringify(statuses))[0];
}

type SolvedRow = ResultFields & PuzzleRow & Pick<SolvedPuzzle, 'runId' | 'path' | 'ordinal'>;

const SOLVED_COLUMNS = `SELECT run_id AS runId, ${PUZZLE_ROW}, ${RESULT_ROW},
  ${pathSql('results')} AS path, ${ordinalSql('results')} AS ordinal`;

const SOLVED_PUZZLE = `${SOLVED_COLUMNS} FROM results JOIN puzzles USING (puzzle_id)`;

const ONE_SOLVED = `${SOLVED_PUZZLE} WHERE run_id = ? + 0 AND puzzle_id = ? + 0`;

/** One puzzle and its result in a run, or null if the run has none. */
export function solvedPuzzle(store: Store, runId: number, puzzleId: number): SolvedPuzzle | null {
  const row = queryRows<SolvedRow>(store, ONE_SOLVED, runId, puzzleId).at(0);
  return row === undefined ? null : toSolvedPuzzle(row);
}

/** What each run found about one puzzle, the latest first. */
export function resultsOfPuzzle(store: Store, puzzleId: number): SolvedPuzzle[] {
  const sql = `${SOLVED_PUZZLE} WHERE run_id IN (SELECT run_id FROM runs) AND puzzle_id = ? ORDER BY run_id DESC`;
  return queryRows<SolvedRow>(store, sql, puzzleId).map(toSolvedPuzzle);
}

/**
 * All results of a run, or of some statuses, with their puzzles, in corpus order, piece by piece:
 * between two of them the caller may take its time, or write.
 */
export function* solvedPuzzles(
  store: Store,
  runId: number,
  statuses: readonly Status[] | null = null,
): Generator<SolvedPuzzle, void, undefined> {
  const sql = `${SOLVED_COLUMNS} FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id)
    WHERE @statuses IS NULL OR status IN (SELECT value FROM json_each(@statuses)) ORDER BY puzzle_id`;
  const wanted = { statuses: statuses && JSON.stringify(statuses) };
  for (const rows of rowsByPiece<SolvedRow>(store, runId, sql, wanted)) {
    for (const row of rows) yield toSolvedPuzzle(row);
  }
}

function toSolvedPuzzle(row: SolvedRow): SolvedPuzzle {
  const { runId, ordinal, path, fingerprint } = row;
  const result = toStoredResult(row);
  return { ...toStoredPuzzle(row), runId, ordinal, path, fingerprint, result };
}

/** A puzzle with a verdict, and the time that it took. */
type TimedResult = Pick<ResultFields, 'solveMs'> & { readonly puzzleId: number };

/** The slowest puzzles that a run has solved itself and that have a verdict, the slowest first. */
export function slowestResults(store: Store, runId: number, count: number): TimedResult[] {
  const sql = `SELECT puzzle_id AS puzzleId, solve_ms AS solveMs FROM result_rows
    WHERE run_id = ? AND reused_run IS NULL AND status IN ('unique', 'multiple', 'contradiction')
    ORDER BY solve_ms DESC, puzzle_id LIMIT ?`;
  return queryRows(store, sql, runId, count);
}

const RATED = [
  ...['status', 'difficulty', 'difficultyBound', 'effortLine', 'effortProbe', 'tries'],
  ...['stars', 'needs', 'lookAhead', 'difficultyVersion', 'opening', 'narrowest'],
  'innerLookAhead',
] as const;

/** A result with its difficulty, without clues and solutions. */
export type RatedResult = SizedPuzzle & Pick<StoredResult, (typeof RATED)[number]>;

type Row = Omit<RatedResult, 'difficultyBound'> & { readonly difficultyBound: number | null };

/** All results of a run with their difficulties, in the order of its corpora. */
export function* ratedResults(store: Store, runId: number): Generator<RatedResult> {
  const sql = `SELECT ${LISTED_ROW}, ${fieldsSql(RATED)}
    FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id) ORDER BY puzzle_id`;
  for (const rows of rowsByPiece<Row>(store, runId, sql)) {
    for (const row of rows) {
      const { difficultyBound } = row;
      yield { ...row, difficultyBound: difficultyBound === null ? null : difficultyBound === 1 };
    }
  }
}

/** The latest scores by fingerprint. Reads all fingerprints once, some 0.3 s for a million. */
export function scoresByFingerprint(store: Store, fingerprints: readonly string[]) {
  // The order of the tables is that of the look-ups: a puzzle, then each run's result by key.
  const sql = `SELECT fingerprint, difficulty AS score, stars FROM puzzles CROSS JOIN runs CROSS JOIN results
      ON results.run_id = runs.run_id AND results.puzzle_id = puzzles.puzzle_id
    WHERE fingerprint IN (SELECT value FROM json_each(?)) AND difficulty IS NOT NULL AND stars IS NOT NULL
    ORDER BY runs.run_id`;
  type Scored = Readonly<Record<'score' | 'stars', number>> & { readonly fingerprint: string };
  const rows = queryRows<Scored>(store, sql, JSON.stringify(fingerprints));
  return new Map(rows.map(({ fingerprint, score, stars }) => [fingerprint, { score, stars }]));
}

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
  const one = [runId, puzzleId];
  const where = 'WHERE run_id = ? + 0 AND puzzle_id = ? + 0';
  const row = queryRows<ResultFields>(store, `SELECT ${RESULT_ROW} FROM results ${where}`, ...one);
  const sql = `SELECT ${PUZZLE_ROW}, ${ordinalSql('results')} AS ordinal, ${pathSql('results')} AS path
    FROM results JOIN puzzles USING (puzzle_id) ${where}`;
  const [puzzle] = queryRows<DetailedPuzzle>(store, sql, ...one);
  if (row.length === 0 || puzzle === undefined) return null;
  const result = toStoredResult(row[0]);
  const by = result.reusedRun ?? runId;
  const isRunThere = queryValues(store, 'SELECT 1 FROM runs WHERE run_id = ?', by).length > 0;
  return { ...result, isRunThere, puzzle };
}

type SolutionsRow = Readonly<Record<'solution' | 'second', string | Uint8Array> & { id: number }>;

/**
 * The `wanted` puzzles of a run that miss being unique by the least: whose two solutions differ in
 * the fewest cells, and of these the smallest. Only the first `seen` puzzles with several solutions
 * are looked at.
 */
export function nearestMisses(store: Store, runId: number, wanted: number, seen: number) {
  // Packed: unpacking 40,000 pictures in SQL takes 0.15 s, three times as long.
  const sql = `SELECT puzzle_id AS id, solution, second_solution AS second FROM ${pieceRowsSql('held_rows')}
    WHERE status = 'multiple' AND solution IS NOT NULL AND second_solution IS NOT NULL ORDER BY puzzle_id`;
  let nearest: { id: number; differing: number; cells: number }[] = [];
  let count = 0;
  const cut = (): void => {
    nearest.sort((a, b) => a.differing - b.differing || a.cells - b.cells);
    nearest = nearest.slice(0, wanted);
  };
  for (const rows of rowsByPiece<SolutionsRow>(store, runId, sql)) {
    for (const row of rows.slice(0, seen - count)) {
      count++;
      const [solution, second] = [row.solution, row.second].map(unpackPicture);
      const differing = differences(solution, second);
      nearest.push({ id: row.id, differing, cells: solution.length });
      if (nearest.length === 4 * wanted) cut();
    }
    if (count === seen) break;
  }
  cut();
  return { ids: nearest.map(({ id }) => id), /** How many were looked at. */ seen: count };
}

function differences(one: string, other: string): number {
  let count = 0;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) count++;
  return count;
}

interface SearchRange {
  /** The run that must have a result of it; null for any. */
  readonly runId: number | null;
  readonly limit: number;
}

type FoundRow = Omit<SizedPuzzle, 'path' | 'ordinal' | 'name'> & { readonly name: string | null };

const COLUMNS = 'puzzle_id AS puzzleId, name, title, width, height';

const IN_RANGE = `(@runId IS NULL OR EXISTS (
  SELECT 1 FROM results WHERE run_id = @runId AND results.puzzle_id = puzzles.puzzle_id))`;

/**
 * Finds the puzzles that a user means by `wanted`: the first of these ways that finds any.
 *
 *   1. the name, exactly       2. the puzzle_id                3. `<path>#<ordinal>`, the path
 *   4. the title, exactly      5. the fingerprint, or at       as a run was given it, or its
 *      (in any case)              least 6 digits of it         last part
 *   6. the beginning of the name (in any case)
 *
 * Names are not unique: at most `limit` are found, each where the run, or the latest one, has it.
 * If nothing fits, `suggestions` are names that resemble the wanted one, the nearest first. Without
 * an index this reads all puzzles, about 0.2 s for a million.
 */
export function findPuzzle(
  store: Store,
  wanted: string,
  { runId = null, limit = 10 }: Partial<SearchRange> = {},
): { readonly found: readonly SizedPuzzle[]; readonly suggestions: readonly string[] } {
  for (const way of WAYS) {
    const rows = way(store, wanted, { runId, limit });
    const found = rows.map((row) => {
      const place = placeOf(store, row.puzzleId, runId);
      return { ...row, ...place, name: row.name ?? nameAt(place) };
    });
    if (found.length > 0) return { found, suggestions: [] };
  }
  return { found: [], suggestions: resembling(store, wanted, runId) };
}

/** Where a puzzle is in the corpora of a run, or else of the latest run that has it. */
function placeOf(store: Store, puzzleId: number, runId: number | null) {
  const latest = 'SELECT max(run_id) FROM run_pieces WHERE piece_id = ?';
  const run = runId ?? queryValues<number | null>(store, latest, pieceOf(puzzleId))[0] ?? 0;
  const piece = pieceFinder(store)(run, puzzleId);
  return piece === null ? { path: '', ordinal: 0 } : placeIn(piece, puzzleId);
}

type Way = (store: Store, wanted: string, range: SearchRange) => FoundRow[];

function byCondition(condition: string, value: (wanted: string) => string | number | null): Way {
  return (store, wanted, range) => {
    const bound = value(wanted);
    if (bound === null) return [];
    const sql = `SELECT ${COLUMNS} FROM puzzles WHERE ${condition} AND ${IN_RANGE} ORDER BY puzzle_id LIMIT @limit`;
    return queryRows(store, sql, { ...range, bound });
  };
}

const WAYS: readonly Way[] = [
  byCondition('name = @bound', (wanted) => wanted),
  byCondition('puzzle_id = @bound', (wanted) =>
    /^\d{1,16}$/.test(wanted) ? Number(wanted) : null,
  ),
  byPlace,
  byCondition('title = @bound COLLATE NOCASE', (wanted) => wanted),
  byCondition('fingerprint GLOB @bound', (wanted) =>
    /^[0-9a-f]{6,32}$/i.test(wanted) ? `${wanted.toLowerCase()}*` : null,
  ),
  byCondition(`name LIKE @bound ESCAPE '\\'`, (wanted) =>
    wanted === '' ? null : `${escapedLike(wanted)}%`,
  ),
];

function byPlace(store: Store, wanted: string, range: SearchRange): FoundRow[] {
  const [, path, ordinal] = /^(.+)#(\d{1,10})$/.exec(wanted) ?? [];
  if (path === undefined) return [];
  const sql = `SELECT ${COLUMNS} FROM puzzles
    WHERE ${IN_RANGE} AND puzzle_id IN (
      SELECT piece_id * ${PIECE_ENTRIES} + @at - first_entry FROM run_sources JOIN source_pieces USING (source_id)
      WHERE (@runId IS NULL OR run_id = @runId) AND @at BETWEEN first_entry AND first_entry + ${PIECE_ENTRIES - 1}
        AND (path = @path OR replace(path, '\\', '/') LIKE @end ESCAPE '\\'))
    ORDER BY puzzle_id LIMIT @limit`;
  const end = `%/${escapedLike(withSlashes(path))}`;
  return queryRows(store, sql, { ...range, at: Number(ordinal), path: withSlashes(path), end });
}

const SUGGESTIONS = 5;

/** Suggestions come from so many names: enough for any corpus that people know by name. */
const CANDIDATES = 20_000;

function resembling(store: Store, wanted: string, runId: number | null): string[] {
  const sql = `SELECT name FROM puzzles WHERE name IS NOT NULL AND ${IN_RANGE} ORDER BY puzzle_id DESC LIMIT @limit`;
  const names = queryValues<string>(store, sql, { runId, limit: CANDIDATES });
  const lower = wanted.toLowerCase();
  const atMost = wanted.length < 4 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return [...new Set(names)]
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase(), atMost) }))
    .filter(({ distance }) => distance <= atMost)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}
