import { PUZZLES, TABLES } from '../../../solver/core/result/tables.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import type { Store } from '../open/open.js';
import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import { pieceRowsSql } from '../layout/result-layout.js';
import { nameSql, piecesOf, type PieceOfRun, type RunPiece } from '../pieces.js';
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

/** The first row of a run that is of none of its pieces: nobody would see it. Null if none is. */
export function strayRow(
  { db }: Store,
  runId: number,
): Pick<CopiedResult, 'puzzleId' | 'name'> | null {
  const found = db
    .prepare<[number], Pick<CopiedResult, 'puzzleId' | 'name'>>(
      `SELECT r.puzzle_id AS puzzleId, ifnull(name, '') AS name
       FROM result_rows r LEFT JOIN puzzles USING (puzzle_id)
       WHERE r.run_id = ? AND NOT EXISTS (SELECT 1 FROM run_pieces h
         WHERE h.run_id = r.run_id AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES}) LIMIT 1`,
    )
    .get(runId);
  return found ?? null;
}

/** The results of a run, piece by piece; between two pieces no query is open. */
function* resultRows(
  store: Store,
  runId: number,
): Generator<{ readonly piece: RunPiece; readonly rows: CopiedResult[] }, void, undefined> {
  const [puzzles, results, claims] = (['puzzles', 'results', 'claims'] as const).map((table) =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`),
  );
  const claimed = puzzles.length + results.length;
  const ofPiece = store.db
    .prepare<[PieceOfRun], [number, string, string | null, number | null, ...ColumnValue[]]>(
      `SELECT results.puzzle_id, ${nameSql('results')}, workers.name, claims.puzzle_id,
         ${[...puzzles, ...results, ...claims].join(', ')}
       FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id)
         LEFT JOIN solved_by USING (run_id, puzzle_id)
         LEFT JOIN workers ON workers.worker_id = solved_by.worker_id
         LEFT JOIN claims ON claims.run_id = results.run_id AND claims.puzzle_id = results.puzzle_id
       ORDER BY results.puzzle_id`,
    )
    .raw();
  for (const piece of piecesOf(store, runId)) {
    const rows = ofPiece.all({ run: runId, piece: piece.pieceId });
    yield {
      piece,
      rows: rows.map(([puzzleId, name, worker, claim, ...values]) => ({
        puzzleId,
        name,
        worker,
        puzzle: values.slice(0, puzzles.length),
        result: values.slice(puzzles.length, claimed),
        claim: claim === null ? null : values.slice(claimed),
      })),
    };
  }
}

/** A piece as it is copied: what it is known by, its rejects, and the results that a run has. */
export interface CopiedPiece {
  readonly sha256: Uint8Array;
  readonly piece: RunPiece;
  readonly rows: readonly CopiedResult[];
  readonly rejects: readonly CopiedReject[];
}

/** A reject as a piece has it: with its place there, and lines from its first one. */
export interface CopiedReject {
  readonly place: number;
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  readonly excerpt: string;
  readonly kind: Reject['kind'];
}

/** The pieces of a run with all that they have. */
export function* copiedPieces(
  store: Store,
  runId: number,
): Generator<CopiedPiece, void, undefined> {
  const hash = store.db.prepare<[number], Uint8Array>('SELECT sha256 FROM pieces WHERE piece_id = ?').pluck(); // prettier-ignore
  const rejects = store.db.prepare<[number], CopiedReject>(
    'SELECT place, line, name, reason, excerpt, kind FROM piece_rejects WHERE piece_id = ? ORDER BY place',
  );
  for (const { piece, rows } of resultRows(store, runId)) {
    const { pieceId } = piece;
    yield { sha256: hash.get(pieceId)!, piece, rows, rejects: rejects.all(pieceId) };
  }
}

/** One place of the list of pieces of a source, as it is copied. */
export interface CopiedPlace {
  readonly position: number;
  readonly firstEntry: number;
  readonly firstLine: number | null;
  readonly sha256: Uint8Array;
  readonly entries: number;
  readonly rejects: number;
}

/** The list of pieces of a source, and its number of entries; null if the list is not complete. */
export function copiedList(
  { db }: Store,
  sourceId: number,
): { readonly entries: number | null; readonly places: readonly CopiedPlace[] } {
  const entries = db
    .prepare<[number], number | null>('SELECT entries FROM sources WHERE source_id = ?')
    .pluck()
    .get(sourceId);
  const places = db
    .prepare<[number], CopiedPlace>(
      `SELECT position, first_entry AS firstEntry, first_line AS firstLine, sha256, entries, rejects
       FROM source_pieces JOIN pieces USING (piece_id) WHERE source_id = ? ORDER BY position`,
    )
    .all(sourceId);
  return { entries: entries ?? null, places };
}
