import type { Store } from '../open/open.js';
import { cursorPage } from './result-page.js';
import { choosePath } from './result-path.js';
import { SORT_KEYS } from './result-plan.js';
import type { Cursor, ResultList } from './result-query.js';

/** The puzzles before and after one in a list; null at either end. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** The neighbours of a puzzle in a filtered and sorted list, whether or not it is in the list. */
export function neighboursOf(store: Store, list: ResultList, puzzleId: number): Neighbours {
  return store.db.transaction(() => {
    const at = store.db
      .prepare<[number, number], Cursor>(
        `SELECT r.puzzle_id AS puzzleId, ${SORT_KEYS[list.sort]} AS key
         FROM result_rows r JOIN puzzle_rows p ON p.puzzle_id = r.puzzle_id
         WHERE r.run_id = ? AND r.puzzle_id = ?`,
      )
      .get(list.runId, puzzleId);
    if (at === undefined) return { previous: null, next: null };
    const path = choosePath(store, list, { limit: 1, pages: 'one' });
    const first = (descending: boolean): number | null => {
      const turned = { ...path, list: { ...path.list, descending } };
      return cursorPage(store, turned, at, 1).cursors.at(0)?.puzzleId ?? null;
    };
    return { previous: first(!list.descending), next: first(list.descending) };
  })();
}
