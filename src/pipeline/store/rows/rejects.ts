import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import { reasonKind } from '../../../solver/core/text/error-codes.js';
import type { Store } from '../open/open.js';
import { RowInserter, type ColumnValue } from './row-inserter.js';
import type { StoredReject } from './stored.js';

/** Inserts rows of `rejectRow`; a reject that is there already stays as it is. */
export function rejectInserter(db: Database): RowInserter {
  return new RowInserter(
    db,
    'rejects',
    ['run_id', 'source_id', 'ordinal', 'line', 'name', 'reason', 'excerpt', 'kind'],
    'ON CONFLICT (run_id, source_id, ordinal) DO NOTHING',
  );
}

/** A reject as a row of its table. */
export function rejectRow(runId: number, sourceId: number, reject: Reject): ColumnValue[] {
  const { ordinal, line, name, reason, excerpt, kind } = reject;
  return [runId, sourceId, ordinal, line, name, reason, excerpt, kind];
}

/** The values of a reject for use in a query. */
const VALUES = 'line, name, reason, excerpt, kind';

/** Whether a reason is one that only the check of a puzzle gives: its clues were read. */
const SAYS_CLUES = `(reason GLOB 'the rows hold * the columns *'
  OR reason GLOB '* [0-9]*: the blocks * need * cells, but the * has *')`;

/** The same of a start position, or a picture. */
const SAYS_CELLS = `(reason GLOB 'the start position*' OR reason GLOB 'the goal picture*')`;

/**
 * Rejects that are puzzles all the same, and those whose start position or picture cannot fit. One
 * whose kind is none of those that there are is taken for a puzzle, and so is one whose reason says
 * otherwise than its kind: nothing proves that it is none.
 */
const IS: Readonly<Record<'puzzle' | 'cells', string>> = {
  puzzle: `(kind IS NOT 'text' OR ${SAYS_CLUES} OR ${SAYS_CELLS})`,
  cells: `(coalesce(kind NOT IN ('text', 'clues'), true) OR ${SAYS_CELLS})`,
};
export type RejectedAs = keyof typeof IS;

/**
 * The first `limit` rejects of a run, or of those that are puzzles of a kind, in the order of
 * sources and entries.
 */
export function listRejects(
  store: Store,
  runId: number,
  limit: number,
  as: RejectedAs | null = null,
): StoredReject[] {
  return store.db
    .prepare<{ runId: number; limit: number }, StoredReject>(
      `SELECT path, ordinal, ${VALUES}
       FROM rejects
       JOIN (SELECT source_id, path, min(position)
             FROM run_sources WHERE run_id = @runId GROUP BY source_id) USING (source_id)
       WHERE run_id = @runId AND ${as === null ? 'true' : IS[as]} ORDER BY source_id, ordinal LIMIT @limit`,
    )
    .all({ runId, limit });
}

/** A reject in the list of a run's rejects. */
export interface RejectCursor {
  readonly sourceId: number;
  readonly ordinal: number;
}

/** One reject of a page. */
export interface RejectRow extends StoredReject, RejectCursor {}

/** How many rejects of a run have reasons of one kind. */
export interface RejectGroup {
  /** What their reasons share. */
  readonly kind: string;
  readonly count: number;
  readonly first: StoredReject;
}

/** How many rejects are looked at in a row: some ten milliseconds. */
const AT_ONCE = 5000;

/**
 * The kinds of reasons of a run's rejects, the most frequent first. Whoever asks goes on with it as
 * long as it is not done: between its steps others can have their turns.
 */
export function* rejectKinds(
  store: Store,
  runId: number,
): Generator<undefined, readonly RejectGroup[]> {
  const kinds = new Map<string, { kind: string; count: number; first: StoredReject }>();
  for (let from: RejectCursor | null = null; ;) {
    const { rows, next } = rejectPage(store, runId, from, AT_ONCE);
    for (const first of rows) {
      const kind = reasonKind(first.reason);
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { kind, count: 1, first });
      else known.count++;
    }
    if (next === null) break;
    from = next;
    yield;
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count);
}

/** One page of the rejects whose reasons are of a kind. */
export async function rejectsOfKind(
  store: Store,
  runId: number,
  kind: string,
  after: RejectCursor | null,
  limit: number,
): Promise<RejectPage> {
  const found: RejectRow[] = [];
  for (let from = after; ;) {
    const { rows, next } = rejectPage(store, runId, from, AT_ONCE);
    for (const row of rows) {
      if (reasonKind(row.reason) !== kind) continue;
      if (found.length === limit) {
        const { sourceId, ordinal } = found[limit - 1];
        return { rows: found, next: { sourceId, ordinal } };
      }
      found.push(row);
    }
    if (next === null) return { rows: found, next };
    from = next;
    await setImmediate();
  }
}

/** Some of a run's rejects; `next` is the last of them if there are more. */
export interface RejectPage {
  readonly rows: readonly RejectRow[];
  readonly next: RejectCursor | null;
}

/** One page of a run's rejects, in the order of sources and entries, after a cursor. */
function rejectPage(
  store: Store,
  runId: number,
  after: RejectCursor | null,
  limit: number,
): RejectPage {
  const rows = store.db
    .prepare<[number, number, number, number], RejectRow>(
      `SELECT source_id AS sourceId, ordinal, ${VALUES},
         (SELECT path FROM run_sources s WHERE s.run_id = r.run_id AND s.source_id = r.source_id
          ORDER BY +position LIMIT 1) AS path
       FROM rejects r WHERE run_id = ? AND (source_id, ordinal) > (?, ?)
       ORDER BY source_id, ordinal LIMIT ?`,
    )
    .all(runId, after?.sourceId ?? 0, after?.ordinal ?? -1, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.length > limit && last !== undefined
      ? { sourceId: last.sourceId, ordinal: last.ordinal }
      : null;
  return { rows: page, next };
}

/** How many rejects of a run are puzzles of a kind, of one of its sources if one is named. */
export function countRejectedPuzzles(
  { db }: Store,
  runId: number,
  as: RejectedAs,
  sourceId: number | null = null,
): number {
  const count = db.prepare<[number, number | null, number | null], number>(
    `SELECT count(*) FROM rejects WHERE run_id = ? AND (? IS NULL OR source_id = ?) AND ${IS[as]}`,
  );
  return count.pluck().get(runId, sourceId, sourceId)!;
}

/** How many rejects a run has, of one of its sources if one is named. */
export function countRejects({ db }: Store, runId: number, sourceId: number | null = null): number {
  const count = db.prepare<[number, number | null, number | null], number>(
    'SELECT count(*) FROM rejects WHERE run_id = ? AND (? IS NULL OR source_id = ?)',
  );
  return count.pluck().get(runId, sourceId, sourceId)!;
}

/** One reject of a run, as it is copied. */
export interface CopiedReject extends Reject, RejectCursor {}

/** The rejects of a run as they are stored, in the order of sources and entries, in pages. */
export function* rejectRows(
  store: Store,
  runId: number,
  size: number,
): Generator<CopiedReject[], void, undefined> {
  const page = store.db.prepare<[number, number, number, number], CopiedReject>(
    `SELECT source_id AS sourceId, ordinal, line, name, reason, excerpt, kind FROM rejects
     WHERE run_id = ? AND (source_id, ordinal) > (?, ?) ORDER BY source_id, ordinal LIMIT ?`,
  );
  for (let last = { sourceId: 0, ordinal: -1 }; ;) {
    const rows = page.all(runId, last.sourceId, last.ordinal, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows[rows.length - 1];
  }
}
