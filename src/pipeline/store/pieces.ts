import { PIECE_ENTRIES, pieceOf, placeOf, type SizedPuzzle } from '../record/puzzle-id.js';
import { EVERY_PLACE, IS_FIRST_PLACE, RESULT_ROW_COLUMNS } from './result-layout.js';
import { change, queryLists, queryRows, queryValues, type Store } from './open/open.js';

const ROW = RESULT_ROW_COLUMNS.join(', ');

/**
 * The pieces of runs. A corpus is a list of pieces, known by their content (`pieces`,
 * `source_pieces`); a run is a list of pieces, and of each it has the rows that it wrote itself or
 * those of an earlier run (`run_pieces`). Whoever needs the results of a run in the order of its
 * corpora, or the place of a puzzle in them, asks here.
 */

/** One piece of a run, where it comes first in its corpora. */
export interface RunPiece {
  readonly pieceId: number;
  /** The run that has written the rows of its results. */
  readonly heldBy: number;
  readonly path: string;
  readonly sourceId: number;
  /** Where the file is among those of the run, and the piece among those of the file. */
  readonly file: number;
  readonly position: number;
  /** Which entry of the file is its first, and the line on which that begins, if it has one. */
  readonly firstEntry: number;
  readonly firstLine: number | null;
  /** Results and rejects together, and the latter alone. */
  readonly entries: number;
  readonly rejects: number;
}

const COLUMNS = `s.piece_id AS pieceId, h.held_by AS heldBy, f.path, f.source_id AS sourceId, f.position AS file,
  s.position, s.first_entry AS firstEntry, s.first_line AS firstLine, p.entries, p.rejects`;

const PLACES = `${EVERY_PLACE} CROSS JOIN pieces p ON p.piece_id = s.piece_id`;

/** How many pieces are read at once. */
const PAGE = 500;

/** Where somebody is among the places of a run: after one of them. */
type AfterPlace = Pick<RunPiece, 'file' | 'position'>;

/** The pieces of a run, each once, in corpus order; between two of them no query is open. */
export function piecesOf(store: Store, runId: number, after?: AfterPlace): Generator<RunPiece> {
  return placesWhere(store, runId, IS_FIRST_PLACE, after);
}

function* placesWhere(
  { db }: Store,
  runId: number,
  condition: string,
  after: AfterPlace = { file: -1, position: -1 },
): Generator<RunPiece, void, undefined> {
  const page = db.prepare<[number, number, number, number], RunPiece>(
    `SELECT ${COLUMNS} ${PLACES} WHERE f.run_id = ? AND f.position >= ? AND (f.position, s.position) > (?, ?)
       AND ${condition}
     ORDER BY f.position, s.position LIMIT ${PAGE}`,
  );
  for (let { file, position } = after; ;) {
    const rows = page.all(runId, file, file, position);
    yield* rows;
    if (rows.length < PAGE) return;
    ({ file, position } = rows[rows.length - 1]);
  }
}

/** The piece of a run that a puzzle is of, where it comes first; null if the run has none. */
export function pieceFinder(store: Store): (runId: number, puzzleId: number) => RunPiece | null {
  let last: { readonly runId: number; readonly piece: RunPiece } | null = null;
  return (runId, puzzleId) => {
    const pieceId = pieceOf(puzzleId);
    if (last?.runId === runId && last.piece.pieceId === pieceId) return last.piece;
    const piece = queryRows<RunPiece>(store, FIRST_PLACE, pieceId, runId).at(0);
    last = piece === undefined ? null : { runId, piece };
    return piece ?? null;
  };
}

const FIRST_PLACE = `SELECT ${COLUMNS} FROM source_pieces s INDEXED BY source_pieces_by_piece
    CROSS JOIN run_sources f INDEXED BY run_sources_by_source ON f.source_id = s.source_id
    CROSS JOIN run_pieces h ON h.run_id = f.run_id AND h.piece_id = s.piece_id
    CROSS JOIN pieces p ON p.piece_id = s.piece_id
  WHERE s.piece_id = ? AND f.run_id = ? ORDER BY f.position, s.position LIMIT 1`;

