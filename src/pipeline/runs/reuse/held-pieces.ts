import type { AskedOfPuzzles, ReuseWish } from '../../record/options.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../../store/open/open.js';
import { countsIn } from '../../store/tally/result-tally.js';
import { askedRuns, type AskedRun } from './asked-runs.js';

/** A piece that a run can take over as it is. */
export interface HeldPiece {
  /** The run that has written the rows. */
  readonly heldBy: number;
  readonly byStatus: ReadonlyMap<Status, number>;
}

/**
 * Finds, for pieces, an earlier run whose results of it will do as they are: it was asked what is
 * asked now, has all of them, and nothing went wrong with any. Null for a piece without such a run:
 * its puzzles are looked up one by one.
 */
export function heldPieces(store: Store, wish: ReuseWish): (pieceId: number) => HeldPiece | null {
  const same = askedRuns(store, wish, wish.runId).runs.filter(({ then }) =>
    asksTheSame(then, wish.asked),
  );
  const find = store.db
    .prepare<[string], [pieceId: number, heldBy: number]>(
      // Of a query with max(), SQLite takes the other columns from the row that has the most.
      `SELECT piece_id, held_by FROM (SELECT piece_id, held_by, max(run_id) FROM run_pieces
         WHERE run_id IN (SELECT value FROM json_each(?)) GROUP BY piece_id)`,
    )
    .raw();
  const holders = new Map(find.all(JSON.stringify(same.map(({ runId }) => runId))));
  const countsOf = store.db
    .prepare<[number, number], Uint8Array | null>(
      'SELECT counts FROM run_pieces WHERE run_id = ? AND piece_id = ?',
    )
    .pluck();
  return (pieceId) => {
    const heldBy = holders.get(pieceId);
    if (heldBy === undefined) return null;
    const counts = countsOf.get(heldBy, pieceId) ?? null;
    const counted = counts === null ? null : countsIn(counts);
    return counted === null || counted.wentWrong > 0
      ? null
      : { heldBy, byStatus: counted.byStatus };
  };
}

/** Whether a run was asked what is asked now, under the same limits, and tried nothing again. */
function asksTheSame(then: AskedRun['then'], now: AskedOfPuzzles): boolean {
  if (then.isRetried || then.isPart) return false;
  const names = Object.keys(now) as (keyof AskedOfPuzzles)[];
  // What was not asked is stored in several ways.
  const said = (value: unknown): string => JSON.stringify(value === false ? null : (value ?? null));
  return names.every((name) => said(then[name]) === said(now[name]));
}
