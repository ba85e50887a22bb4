import { UNWATCHED, type Watch } from '../../record/progress.js';
import {
  change,
  keepFewPages,
  queryLists,
  queryRows,
  queryValues,
  type Store,
} from '../open/open.js';
import { idsOfPiece, IN_PIECE, partialPieces, piecesOf, type RunPiece } from '../pieces.js';
import {
  addShapesIn,
  countsIn,
  KIND_SQL,
  takenOverKind,
  ResultTally,
  ShapeKeys,
  type CountedResult,
} from '../result-tally.js';
import { runById } from '../stored-runs.js';
import { pieceOf, placeOf, puzzleIdOf } from '../../record/puzzle-id.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { sumOfRows } from './damaged-rows.js';

interface ScannedRow extends CountedResult {
  /** Hexadecimal digits. */
  shape: string;
}

/** What a value is in SQL, of a result `r` and its puzzle `p`. */
const SCANNED: Readonly<Record<keyof ScannedRow, string>> = {
  puzzleId: 'r.puzzle_id',
  width: 'p.width',
  height: 'p.height',
  filled: 'p.filled',
  shape: 'p.shape',
  kind: KIND_SQL,
  depth: 'r.guess_depth',
  depthMin: 'r.guess_depth_min',
  ms: 'r.solve_ms',
  limitMs: 'r.limit_ms',
  score: 'r.difficulty',
  stars: 'r.stars',
  wentWrong: `(r.error IS NOT NULL OR r.status IN ('crash', 'solved') OR r.stopped_by IS 'crash')`,
};

const COLUMNS = `SELECT ${Object.entries(SCANNED)
  .map(([name, sql]) => `${sql} AS ${name}`)
  .join(', ')}`;

/** What a run has counted of a piece, without so many bytes at its end, to copy less. */
const COUNTS =
  'SELECT substr(counts, 1, length(counts) - ?) FROM piece_counts WHERE run_id = ? AND piece_id = ?';

/** Keeps what was counted of a piece, in place of what was. */
export const SET_COUNTS = 'REPLACE INTO piece_counts (run_id, piece_id, counts) VALUES (?, ?, ?)';

/** Shapes and places, which come last in counts, take so many bytes a puzzle, or more. */
const SHAPE_BYTES = 9;

/** Counts a run's results: by the counts of its pieces, else (or if changed since) by rows. */
export function scanResults(store: Store, runId: number, watch: Watch = UNWATCHED): ResultTally {
  const { entries, rejects } = countPieces(store, runId);
  const tally = new ResultTally(false);
  const keepMany = keepFewPages(store);
  watch.stage('counting the results');
  // One part of a run has only some of the puzzles of a piece.
  const bytes = typeof runById(store, runId)?.options.shard === 'string' ? 0 : SHAPE_BYTES;
  let done = 0;
  for (const piece of piecesOf(store, runId)) {
    const puzzles = piece.entries - piece.rejects;
    const isReused = piece.heldBy !== runId;
    const { pieceId, heldBy } = piece;
    const less = bytes * puzzles;
    const counts = queryValues<Uint8Array>(store, COUNTS, less, heldBy, pieceId).at(0);
    const isCounted = counts !== undefined && tally.absorbBytes(counts, pieceId, isReused);
    if (!isCounted) countRows(store, heldBy, pieceId, tally, isReused);
    watch.reached((done += puzzles), entries - rejects);
  }
  keepMany();
  return tally;
}

/** How many entries a run has, and how many of them are not puzzles, each piece once. */
function countPieces(store: Store, runId: number): Pick<RunPiece, 'entries' | 'rejects'> {
  const sql = `SELECT ifnull(sum(entries), 0) AS entries, ifnull(sum(rejects), 0) AS rejects
    FROM run_pieces JOIN pieces USING (piece_id) WHERE run_id = ?`;
  return queryRows<Pick<RunPiece, 'entries' | 'rejects'>>(store, sql, runId)[0];
}

type StatusCount = [status: Status, results: number];

const HELD_PIECES = 'SELECT piece_id, held_by FROM run_pieces WHERE run_id = ?';
const COUNTS_HEAD = `SELECT substr(counts, 1, instr(counts, CAST(']]]' AS BLOB)) + 2)
  FROM piece_counts WHERE run_id = ? AND piece_id = ?`;
const COUNT_ROWS = `SELECT status, count(*) FROM result_rows WHERE ${IN_PIECE} GROUP BY status`;

/**
 * Says how many results of each status a run has so far: by counts of pieces, else by their rows.
 * One counter counts a piece once, as it is at that time, for all runs that share it.
 */
