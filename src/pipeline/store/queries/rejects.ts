import type { StoredReject } from '../stored.js';
import { setImmediate } from 'node:timers/promises';
import { reasonKind } from '../../../solver/core/text/error-codes.js';
import { insertRows, queryRows, queryValues, type Store } from '../open/open.js';
import { piecesOf } from '../pieces.js';

/**
 * Whether a reason is one that only the check of a puzzle gives: its clues were read. These are the
 * sentences of `sumsReason`, `checkedClues` and `cellsReason` (solver/core/puzzle/validate.ts).
 */
const SAYS_CLUES = `(reason GLOB 'the rows hold * the columns *'
  OR reason GLOB '* [0-9]*: the blocks * need * cells, but the * has *')`;

/** The same of a start position, or a picture. */
const SAYS_CELLS = `(reason GLOB 'the start position*' OR reason GLOB 'the goal picture*')`;

/**
 * Rejects that are puzzles all the same, and those whose start position or picture cannot fit. One
 * of no known kind, or with a reason against its kind, is taken for a puzzle: nothing disproves it.
 */
const IS: Readonly<Record<'puzzle' | 'cells', string>> = {
  puzzle: `(kind IS NOT 'text' OR ${SAYS_CLUES} OR ${SAYS_CELLS})`,
  cells: `(coalesce(kind NOT IN ('text', 'clues'), true) OR ${SAYS_CELLS})`,
};
type RejectedAs = keyof typeof IS;

/** The rejects of a run, in the order of its corpora; between two pieces no query is open. */
function* rejectsIn(
  store: Store,
  runId: number,
  after: RejectCursor | null = null,
  as: RejectedAs | null = null,
): Generator<RejectRow, void, undefined> {
  type Row = Omit<RejectRow, 'path' | 'file' | 'ordinal'> & { readonly place: number };
  const sql = `SELECT place, line, name, reason, excerpt, kind FROM piece_rejects
    WHERE piece_id = ? AND ${as === null ? 'true' : IS[as]} ORDER BY place`;
  const from = after === null ? undefined : { file: after.file, position: -1 };
  for (const piece of piecesOf(store, runId, from)) {
    const { file, path, firstEntry, firstLine, entries } = piece;
    const isBefore = after?.file === file && firstEntry + entries <= after.ordinal;
    if (piece.rejects === 0 || isBefore) continue;
    for (const { place, line, ...reject } of queryRows<Row>(store, sql, piece.pieceId)) {
      const ordinal = firstEntry + place;
      if (after !== null && file === after.file && ordinal <= after.ordinal) continue;
      yield { ...reject, path, file, ordinal, line: line === null ? null : firstLine! + line };
    }
  }
}

/** The first `limit` rejects of a run, or of those that are puzzles of a kind, in corpus order. */
export function listRejects(store: Store, runId: number, limit: number, as?: RejectedAs | null) {
  const first: StoredReject[] = [];
  if (limit === 0) return first;
  for (const reject of rejectsIn(store, runId, null, as)) {
    if (first.push(withoutFile(reject)) === limit) break;
  }
  return first;
}

function withoutFile({ path, ordinal, line, name, ...said }: RejectRow): StoredReject {
  const { reason, excerpt, kind } = said;
  return { path, ordinal, line, name, reason, excerpt, kind };
}

/** A reject in the list of a run's rejects. */
export interface RejectCursor {
  /** The place of its file in the corpora. */
  readonly file: number;
  readonly ordinal: number;
}

/** One reject of a page. */
export interface RejectRow extends StoredReject, RejectCursor {}

/** How many rejects are looked at in a row: some ten milliseconds. */
const AT_ONCE = 5000;

/** Kinds of a run's reject reasons, the most frequent first; others have turns between steps. */
export function* rejectKinds(store: Store, runId: number) {
  const kinds = new Map<string, { kind: string; count: number; first: StoredReject }>();
  let seen = 0;
  for (const reject of rejectsIn(store, runId)) {
    const kind = reasonKind(reject.reason);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { kind, count: 1, first: withoutFile(reject) });
    else known.count++;
    if (++seen % AT_ONCE === 0) yield;
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count);
}

/** One page of the rejects whose reasons are of a kind; `next` is the last if there are more. */
export async function rejectsOfKind(
  store: Store,
  runId: number,
  kind: string,
  after: RejectCursor | null,
  limit: number,
): Promise<{ readonly rows: readonly RejectRow[]; readonly next: RejectCursor | null }> {
  const rows: RejectRow[] = [];
  let seen = 0;
  for (const row of rejectsIn(store, runId, after)) {
    if (++seen % AT_ONCE === 0) await setImmediate();
    if (reasonKind(row.reason) !== kind) continue;
    if (rows.length === limit) {
      const { file, ordinal } = rows[limit - 1];
      return { rows, next: { file, ordinal } };
    }
    rows.push(row);
  }
  return { rows, next: null };
}

/** How many rejects of a run are puzzles of a kind, or how many of one of its pieces. */
export function countRejectedPuzzles(
  store: Store,
  runId: number,
  as: RejectedAs,
  pieceId: number | null = null,
): number {
  const sql = `${COUNT} WHERE run_id = @runId AND (@pieceId IS NULL OR piece_id = @pieceId) AND ${IS[as]}`;
  return queryValues<number>(store, sql, { runId, pieceId })[0];
}

/** How many rejects a run has. */
export function countRejects(store: Store, runId: number): number {
  return queryValues<number>(store, `${COUNT} WHERE run_id = ?`, runId)[0];
}

const COUNT = 'SELECT count(*) FROM run_pieces CROSS JOIN piece_rejects USING (piece_id)';

type PieceReject = Omit<StoredReject, 'path'>;

/** Adds rejects of a piece, by their places in it; returns how many were not there yet. */
export function addRejects(store: Store, pieceId: number, rejects: readonly PieceReject[]): number {
  const into = 'piece_rejects (piece_id, place, line, name, reason, excerpt, kind)';
  const rows = rejects.map((reject) => [pieceId, ...rejectValues(reject)]);
  return insertRows(store, into, rows, 'ON CONFLICT (piece_id, place) DO NOTHING');
}

/** The values of a reject, in the order in which its row has them. */
export function rejectValues({ ordinal, line, name, reason, excerpt, kind }: PieceReject) {
  return [ordinal, line, name, reason, excerpt, kind] as const;
}

/** The rejects of a piece, by their places in it. */
export function rejectsOfPiece(store: Store, pieceId: number): PieceReject[] {
  const sql = `SELECT place AS ordinal, line, name, reason, excerpt, kind FROM piece_rejects
    WHERE piece_id = ? ORDER BY place`;
  return queryRows(store, sql, pieceId);
}
