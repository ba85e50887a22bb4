import { UNWATCHED, type Watch } from '../../record/progress.js';
import type { Store } from '../open/open.js';
import { countPieces, idsOfPiece, piecesOf } from '../pieces.js';
import {
  KIND_SQL,
  kindOfNumber,
  takenOverKind,
  ResultTally,
  type CountedResult,
} from '../result-tally.js';
import { MAX_BLOCK_LENGTH } from '../../../solver/core/puzzle/types.js';
import { mostOf, RESULT_COLUMNS, type Bounds } from '../../../solver/core/result/result-columns.js';
import { rowsSummer, type PieceOfWriter, requireSoundResult } from './damaged-rows.js';

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
const WITH_PUZZLES = 'r CROSS JOIN puzzles p USING (puzzle_id)';

const { guess_depth, guess_depth_min, solve_ms, limit_ms, difficulty, stars } = RESULT_COLUMNS;

/**
 * Whether all values that go into figures are ones of their columns. The tables hold no others,
 * unless somebody switched off their checks: to look takes a thirtieth of a scan.
 */
function areFigures(row: CountedResult): boolean {
  const kind = kindOfNumber(row.kind);
  const cells = row.width * row.height;
  return (
    kind.status != null &&
    kind.technique !== undefined &&
    kind.needs !== undefined &&
    kind.crossCheck !== undefined &&
    row.width <= MAX_BLOCK_LENGTH &&
    row.height <= MAX_BLOCK_LENGTH &&
    row.filled >= 0 &&
    row.filled <= cells &&
    isWithin(guess_depth.kind, row.depth, cells) &&
    isWithin(guess_depth_min.kind, row.depthMin, cells) &&
    isWithin(solve_ms.kind, row.ms, cells) &&
    isWithin(limit_ms.kind, row.limitMs, cells) &&
    isWithin(difficulty.kind, row.score, cells) &&
    isWithin(stars.kind, row.stars, cells)
  );
}

function isWithin(bounds: Bounds, value: number | null, cells: number): boolean {
  return value === null || (value >= bounds.least && value <= mostOf(bounds, cells));
}

/**
 * Counts all results of a run: what was counted of each piece when its results were written, and
 * the rows of those that have no counts yet, or whose rows were changed since.
 * @throws StoreError of the code NM_DATABASE_DAMAGED at a row that no run has written.
 */
export function scanResults(store: Store, runId: number, watch: Watch = UNWATCHED): ResultTally {
  const countsOf = store.db
    .prepare<[number, number], Uint8Array | null>(
      'SELECT counts FROM run_pieces WHERE run_id = ? AND piece_id = ?',
    )
    .pluck();
  const tally = new ResultTally();
  const count = pieceCounter(store);
  const { entries, rejects } = countPieces(store, runId);
  watch.stage('counting the results');
  let done = 0;
  for (const piece of piecesOf(store, runId)) {
    const { pieceId, heldBy } = piece;
    const isReused = heldBy !== runId;
    const counts = countsOf.get(heldBy, pieceId) ?? null;
    const isCounted = counts !== null && tally.absorbBytes(counts, pieceId, isReused);
    if (!isCounted) count(piece, tally, isReused);
    watch.reached((done += piece.entries - piece.rejects), entries - rejects);
  }
  return tally;
}

/** Counts the rows of one piece that a run has written, and sums them up. */
export function countPiece(store: Store, piece: PieceOfWriter, tally: ResultTally): void {
  pieceCounter(store)(piece, tally, false);
  tally.addRow(rowsSummer(store)(piece));
}

/** Counts rows of pieces, as those of a run that takes them over if it is `isReused`. */
function pieceCounter(
  store: Store,
): (piece: PieceOfWriter, tally: ResultTally, isReused: boolean) => void {
  const read = store.db.prepare<[number, number, number], ScannedRow>(
    `${COLUMNS} FROM result_rows ${WITH_PUZZLES}
     WHERE r.run_id = ? + 0 AND r.puzzle_id >= ? + 0 AND r.puzzle_id < ? + 0 ORDER BY r.puzzle_id`,
  );
  return ({ pieceId, heldBy }, tally, isReused) => {
    for (const row of read.all(heldBy, ...idsOfPiece(pieceId))) {
      if (!areFigures(row)) requireSoundResult(store, heldBy, row.puzzleId);
      if (isReused) row.kind = takenOverKind(row.kind);
      tally.shapes.add(row.puzzleId, row.shape);
      tally.add(row);
    }
  };
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
  pieces: readonly number[] | null = null,
): void {
  const changed = store.db
    .prepare<[number], number>(
      'SELECT piece_id FROM run_pieces WHERE run_id = ? AND held_by = run_id AND counts IS NULL',
    )
    .pluck();
  const set = store.db.prepare<[Uint8Array, number, number]>(
    'UPDATE run_pieces SET counts = ? WHERE run_id = ? AND piece_id = ?',
  );
  const count = pieceCounter(store);
  const sumOf = rowsSummer(store);
  for (const pieceId of pieces ?? changed.all(runId)) {
    const tally = new ResultTally();
    const piece = { pieceId, heldBy: runId };
    count(piece, tally, false);
    tally.addRow(sums.get(pieceId) ?? sumOf(piece));
    set.run(tally.toBytes(), runId, pieceId);
  }
}