export function statusCounter(store: Store) {
  const known: Partial<Record<number, Map<number, StatusCount[]>>> = {};
  const count = (heldBy: number, pieceId: number): StatusCount[] => {
    const counts = queryValues<Uint8Array>(store, COUNTS_HEAD, heldBy, pieceId).at(0);
    const counted = counts === undefined ? null : countsIn(counts);
    if (counted !== null) return [...counted.byStatus];
    return queryLists<StatusCount>(store, COUNT_ROWS, heldBy, ...idsOfPiece(pieceId));
  };
  return (runId: number) => {
    const keepMany = keepFewPages(store);
    const sums: Partial<Record<Status, number>> = {};
    for (const [pieceId, heldBy] of queryLists<[number, number]>(store, HELD_PIECES, runId)) {
      const ofHolder = (known[heldBy] ??= new Map<number, StatusCount[]>());
      let counted = ofHolder.get(pieceId);
      if (counted === undefined) ofHolder.set(pieceId, (counted = count(heldBy, pieceId)));
      for (const [status, n] of counted) sums[status] = (sums[status] ?? 0) + n;
    }
    keepMany();
    return sums;
  };
}

/** So many shapes are looked at at once: 80 MB, in which equal ones are found. */
const SHAPES_AT_ONCE = 1 << 21;

/** The puzzles of a run that share a shape, in corpus order, part by part: memory stays flat. */
export function repeatedShapes(
  store: Store,
  runId: number,
  { skip = 0, groups, members }: Parameters<ShapeKeys['repeated']>[0],
  atOnce = SHAPES_AT_ONCE,
) {
  const pieces = [...piecesOf(store, runId)];
  const puzzles = pieces.reduce((sum, { entries, rejects }) => sum + entries - rejects, 0);
  const ofRows = `SELECT puzzle_id, shape FROM result_rows CROSS JOIN puzzles USING (puzzle_id)
    WHERE ${IN_PIECE} ORDER BY puzzle_id`;
  const parts = Math.max(1, Math.ceil(puzzles / atOnce));
  const found = Array.from({ length: parts }, (_, part) => {
    const keys = new ShapeKeys(part, parts);
    for (const { pieceId, heldBy } of pieces) {
      const counts = queryValues<Uint8Array>(store, COUNTS, 0, heldBy, pieceId).at(0);
      if (counts !== undefined && addShapesIn(counts, pieceId, keys)) continue;
      const rows = queryLists<[number, string]>(store, ofRows, heldBy, ...idsOfPiece(pieceId));
      for (const row of rows) keys.add(...row);
    }
    return keys.repeated({ groups: skip + groups, members });
  });
  const orderOf = new Map(pieces.map(({ pieceId }, i) => [pieceId, i]));
  const placeIn = ({ first: [id] }: { readonly first: readonly number[] }): number =>
    puzzleIdOf(orderOf.get(pieceOf(id))!, placeOf(id));
  return {
    groups: found.reduce((sum, one) => sum + one.groups, 0),
    surplus: found.reduce((sum, one) => sum + one.surplus, 0),
    first: found
      .flatMap(({ first }) => first)
      .sort((one, other) => placeIn(one) - placeIn(other))
      .slice(skip, skip + groups),
  };
}

const SCAN = `${COLUMNS} FROM result_rows r CROSS JOIN puzzles p USING (puzzle_id)
  WHERE ${IN_PIECE} ORDER BY r.puzzle_id`;

/** Counts rows of a piece that a run wrote, as those of one that takes them over if `isReused`. */
function countRows(
  store: Store,
  heldBy: number,
  pieceId: number,
  tally: ResultTally,
  isReused: boolean,
): void {
  for (const row of queryRows<ScannedRow>(store, SCAN, heldBy, ...idsOfPiece(pieceId))) {
    if (isReused) row.kind = takenOverKind(row.kind);
    if (tally.withShapes) tally.shapes.add(row.puzzleId, row.shape);
    tally.add(row);
  }
}

/** Counts what a run has written of a piece, and sums it up, unless the sum is known. */
export function countPiece(store: Store, runId: number, pieceId: number, sum?: number | null) {
  const tally = new ResultTally();
  countRows(store, runId, pieceId, tally, false);
  tally.addRow(sum ?? sumOfRows(store, runId, pieceId));
  return tally;
}

/**
 * Counts the pieces of a run again that it has written itself and that have no counts, as results
 * of them were changed; or these `pieces` of it, which are whole. Of some the sum of the rows may
 * be known: to sum them up takes longer than to count them. Within a transaction.
 */
export function countChangedPieces(
  store: Store,
  runId: number,
  sums: ReadonlyMap<number, number | null> = new Map(),
  pieces: readonly number[] = partialPieces(store, runId).map(({ pieceId }) => pieceId),
): void {
  for (const pieceId of pieces) {
    const tally = countPiece(store, runId, pieceId, sums.get(pieceId));
    change(store, SET_COUNTS, runId, pieceId, tally.toBytes());
  }
}