type PuzzlePlace = Pick<SizedPuzzle, 'path' | 'ordinal'>;

/** Where a puzzle of a piece is, and what it is called if it has no name of its own. */
export function placeIn({ path, firstEntry }: RunPiece, puzzleId: number): PuzzlePlace {
  return { path, ordinal: firstEntry + placeOf(puzzleId) };
}

export function nameAt({ path, ordinal }: PuzzlePlace): string {
  return `${path}#${ordinal}`;
}

/** The ids that the puzzles of a piece can have: from the first up to, but not, the end. */
export function idsOfPiece(pieceId: number): readonly [first: number, end: number] {
  return [pieceId * PIECE_ENTRIES, (pieceId + 1) * PIECE_ENTRIES];
}

/**
 * What a query over `pieceRowsSql`, with these parameters, finds in each piece of a run, in the
 * order of its corpora; between two of them no query is open.
 */
export function* rowsByPiece<Row>(store: Store, runId: number, sql: string, parameters = {}) {
  for (const { pieceId: piece, rejects, entries } of piecesOf(store, runId)) {
    if (rejects === entries) continue;
    const rows = queryRows<Row>(store, sql, { ...parameters, run: runId, piece });
    if (rows.length > 0) yield rows;
  }
}

/**
 * A condition in SQL on the rows of one piece that one run wrote; `+ 0`, as SQLite plans anew for
 * bare parameters of ranges: 100 times the time to find a row.
 */
export const IN_PIECE = 'run_id = ? + 0 AND puzzle_id >= ? + 0 AND puzzle_id < ? + 0';

/** The first place of the piece of a puzzle, in SQL; `results` has run_id and puzzle_id. */
const firstPlaceSql = (results: string, what: string): string =>
  `(SELECT ${what} FROM source_pieces fs INDEXED BY source_pieces_by_piece
    CROSS JOIN run_sources ff INDEXED BY run_sources_by_source ON ff.run_id = ${results}.run_id AND ff.source_id = fs.source_id
    WHERE fs.piece_id = ${results}.puzzle_id / ${PIECE_ENTRIES} ORDER BY ff.position, fs.position LIMIT 1)`;

const ENTRY = (results: string): string =>
  `(fs.first_entry + ${results}.puzzle_id % ${PIECE_ENTRIES})`;

/** The path of the file that the puzzle of a row of results is from, in SQL. */
export function pathSql(results: string): string {
  return firstPlaceSql(results, 'ff.path');
}

/** Where its piece is in the corpora of the run: a number to sort by. */
export function placeOrderSql(results: string): string {
  return firstPlaceSql(results, '(ff.position << 32) + fs.position');
}

/** Its entry in that file. */
export function ordinalSql(results: string): string {
  return firstPlaceSql(results, ENTRY(results));
}

/** What it is called: by its name or, without one, by its place. */
export function nameSql(results: string, puzzles = 'puzzles'): string {
  return `ifnull(${puzzles}.name, ${firstPlaceSql(results, `ff.path || '#' || ${ENTRY(results)}`)})`;
}

/** Makes the rows of a piece the run's own, before they change. Within a transaction. */
export function ownRows(store: Store, runId: number, pieceId: number): void {
  const held = 'SELECT held_by FROM run_pieces WHERE run_id = ? AND piece_id = ?';
  const heldBy = queryValues<number>(store, held, runId, pieceId).at(0);
  if (heldBy !== undefined && heldBy !== runId) {
    const copy = `INSERT INTO result_rows (${ROW}) SELECT ${ROW} FROM held_rows WHERE ${IN_PIECE}`;
    change(store, copy, runId, ...idsOfPiece(pieceId));
  }
  const which = 'WHERE run_id = ? AND piece_id = ?';
  change(store, `UPDATE run_pieces SET held_by = run_id ${which}`, runId, pieceId);
  change(store, `DELETE FROM piece_counts ${which}`, runId, pieceId);
}

/** Whether a run has all results of a piece: of a row `h` of `run_pieces`. */
const IS_WHOLE = `(h.held_by <> h.run_id OR EXISTS (
  SELECT 1 FROM piece_counts c WHERE c.run_id = h.run_id AND c.piece_id = h.piece_id))`;

