import { setImmediate } from 'node:timers/promises';
import type { Store } from '../open/open.js';
import type { ResultList } from './result-filter.js';
import { choosePath, leavesOut } from './result-path.js';
import { piecesOf, type PieceOfRun } from '../pieces.js';
import { countInPieceOf, countOf } from './result-plan.js';

/** How many results are looked at in a row: some 20 ms. */
const SLICE = 50_000;

/**
 * How many results a list has. Where no index knows, all results of the run are looked at, in
 * slices between which others have their turn, as long as `isWanted`: null if it is not any more.
 */
export async function countResults(
  store: Store,
  list: ResultList,
  isWanted: () => boolean = () => true,
): Promise<number | null> {
  const known = store.db.transaction((): number | null => {
    const all = { limit: Number.MAX_SAFE_INTEGER, pages: 'all' } as const;
    const path = choosePath(store, list, all);
    if (path.found !== null && !path.foundAtLeast) return path.found;
    if (!path.isRare && !path.foundAtLeast) return null;
    const { sql, values } = countOf(path);
    return store.db
      .prepare<(string | number)[], number>(sql)
      .pluck()
      .get(...values)!;
  })();
  return known ?? (await countInSlices(store, list, isWanted));
}

/** Whether a list has all results of its run. */
export function listsAll({ filter, sort }: ResultList): boolean {
  return Object.values(filter).every((one) => one == null) && !leavesOut(sort);
}

async function countInSlices(
  store: Store,
  list: ResultList,
  isWanted: () => boolean,
): Promise<number | null> {
  const path = store.db.transaction(() => choosePath(store, list, { limit: 1, pages: 'one' }))();
  const { sql, values } = countInPieceOf(path);
  const ofPiece = store.db.prepare<(string | number | PieceOfRun)[], number>(sql).pluck();
  let total = 0;
  let seen = 0;
  for (const { pieceId, entries } of piecesOf(store, list.runId)) {
    total += ofPiece.get(...values, { run: list.runId, piece: pieceId })!;
    seen += entries;
    if (seen < SLICE) continue;
    seen = 0;
    await setImmediate();
    if (!isWanted()) return null;
  }
  return total;
}