/** Tells what a run has of a piece: all, a part (or none so far), or null if it has not got it. */
export function pieceState(
  store: Store,
  runId: number,
  pieceId: number,
): 'complete' | 'partial' | null {
  const [isWhole] = queryLists<[number]>(store, STATE, runId, pieceId);
  return isWhole === undefined ? null : isWhole[0] === 1 ? 'complete' : 'partial';
}

const STATE = `SELECT ${IS_WHOLE} FROM run_pieces h WHERE run_id = ? AND piece_id = ?`;

/** The number of a piece that the database knows; null for others. */
export function pieceWith(store: Store, sha256: Uint8Array): number | null {
  const sql = 'SELECT piece_id FROM pieces WHERE sha256 = ?';
  return queryValues<number>(store, sql, sha256).at(0) ?? null;
}

/** Adds a piece, a place of it, or which run has its rows: what is there already stays. */
export const ADD = {
  piece:
    'INSERT INTO pieces (piece_id, sha256, entries, rejects) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  place: `INSERT INTO source_pieces (source_id, position, piece_id, first_entry, first_line)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (source_id, position) DO NOTHING`,
  holder: `INSERT INTO run_pieces (run_id, piece_id, held_by) VALUES (?, ?, ?)
    ON CONFLICT (run_id, piece_id) DO NOTHING`,
} as const;

/** The places of those puzzles of a piece of which a run has written results. */
export function donePlaces(store: Store, runId: number, pieceId: number): number[] {
  const sql = `SELECT puzzle_id FROM result_rows WHERE ${IN_PIECE}`;
  return queryValues<number>(store, sql, runId, ...idsOfPiece(pieceId)).map(placeOf);
}

/** The pieces that a run, or any, has written a part of, or of which nothing is counted. */
export function partialPieces(store: Store, runId: number | null) {
  const ofRun = runId === null ? '' : `run_id = ${runId} AND`;
  const sql = `SELECT run_id AS runId, piece_id AS pieceId FROM run_pieces h WHERE ${ofRun} NOT ${IS_WHOLE}`;
  return queryRows<Readonly<Record<'runId' | 'pieceId', number>>>(store, sql);
}

/** What of a file a run has at an earlier place: solved and stored once, and counted here. */
export interface CopiedFile {
  readonly path: string;
  /** The file that has it first. */
  readonly of: string;
  /** The pieces, each as often as it comes. */
  readonly pieces: readonly number[];
  /** What the run has of them so far. */
  readonly results: number;
  readonly rejects: number;
}

/** What comes again in the files of a run, in the order of its corpora. */
export function copiedFiles(store: Store, runId: number): CopiedFile[] {
  const firstOf = pieceFinder(store);
  type Found = { -readonly [Key in keyof CopiedFile]: CopiedFile[Key] } & { pieces: number[] };
  const found = new Map<string, Found>();
  const repeated = placesWhere(store, runId, `NOT ${IS_FIRST_PLACE}`);
  for (const { pieceId, heldBy, path, rejects } of repeated) {
    const of = firstOf(runId, idsOfPiece(pieceId)[0])!.path;
    const key = JSON.stringify([path, of]);
    const file = found.get(key) ?? { path, of, pieces: [], results: 0, rejects: 0 };
    file.pieces.push(pieceId);
    file.results += countInPiece(store, 'result_rows', 'true', heldBy, pieceId);
    file.rejects += rejects;
    found.set(key, file);
  }
  return [...found.values()];
}

/** How many entries count again in files that are copies. */
export function copiedEntries(copies: readonly Pick<CopiedFile, 'results' | 'rejects'>[]): number {
  return copies.reduce((sum, { results, rejects }) => sum + results + rejects, 0);
}

/** Counts the results of a piece in a run that meet a condition; `from` may join their puzzles. */
export function countInPiece(
  store: Store,
  from: string,
  condition: string,
  runId: number,
  pieceId: number,
): number {
  const sql = `SELECT count(*) FROM ${from} WHERE ${IN_PIECE} AND ${condition}`;
  return queryValues<number>(store, sql, runId, ...idsOfPiece(pieceId))[0];
}
